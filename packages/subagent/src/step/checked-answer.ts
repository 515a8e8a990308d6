// Checks the answer of a mission against its agent's contract.

import type { ValidationResult } from "@ptc/signature";
import { validateOutputAs, type Crossing } from "@ptc/signature/internal";
import type { Agent } from "../agent/agent.ts";
import { throughSchema } from "../agent/answer-schema.ts";

/** JSON has no times, so a model writes them as text. Its other types are those of JSON. */
const fromJson: Crossing = { timeTexts: "read" };

/**
 * Returns the answer in the form of the signature and the schema, or the mismatches. `isJson` is
 * true for an answer that a model wrote as JSON, instead of the result of a program.
 */
export async function checkedAnswer(
  { signature, validation: mode, output }: Agent,
  value: unknown,
  isJson = false,
): Promise<ValidationResult> {
  const fitting = validateOutputAs(signature, value, mode, isJson ? fromJson : {});
  if (!fitting.ok || output === undefined || mode === "disabled") return fitting;
  return await throughSchema(output, fitting, mode);
}
