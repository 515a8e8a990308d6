// What a mode needs of a model. It is compared with the capabilities that the model declares,
// before the first request, so that a mission does not have to fail to find out.

import type { Fail } from "@ptc/core/contracts";
import type { LanguageModel, ModelCapabilities } from "@ptc/llm";

/** The capabilities that the model must have; those that are left out are not needed. */
export interface ModelNeeds {
  readonly toolCalls?: true;
  readonly thinking?: true;
  /** A model that offers `schema` satisfies `json` too. */
  readonly structuredOutput?: "json" | "schema";
}

/** What of a mode says what it needs. */
export interface NeedingMode {
  readonly needs: ModelNeeds;
  /** What works with a model that lacks it. */
  readonly instead?: string;
}

/** The kinds of structured output, from the weakest promise to the strongest. */
const strength = { none: 0, json: 1, schema: 2 } as const;

/**
 * The fail of a model that lacks a capability that the mode needs; it names the first one that is
 * missing.
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
    message: `the model ${provider}/${modelId} lacks the capability \`${missing}\`${wanted}, which this way to answer needs${instead === undefined ? "" : `: ${instead}`}`,
    details: { kind: "missing_capability", data: { capability: missing } },
  };
}

function isMet(
  needs: ModelNeeds,
  name: keyof ModelNeeds,
  // A model written in JavaScript may declare nothing.
  capabilities: Partial<ModelCapabilities> | undefined,
): boolean {
  if (name !== "structuredOutput")
    return needs[name] === undefined || capabilities?.[name] === true;
  const needed = needs[name] ?? "none";
  return strength[capabilities?.[name] ?? "none"] >= strength[needed];
}
