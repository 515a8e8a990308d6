// Calls that would wait for a decision, in a run that can't wait. They fail before the tool is
// called.

import type { ToolFunction } from "@ptc/core/contracts";
import { ToolFailure } from "@ptc/core/errors";
import { isThenable } from "@ptc/core/internal/contracts";
import { Suspension } from "@ptc/lisp/internal";
import type { CallWaits } from "../agent/call-waits.ts";

/** Returns `execute` for calls that need no approval. The others fail. */
export function withoutWaits(execute: ToolFunction, { needsApproval }: CallWaits): ToolFunction {
  const made: ToolFunction = (args, call) => {
    try {
      const answer = execute(args, call);
      return isThenable(answer) ? Promise.resolve(answer).catch(refused) : answer;
    } catch (error) {
      return refused(error);
    }
  };
  return (args, call) => {
    const needs =
      typeof needsApproval === "boolean"
        ? needsApproval
        : needsApproval(args, {
            callId: call.callId,
            toolCallId: call.callId,
            address: call.address,
          });
    const after = (answer: unknown): unknown => {
      // A rule written in JavaScript may return anything.
      if (answer !== false) throw unapproved();
      return made(args, call);
    };
    return isThenable(needs) ? Promise.resolve(needs).then(after) : after(needs);
  };
}

/** A tool that suspends itself has done nothing that the program could use. */
function refused(error: unknown): never {
  throw error instanceof Suspension ? lasting(`${error.message}, and this run can't wait`) : error;
}

function unapproved(): ToolFailure {
  return lasting("the call was not made: it needs an approval, and this run can't wait for one");
}

function lasting(message: string): ToolFailure {
  return new ToolFailure(message, { reason: "waiting" }, { isLasting: true });
}
