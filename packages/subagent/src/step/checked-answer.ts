// Checks the answer of a mission against its agent's contract.

import { validateOutput, type ValidationResult } from "@ptc/signature";
import type { Agent } from "../agent/agent.ts";
import { throughSchema } from "../agent/answer-schema.ts";

/** Returns the answer in the form of the signature and the schema, or the mismatches. */
export async function checkedAnswer(
  { signature, validation: mode, output }: Agent,
  value: unknown,
): Promise<ValidationResult> {
  const fitting = validateOutput(signature, value, { mode });
  if (!fitting.ok || output === undefined || mode === "disabled") return fitting;
  return await throughSchema(output, fitting, mode);
}
