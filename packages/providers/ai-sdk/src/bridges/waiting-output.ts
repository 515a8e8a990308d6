// The output of a call whose agent waits for decisions. The model reads its text.

import { shortened } from "@ptc/core/internal/printing";
import type { PendingCall } from "@ptc/subagent";
import { formatResult } from "@ptc/subagent/text";

const mostCalls = 20;
const longestReason = 100;
const longestList = 4_000;

/** The output of a call while its agent waits. Firewalled values have markers. */
export interface WaitingOutput {
  readonly status: "waiting";
  /** The text for the model. */
  readonly text: string;
  /** The calls that wait. */
  readonly pending: readonly PendingCall[];
}

export function waitingOutput(pending: readonly PendingCall[]): WaitingOutput {
  const calls = pending.map(({ tool, arguments: args, reason }) => ({
    tool,
    arguments: args,
    reason: shortened(reason, longestReason),
  }));
  // As JSON, the texts of calls can't pass for instructions.
  const list = formatResult(calls, { resultMaxChars: longestList, resultLimit: mostCalls }).text;
  const text = [
    "The agent waits for a decision about these calls, which have not been made:",
    list,
    "This is not an error. The application continues the agent after the decision, and you get " +
      "its result then. Do not call the agent again for this, because it would start again. " +
      "Mention the waiting calls, and end your answer.",
  ].join("\n");
  return { status: "waiting", text, pending };
}

/** True for an output of this form, also after it has been stored as JSON. */
export function isWaitingOutput(output: unknown): output is WaitingOutput {
  if (typeof output !== "object" || output === null) return false;
  const { status, text, pending } = output as Readonly<Record<string, unknown>>;
  return status === "waiting" && typeof text === "string" && Array.isArray(pending);
}
