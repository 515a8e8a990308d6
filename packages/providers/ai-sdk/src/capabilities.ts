// What a model can do: as its provider is known for, as its object tells, as its user says.

import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { ModelCapabilities } from "@ptc/llm";
import { presentFields, takesMediaType } from "@ptc/llm/adapter";
import { familyOf } from "./provider-family.ts";

/** The specification has both ways to answer, and tools; it does not say who holds to a schema. */
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

/** Models of servers that speak OpenAI's format say so. */
function holdsToSchemas(model: LanguageModelV4): boolean {
  return "supportsStructuredOutputs" in model && model.supportsStructuredOutputs === true;
}

/** An address that no provider knows: who takes it takes any. */
const anyAddress = "https://files.example/a";

/** Those of `files` that the model takes from any address; absent where nothing tells at once. */
function urlTypes(
  model: LanguageModelV4,
  files: readonly string[] | undefined,
): readonly string[] | undefined {
  const supported: unknown = model.supportedUrls;
  if (files === undefined || typeof supported !== "object" || supported === null) return undefined;
  // Whoever answers later is not waited for; what it rejects with is nobody else's to catch.
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
