// Checks before the first request that the model declares the capabilities that a mode needs.

import type { Fail } from "@ptc/core/contracts";
import type { LanguageModel, ModelCapabilities } from "@ptc/llm";

/** The capabilities that the model must have. */
export interface ModelNeeds {
  readonly toolCalls?: true;
  readonly thinking?: true;
  /** A model that offers `schema` satisfies `json` too. */
  readonly structuredOutput?: "json" | "schema";
}

/** The needs of a mode. */
export interface NeedingMode {
  readonly needs: ModelNeeds;
  /** Suggests what works without the capability. */
  readonly instead?: string;
}

/** The kinds of structured output, from the weakest guarantee to the strongest. */
const strength = { none: 0, json: 1, schema: 2 } as const;

/**
 * Returns the failure for the first capability that the mode needs and the model lacks. Undefined
 * if the model has all of them.
 */
export function missingCapability(
  { needs, instead }: NeedingMode,
  { capabilities, provider, modelId }: LanguageModel,
): Fail | undefined {
  const missing = (Object.keys(needs) as (keyof ModelNeeds)[]).find(
    (name) => !isMet(needs, name, capabilities),
  );
  if (missing === undefined) return undefined;
  const wanted = missing === "structuredOutput" ? `: ${JSON.stringify(needs[missing])}` : "";
  return {
    reason: "invalid_llm",
    message: `the model ${provider}/${modelId} lacks the capability \`${missing}\`${wanted}, which this mode needs${instead === undefined ? "" : `: ${instead}`}`,
    details: { kind: "missing_capability", data: { capability: missing } },
  };
}

function isMet(
  needs: ModelNeeds,
  name: keyof ModelNeeds,
  // A model written in JavaScript may not declare capabilities.
  capabilities: Partial<ModelCapabilities> | undefined,
): boolean {
  if (name !== "structuredOutput")
    return needs[name] === undefined || capabilities?.[name] === true;
  const needed = needs[name] ?? "none";
  return strength[capabilities?.[name] ?? "none"] >= strength[needed];
}
