// Determines the capabilities of a model from its provider, its object and the user's options.

import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { ModelCapabilities } from "@ptc/llm";
import { presentFields, takesMediaType } from "@ptc/llm/adapter";
import { familyOf } from "./provider-family.ts";

/** The specification has both methods and tools; it doesn't say which models enforce a schema. */
const atLeast: ModelCapabilities = {
  streaming: true,
  toolCalls: true,
  structuredOutput: "none",
  thinking: false,
};

export function capabilitiesOf(
  model: LanguageModelV4,
  givenCapabilities: Partial<ModelCapabilities> | undefined,
): ModelCapabilities {
  const known = { ...atLeast, ...familyOf(model)?.capabilities };
  const files = givenCapabilities?.files ?? known.files;
  return {
    ...known,
    ...(holdsToSchemas(model) ? { structuredOutput: "schema" } : {}),
    ...presentFields({ fileUrls: urlTypes(model, files) }),
    ...givenCapabilities,
  };
}

/** Models of OpenAI-compatible servers have this property. */
function holdsToSchemas(model: LanguageModelV4): boolean {
  return "supportsStructuredOutputs" in model && model.supportsStructuredOutputs === true;
}

/** A URL that no provider treats specially, so a model that accepts it accepts any. */
const anyAddress = "https://files.example/a";

/**
 * Returns the types of `files` that the model accepts from any URL. Absent if that isn't known
 * synchronously.
 */
function urlTypes(
  model: LanguageModelV4,
  files: readonly string[] | undefined,
): readonly string[] | undefined {
  const supported: unknown = model.supportedUrls;
  if (files === undefined || typeof supported !== "object" || supported === null) return undefined;
  // Don't wait for an asynchronous result, and ignore its rejection.
  if ("then" in supported) {
    Promise.resolve(supported).catch(() => undefined);
    return undefined;
  }
  const types = Object.entries(supported as Readonly<Record<string, unknown>>)
    .filter(([, patterns]) => Array.isArray(patterns) && patterns.some(matchesAny))
    .map(([type]) => (type === "*" ? "*/*" : type));
  const taken = files.filter((type) => takesMediaType(types, type));
  return taken.length === 0 ? undefined : taken;
}

function matchesAny(pattern: unknown): boolean {
  return pattern instanceof RegExp && anyAddress.search(pattern) !== -1;
}
