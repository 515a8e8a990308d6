// A call of a tool before it is made: its arguments have been checked, and it may wait for a
// decision.

import type { CallDecision, Tool, ToolArguments, ToolContext } from "@ptc/core/contracts";
import type { Json } from "@ptc/core/encoding";
import type { DecidedCall, RequestedCall } from "./waiting-calls.ts";

export interface NamedTool {
  readonly name: string;
  readonly tool: Tool;
}

/** The arguments of a decision, in place of the requested ones. */
export interface EditOfCall {
  readonly arguments: ToolArguments;
  readonly json: Json;
}

/** A call whose arguments have been checked. */
export interface CheckedCall {
  readonly tool: NamedTool;
  /** The requested arguments. */
  readonly args: Json;
  readonly checked: unknown;
  readonly context: ToolContext;
  /** Present if an earlier decision has edited the call. */
  readonly edited: EditOfCall | undefined;
}

/** A call that waits in this process. */
export interface HeldCall {
  readonly pending: RequestedCall;
  /** The arguments with which the call will be made. */
  readonly args: Json;
  readonly before: DecidedCall | undefined;
  readonly call: CheckedCall;
  readonly settle: (settle: () => unknown) => void;
}

/** Returns the decision that has edited a call. */
export function editedBy({ arguments: edited }: Pick<EditOfCall, "arguments">): CallDecision {
  return { decision: "edited", arguments: edited };
}
