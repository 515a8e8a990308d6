// Converts the data that a provider attaches to a part of its response and needs back. The AI SDK
// calls it `providerMetadata` in responses and `providerOptions` in prompts. Both are keyed by
// provider, like the contract's `ProviderData`.

import type { SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { ProviderData, ProviderOptions } from "@ptc/llm";
import { expectObject } from "@ptc/llm/adapter";

/** @throws ShapeError if the metadata isn't keyed by provider */
export function providerDataOf(metadata: unknown): ProviderData | undefined {
  if (metadata === undefined || metadata === null) return undefined;
  const entries = Object.entries(expectObject(metadata, "providerMetadata")).map(
    ([name, value]) => [name, { ...expectObject(value, `providerMetadata.${name}`) }] as const,
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/**
 * Returns the data for thinking, which always has an entry of its provider. The entry identifies
 * the owner, because some providers want the text back without data, and other providers must not
 * get it.
 */
export function thinkingDataOf(metadata: unknown, provider: string): ProviderData {
  return { [provider]: {}, ...providerDataOf(metadata) };
}

export function isThinkingOf(provider: string, data: ProviderData | undefined): boolean {
  return data !== undefined && Object.hasOwn(data, provider);
}

/**
 * Merges options and data for the SDK field by field; later ones win. Each provider reads the
 * entry under its own name, such as `bedrock` for `amazon-bedrock`.
 */
export function optionsOf(...given: readonly (ProviderOptions | undefined)[]): {
  readonly providerOptions?: SharedV4ProviderOptions;
} {
  const merged = new Map<string, Readonly<Record<string, unknown>>>();
  for (const options of given)
    for (const [name, fields] of Object.entries(options ?? {}))
      merged.set(name, { ...merged.get(name), ...fields });
  const entries = [...merged].filter(([, fields]) => Object.keys(fields).length > 0);
  // The contract allows any data, the SDK only JSON. The provider rejects anything else.
  return entries.length === 0
    ? {}
    : { providerOptions: Object.fromEntries(entries) as SharedV4ProviderOptions };
}
