// Reads the user's decisions from the messages that a client sent. The client isn't trusted: only
// calls that wait are decided, and their arguments stay those of the checkpoint.

import { shortened } from "@ptc/core/internal/printing";
import { answer, approve, deny, type Decision, type PendingCall } from "@ptc/subagent";
import { isToolUIPart, type UIMessage } from "ai";

const longestReason = 2_000;

/**
 * Returns the decisions about `pending` calls from the last message, for `resume` or
 * `resumeEvents`. An approval or denial of `addToolApprovalResponse` decides about a call that
 * needs approval, and an output of `addToolOutput` answers a call that suspended itself. Other
 * parts are ignored, so a client can't make up the result of a call.
 */
export function decisionsOf(
  messages: readonly UIMessage[],
  pending: readonly PendingCall[],
): Record<string, Decision> {
  const calls = new Map(pending.map((call) => [call.id, call]));
  const decisions = new Map<string, Decision>();
  const last = messages.at(-1);
  for (const part of last?.role === "assistant" ? last.parts : []) {
    if (!isToolUIPart(part)) continue;
    const call = calls.get(part.toolCallId);
    if (call === undefined) continue;
    if (call.reason !== "approval") {
      if (part.state === "output-available") decisions.set(call.id, answer(part.output));
    } else if (part.state === "approval-responded" && part.approval.id === call.id) {
      const { approved, reason } = part.approval;
      decisions.set(call.id, approved ? approve() : deny(reasonOf(reason)));
    }
  }
  return Object.fromEntries(decisions);
}

function reasonOf(reason: unknown): string {
  return typeof reason === "string" && reason !== ""
    ? shortened(reason, longestReason)
    : "the user denied the call";
}
