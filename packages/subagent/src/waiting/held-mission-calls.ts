// The calls of a mission that wait for decisions, or that have waited.
//
//   call ──▶ rule ──▶ held ──▶ decision ──▶ the tool ──▶ result
//                      ▲                       │ suspended
//                      └───────────────────────┘
//
// Rules and decisions are effects of the run, with lines of their own. So a resumed run asks no
// rule again, and applies each decision at the point at which it was applied before.

import type { CallDecision, ToolArguments, ToolContext, ToolFunction } from "@ptc/core/contracts";
import { isThenable } from "@ptc/core/internal/contracts";
import { decodedValue } from "@ptc/core/internal/stored";
import type { SuspendOptions } from "@ptc/lisp";
import { markDecided, refusal, Suspension, type MadeDecision } from "@ptc/lisp/internal/waiting";
import type { Holds, ToolThatWaits } from "../bounds/effects.ts";
import { placeOf } from "../bounds/place.ts";
import { messageOf } from "../recording/effect-json.ts";
import { ApprovalRules } from "./approval-rules.ts";
import type { CallsThatWait } from "./calls-that-wait.ts";
import { clearData } from "./clear-json.ts";
import type { HoldingRun } from "./holding-run.ts";
import type { PlacedLine } from "./mission-lines.ts";

interface NotedDecision {
  /** False if the tool had suspended itself. */
  readonly isApproval: boolean;
  /** Reports the decision for the record of the call, and for the trace. */
  readonly note: (made: CallDecision) => void;
}

export class HeldMissionCalls implements Holds {
  private readonly run: HoldingRun;
  private readonly calls: CallsThatWait;
  private readonly rules: ApprovalRules;
  /** The ids of calls of tools that may suspend themselves. */
  private readonly suspending = new Set<string>();

  constructor(run: HoldingRun, calls: CallsThatWait) {
    this.run = run;
    this.calls = calls;
    this.rules = new ApprovalRules(run, calls.before.calls);
  }

  waitedBefore(name: string): boolean {
    return this.calls.waitedBefore(name);
  }

  isUncertain(callId: string): boolean {
    return this.calls.isUncertain(callId);
  }

  /** True if the tool of this call may suspend itself. */
  suspends({ callId }: ToolContext): boolean {
    return this.suspending.size > 0 && this.suspending.has(callId);
  }

  held(tool: ToolThatWaits): ToolFunction {
    return (args, context) => {
      tool.take();
      if (tool.suspends) this.suspending.add(context.callId);
      const make = (): unknown => this.made(tool, tool.call, args, context);
      const needs = this.rules.needsApproval(tool, args, context);
      if (isThenable(needs))
        return Promise.resolve(needs).then((isNeeded) =>
          isNeeded === true ? this.waited(tool, args, context) : make(),
        );
      return needs === true ? this.waited(tool, args, context) : make();
    };
  }

  /** Waits for the decision about a call that may have run. */
  async uncertain(name: string, args: ToolArguments, context: ToolContext): Promise<MadeDecision> {
    const decision = await this.calls.hold(
      {
        name,
        needsApproval: false,
        approvalTimeoutMs: undefined,
        suspends: false,
        requested: () => args,
        checked: () => {
          throw new TypeError("a call that may have run can't be edited: approve or answer it");
        },
        take: () => undefined,
        call: () => undefined,
        callEdited: () => undefined,
        answered: (result) => result,
      },
      context,
      undefined,
      placeOf(context)?.hold(),
    );
    context.noteDecision?.({ decision: decisionNames[decision.type] });
    return decision;
  }

  /** Makes an approved call. If its tool suspends itself, the call waits again. */
  private made(
    tool: ToolThatWaits,
    make: ToolFunction,
    args: ToolArguments,
    context: ToolContext,
  ): unknown {
    const suspended = (error: unknown): unknown => {
      if (!(error instanceof Suspension)) throw error;
      return this.waited(tool, args, context, error.options);
    };
    let answer: unknown;
    try {
      answer = make(args, context);
    } catch (error) {
      return suspended(error);
    }
    // A recorded suspension counts even if the tool no longer declares it.
    return (tool.suspends || this.run.gate.isReplaying) && isThenable(answer)
      ? Promise.resolve(answer).catch(suspended)
      : answer;
  }

  /** Waits for a decision, and continues with it. */
  private async waited(
    tool: ToolThatWaits,
    args: ToolArguments,
    context: ToolContext,
    why?: SuspendOptions,
  ): Promise<unknown> {
    const { run } = this;
    const at = run.locationOf(context.callId);
    const type = why === undefined ? "approval" : "decision";
    const known = run.take(type, at);
    // The call waits in the replay too, so slots are free at the same points.
    const release = placeOf(context)?.hold();
    const decision =
      known === undefined
        ? await this.calls.hold(tool, context, why, release)
        : await run.inLine(known.index, known.line, () => {
            release?.();
            return this.recorded(known);
          });
    if (known === undefined) this.record(type, at, decision, tool);
    // The context is passed as it is, because layers below and above know the call by it.
    const note = (made: CallDecision): void => {
      context.noteDecision?.(made);
      if (known !== undefined) return;
      const call = { id: context.callId, tool: tool.name };
      const message = decision.type === "deny" ? decision.message : undefined;
      markDecided(run, context.trace, call, made, message);
    };
    const isApproval = why === undefined;
    return await this.applied(decision, tool, args, context, { isApproval, note });
  }

  private record(
    type: "approval" | "decision",
    at: string,
    decision: MadeDecision,
    { name }: ToolThatWaits,
  ): void {
    const { run } = this;
    try {
      run.add({ type, at, outcome: clearData(decision) });
    } catch (error) {
      run.lines.unkept.set(`the decision about tool/${name} at ${at}`, messageOf(error) ?? "");
    }
  }

  /** Continues a call with a decision. */
  private async applied(
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

  private recorded({ line }: PlacedLine<"approval" | "decision">): MadeDecision {
    const { outcome } = line;
    const decision = decodedValue(outcome, "decision");
    if (isMade(decision)) return decision;
    throw this.run.unreadable({ effect: line }, "it has no decision");
  }
}

const decisionNames = {
  approve: "approved",
  answer: "answered",
  deny: "denied",
  expire: "expired",
} as const;

function isMade(decision: unknown): decision is MadeDecision {
  if (typeof decision !== "object" || decision === null) return false;
  const { type, message } = decision as { readonly type?: unknown; readonly message?: unknown };
  return (
    type === "approve" ||
    type === "answer" ||
    type === "expire" ||
    (type === "deny" && typeof message === "string")
  );
}
