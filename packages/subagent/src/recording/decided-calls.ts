// Continues calls with decisions about them: a run that can wait does so, and its replay. A call
// whose tool suspends itself waits again.

import type { CallDecision, ToolArguments, ToolContext, ToolFunction } from "@ptc/core/contracts";
import { isThenable } from "@ptc/core/internal/contracts";
import type { SuspendOptions } from "@ptc/lisp";
import { refusal, Suspension, type MadeDecision } from "@ptc/lisp/internal/waiting";
import type { ToolThatWaits } from "../bounds/effects.ts";

export interface NotedDecision {
  /** False if the tool had suspended itself. */
  readonly isApproval: boolean;
  /** Reports the decision for the record of the call, and for the trace. */
  readonly note: (made: CallDecision) => void;
}

/** How calls wait. */
export interface CallWaiting {
  /** Waits for a decision, and continues with it. */
  waited(
    tool: ToolThatWaits,
    args: ToolArguments,
    context: ToolContext,
    why: SuspendOptions,
  ): Promise<unknown>;
  /** True if a call that returned a promise may still suspend itself. */
  mayWait(tool: ToolThatWaits): boolean;
}

export class DecidedCalls {
  private readonly waiting: CallWaiting;

  constructor(waiting: CallWaiting) {
    this.waiting = waiting;
  }

  /** Makes an approved call. If its tool suspends itself, the call waits again. */
  made(
    tool: ToolThatWaits,
    make: ToolFunction,
    args: ToolArguments,
    context: ToolContext,
  ): unknown {
    const suspended = (error: unknown): unknown => {
      if (!(error instanceof Suspension)) throw error;
      return this.waiting.waited(tool, args, context, error.options);
    };
    let answer: unknown;
    try {
      answer = make(args, context);
    } catch (error) {
      return suspended(error);
    }
    return isThenable(answer) && this.waiting.mayWait(tool)
      ? Promise.resolve(answer).catch(suspended)
      : answer;
  }

  /** Continues a call with a decision. */
  async applied(
    decision: MadeDecision,
    tool: ToolThatWaits,
    args: ToolArguments,
    context: ToolContext,
    { isApproval, note }: NotedDecision,
  ): Promise<unknown> {
    switch (decision.type) {
      case "approve": {
        const { arguments: edited } = decision;
        if (edited === undefined) {
          note({ decision: "approved" });
          return await this.made(tool, tool.call, args, context);
        }
        const accepted = (await tool.checked(edited, context)) as ToolArguments;
        note({ decision: "edited", arguments: edited });
        return await this.made(tool, tool.callEdited, accepted, context);
      }
      case "answer":
        note({ decision: "answered" });
        return await tool.answered(decision.result, context);
      case "deny":
      case "expire":
        note({ decision: decisionNames[decision.type] });
        throw refusal(decision, isApproval);
    }
  }
}

export const decisionNames = {
  approve: "approved",
  answer: "answered",
  deny: "denied",
  expire: "expired",
} as const;

export function isMade(decision: unknown): decision is MadeDecision {
  if (typeof decision !== "object" || decision === null) return false;
  const { type, message } = decision as { readonly type?: unknown; readonly message?: unknown };
  return (
    type === "approve" ||
    type === "answer" ||
    type === "expire" ||
    (type === "deny" && typeof message === "string")
  );
}
