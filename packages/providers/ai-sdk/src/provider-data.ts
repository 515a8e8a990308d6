// What a provider attaches to a part of its answer and wants back with it. The AI SDK calls it
// `providerMetadata` in answers and `providerOptions` in prompts; both are keyed by provider, as
// the contract's `ProviderData` is.

import type { SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { ProviderData, ProviderOptions } from "@ptc/llm";
import { expectObject } from "@ptc/llm/adapter";

/** @throws ShapeError where it is not keyed by provider. */
export function providerDataOf(metadata: unknown): ProviderData | undefined {
  if (metadata === undefined || metadata === null) return undefined;
  const entries = Object.entries(expectObject(metadata, "providerMetadata")).map(
    ([name, value]) => [name, { ...expectObject(value, `providerMetadata.${name}`) }] as const,
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/**
 * The same for thinking, which always has an entry of its provider. That tells whose it is: some
 * want the text back without any data, and no other provider may get it.
 */
export function thinkingDataOf(metadata: unknown, provider: string): ProviderData {
  return { [provider]: {}, ...providerDataOf(metadata) };
}

export function isThinkingOf(provider: string, data: ProviderData | undefined): boolean {
  return data !== undefined && Object.hasOwn(data, provider);
}

/**
 * Options and data as the SDK takes them, the later over the earlier, field by field. Each provider
 * reads what stands under its own name, which only it knows: `bedrock` for `amazon-bedrock`.
 */
export function optionsOf(...given: readonly (ProviderOptions | undefined)[]): {
  readonly providerOptions?: SharedV4ProviderOptions;
} {
  const merged = new Map<string, Readonly<Record<string, unknown>>>();
  for (const options of given)
    for (const [name, fields] of Object.entries(options ?? {}))
      merged.set(name, { ...merged.get(name), ...fields });
  const entries = [...merged].filter(([, fields]) => Object.keys(fields).length > 0);
  // The contract asks for data, the SDK for JSON; what is no JSON is for its provider to refuse.
  return entries.length === 0
    ? {}
    : { providerOptions: Object.fromEntries(entries) as SharedV4ProviderOptions };
}
