// Holds the answer of a mission to its agent's contract.

import { validateOutput, type ValidationResult } from "@ptc/signature";
import type { Agent } from "../agent/agent.ts";
import { throughSchema } from "../agent/answer-schema.ts";

/** The answer as the signature spells it and the schema makes it, or the places that do not fit. */
export async function checkedAnswer(
  { signature, validation: mode, output }: Agent,
  value: unknown,
): Promise<ValidationResult> {
  const fitting = validateOutput(signature, value, { mode });
  if (!fitting.ok || output === undefined || mode === "disabled") return fitting;
  return await throughSchema(output, fitting, mode);
}
