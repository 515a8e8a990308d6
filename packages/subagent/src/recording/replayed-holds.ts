// The calls of a replayed run that waited for decisions. The recording has the decisions, so none
// of them waits.

import type { ToolArguments, ToolContext } from "@ptc/core/contracts";
import { decodedValue } from "@ptc/core/internal/stored";
import type { MadeDecision } from "@ptc/lisp/internal/waiting";
import type { Holds, ToolThatWaits } from "../bounds/effects.ts";
import { placeOf } from "../bounds/place.ts";
import { DecidedCalls, decisionNames, isMade } from "./decided-calls.ts";
import type { Playback } from "./playback.ts";
import type { RecordedAt } from "./run-recording.ts";

type DecisionLine = RecordedAt<"approval"> | RecordedAt<"decision">;

export interface ReplayedHoldsOptions {
  readonly playback: Playback;
  /** Returns the location of a call within its run. */
  readonly locationOf: (callId: string) => string;
  /** Calls `make` when it is the turn of a line. */
  readonly inTurn: <Made>(line: number, make: () => Made) => Promise<Made>;
}

export class ReplayedHolds implements Holds {
  private readonly options: ReplayedHoldsOptions;
  private readonly decided = new DecidedCalls({
    waited: (tool, args, context) =>
      this.waited(this.next("decision", context), tool, args, context),
    mayWait: () => true,
  });

  constructor(options: ReplayedHoldsOptions) {
    this.options = options;
  }

  waitedBefore(): boolean {
    return false;
  }

  isUncertain(): boolean {
    return false;
  }

  held(tool: ToolThatWaits) {
    return (args: ToolArguments, context: ToolContext): unknown => {
      tool.take();
      const rule = this.next("rule", context);
      if (rule === undefined) return this.begun(tool, args, context);
      const { error, isLater } = rule.effect;
      const answered = (): void => {
        if (error !== undefined) throw new Error(error);
      };
      if (isLater === true)
        return this.options.inTurn(rule.line, answered).then(() => this.begun(tool, args, context));
      answered();
      return this.begun(tool, args, context);
    };
  }

  /** Resolves once the decision about a call that may have run was applied, if there is one. */
  uncertain(context: ToolContext): Promise<MadeDecision> | undefined {
    const { playback, locationOf } = this.options;
    const at = locationOf(context.callId);
    const decision = playback.peek("decision", at);
    if (decision === undefined) return undefined;
    // A decision about a call that has suspended itself comes after its suspension.
    const tool = playback.peek("tool", at);
    if (tool !== undefined && tool.line < decision.line) return undefined;
    playback.next("decision", at);
    return this.inTurn(decision, context).then((made) => {
      context.noteDecision?.({ decision: decisionNames[made.type] });
      return made;
    });
  }

  private begun(tool: ToolThatWaits, args: ToolArguments, context: ToolContext): unknown {
    const approval = this.next("approval", context);
    return approval === undefined
      ? this.decided.made(tool, tool.call, args, context)
      : this.waited(approval, tool, args, context);
  }

  private async waited(
    recorded: DecisionLine | undefined,
    tool: ToolThatWaits,
    args: ToolArguments,
    context: ToolContext,
  ): Promise<unknown> {
    const { playback, locationOf } = this.options;
    if (recorded === undefined)
      throw playback.diverged({
        at: locationOf(context.callId),
        effect: "decision",
        kind: "missing",
        message: `the recording has no decision about tool/${tool.name} at ${locationOf(context.callId)}`,
      });
    const decision = await this.inTurn(recorded, context);
    return await this.decided.applied(decision, tool, args, context, {
      isApproval: recorded.effect.type === "approval",
      note: (made) => context.noteDecision?.(made),
    });
  }

  private inTurn(recorded: DecisionLine, context: ToolContext): Promise<MadeDecision> {
    const release = placeOf(context)?.hold();
    return this.options.inTurn(recorded.line, () => {
      release?.();
      return this.decisionOf(recorded);
    });
  }

  private decisionOf(recorded: DecisionLine): MadeDecision {
    const { unkept, decision } = recorded.effect;
    const { playback } = this.options;
    if (unkept !== undefined) throw playback.unreadable(recorded, unkept);
    const read: unknown = decodedValue(decision, "decision");
    if (isMade(read)) return read;
    throw playback.unreadable(recorded, "it has no decision");
  }

  private next<Type extends "rule" | "approval" | "decision">(
    type: Type,
    { callId }: ToolContext,
  ): RecordedAt<Type> | undefined {
    const { playback, locationOf } = this.options;
    return playback.next(type, locationOf(callId));
  }
}
