// The data of decisions about calls that wait, once it matches the schemas of their tools.

import type { ToolArguments } from "@ptc/core/contracts";
import { decodedValue } from "@ptc/core/internal/stored";
import { acceptedArguments } from "../effects/tool-schemas.ts";
import { verdictOf } from "../evaluation/host/schema-verdict.ts";
import { resultOf, succeeded } from "./call-outcomes.ts";
import type { HeldCall, NamedTool } from "./checked-call.ts";
import { assertSettled, decidedEdit } from "./decided-data.ts";
import type { CallOutcome } from "./effect-log.ts";

/** The arguments of a decision, and the same as the tool receives them. */
export interface AcceptedEdit {
  readonly arguments: ToolArguments;
  readonly accepted: unknown;
}

/** Values that are as shown keep the requested values, which may be hidden. */
export async function acceptedEdit(
  { args, before, call: { tool } }: HeldCall,
  edit: ToolArguments,
): Promise<AcceptedEdit> {
  if (before?.call.uncertain === true)
    throw new TypeError("a call that may have run can't be edited: approve or answer it");
  const edited = decidedEdit(edit, before?.call.arguments, decodedValue(args, "arguments"));
  const accepted = await acceptedArguments(tool.tool.inputSchema, edited);
  return { arguments: edited, accepted };
}

/**
 * Returns the outcome of a call that a decision answers. A result that doesn't match would fail the
 * call, as if the program had made a mistake.
 */
export async function acceptedAnswer(
  { name, tool: { outputSchema } }: NamedTool,
  result: unknown,
): Promise<CallOutcome> {
  assertSettled(result);
  const { unkept, ...outcome } = succeeded(result);
  if (unkept !== undefined) throw new Error(`the answer can't be stored: ${unkept}`);
  if (outputSchema === undefined) return outcome;
  const { messages } = await verdictOf(outputSchema, resultOf(outcome), "outputSchema");
  if (messages === undefined) return outcome;
  throw new Error(
    `the answer doesn't match the outputSchema of tool/${name}: ${messages.join("; ")}`,
  );
}
