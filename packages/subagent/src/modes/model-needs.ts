// What a mode asks of a model. It is compared with what the model says of itself before the first
// request, so that a mission does not find out by failing.

import type { Fail } from "@ptc/core/contracts";
import type { LanguageModel, ModelCapabilities } from "@ptc/llm";

/** Capabilities that must be there; what is left out is not asked for. */
export interface ModelNeeds {
  readonly toolCalls?: true;
  readonly thinking?: true;
  /** `json` is met by `schema` too. */
  readonly structuredOutput?: "json" | "schema";
}

/** How much each kind of structured output promises. */
const strength = { none: 0, json: 1, schema: 2 } as const;

/** The fail of a model that lacks what a mode needs; it names the first such capability. */
export function missingCapability(
  needs: ModelNeeds,
  { capabilities, provider, modelId }: LanguageModel,
): Fail | undefined {
  const missing = (Object.keys(needs) as (keyof ModelNeeds)[]).find(
    (name) => !isMet(needs, name, capabilities),
  );
  if (missing === undefined) return undefined;
  const wanted = missing === "structuredOutput" ? `: ${JSON.stringify(needs[missing])}` : "";
  return {
    reason: "invalid_llm",
    message: `the model ${provider}/${modelId} lacks the capability \`${missing}\`${wanted}, which this way to answer needs`,
    details: { kind: "missing_capability", data: { capability: missing } },
  };
}

function isMet(
  needs: ModelNeeds,
  name: keyof ModelNeeds,
  // A model written in JavaScript may say nothing of itself.
  capabilities: Partial<ModelCapabilities> | undefined,
): boolean {
  if (name !== "structuredOutput")
    return needs[name] === undefined || capabilities?.[name] === true;
  const needed = needs[name] ?? "none";
  return strength[capabilities?.[name] ?? "none"] >= strength[needed];
}
