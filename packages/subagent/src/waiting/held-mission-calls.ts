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
import { markDecided, type MadeDecision } from "@ptc/lisp/internal/waiting";
import type { Holds, ToolThatWaits } from "../bounds/effects.ts";
import { placeOf } from "../bounds/place.ts";
import { messageOf } from "../recording/effect-json.ts";
import { ApprovalRules } from "./approval-rules.ts";
import { DecidedCalls, decisionNames, isMade } from "../recording/decided-calls.ts";
import type { CallsThatWait } from "./calls-that-wait.ts";
import { clearData } from "./clear-json.ts";
import type { HoldingRun } from "./holding-run.ts";
import type { PlacedLine } from "./mission-lines.ts";

export class HeldMissionCalls implements Holds {
  private readonly run: HoldingRun;
  private readonly calls: CallsThatWait;
  private readonly rules: ApprovalRules;
  private readonly decided = new DecidedCalls({
    waited: (...call) => this.waited(...call),
    // A recorded suspension counts even if the tool no longer declares it.
    mayWait: (tool) => tool.suspends || this.run.gate.isReplaying,
  });
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
      const make = (): unknown => this.decided.made(tool, tool.call, args, context);
      const needs = this.rules.needsApproval(tool, args, context);
      if (isThenable(needs))
        return Promise.resolve(needs).then((isNeeded) =>
          isNeeded === true ? this.waited(tool, args, context) : make(),
        );
      return needs === true ? this.waited(tool, args, context) : make();
    };
  }

  /** Waits for the decision about a call that may have run. */
  async uncertain(
    tool: Pick<ToolThatWaits, "name" | "agentPath">,
    args: ToolArguments,
    context: ToolContext,
  ): Promise<MadeDecision> {
    const { name } = tool;
    const decision = await this.calls.hold(
      {
        ...tool,
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
    this.record("decision", this.run.locationOf(context.callId), decision, name);
    this.noteMade({ decision: decisionNames[decision.type] }, decision, name, context);
    return decision;
  }

  /** Resolves to the recorded decision about a call that may have run. */
  async decidedUncertain(
    known: PlacedLine<"decision">,
    context: ToolContext,
  ): Promise<MadeDecision> {
    const release = placeOf(context)?.hold();
    const decision = await this.run.inLine(known.index, known.line, () => {
      release?.();
      return this.recorded(known);
    });
    context.noteDecision?.({ decision: decisionNames[decision.type] });
    return decision;
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
        ? await this.calls.hold(tool, context, why ?? this.explained(context), release)
        : await run.inLine(known.index, known.line, () => {
            release?.();
            return this.recorded(known);
          });
    if (known === undefined) this.record(type, at, decision, tool.name);
    // The context is passed as it is, because layers below and above know the call by it.
    const note = (made: CallDecision): void => {
      if (known === undefined) this.noteMade(made, decision, tool.name, context);
      else context.noteDecision?.(made);
    };
    const isApproval = why === undefined;
    return await this.decided.applied(decision, tool, args, context, { isApproval, note });
  }

  private explained(context: ToolContext): { readonly explanation: string } | undefined {
    const explanation = this.rules.explanationOf(context);
    return explanation === undefined ? undefined : { explanation };
  }

  private record(
    type: "approval" | "decision",
    at: string,
    decision: MadeDecision,
    name: string,
  ): void {
    const { run } = this;
    try {
      run.add({ type, at, outcome: clearData(decision) });
    } catch (error) {
      run.lines.unkept.set(`the decision about tool/${name} at ${at}`, messageOf(error) ?? "");
    }
  }

  /** Reports a new decision for the record of its call, and for the trace. */
  private noteMade(
    made: CallDecision,
    decision: MadeDecision,
    tool: string,
    { callId, trace, noteDecision }: ToolContext,
  ): void {
    noteDecision?.(made);
    const message = decision.type === "deny" ? decision.message : undefined;
    markDecided(this.run, trace, { id: callId, tool }, made, message);
  }

  private recorded({ line }: PlacedLine<"approval" | "decision">): MadeDecision {
    const { outcome } = line;
    const decision = decodedValue(outcome, "decision");
    if (isMade(decision)) return decision;
    throw this.run.unreadable({ effect: line }, "it has no decision");
  }
}
