// The calls of a mission that wait in this process. Once the run can only wait, they are compared
// with those that waited before, and continue with the decisions about these.

import type { Clock, ToolContext } from "@ptc/core/contracts";
import type { Json } from "@ptc/core/encoding";
import { shortened } from "@ptc/core/internal/printing";
import { decodedValue } from "@ptc/core/internal/stored";
import { nextTask } from "@ptc/core/internal/task";
import type { SuspendOptions } from "@ptc/lisp";
import {
  appendBegun,
  appendCall,
  decidedData,
  decidedEdit,
  decisionProblem,
  differenceOf,
  markRequested,
  requestedCall,
  unmetText,
  type CheckpointWriter,
  type DecidedCall,
  type Digests,
  type MadeDecision,
  type RequestedCall,
} from "@ptc/lisp/internal/waiting";
import type { ToolThatWaits } from "../bounds/effects.ts";
import { messageOf } from "../recording/effect-json.ts";
import { argumentsJson } from "./arguments-json.ts";
import type { HoldingRun } from "./holding-run.ts";

/** The calls that waited, with their decisions. */
export interface PendingCalls {
  readonly digests: Digests;
  readonly calls: ReadonlyMap<string, DecidedCall>;
}

/** A call that waits in this process. */
interface HeldCall {
  readonly pending: RequestedCall;
  readonly args: Json;
  readonly before: DecidedCall | undefined;
  readonly tool: ToolThatWaits;
  readonly context: ToolContext;
  readonly settle: (made: MadeDecision) => void;
}

export class CallsThatWait {
  private readonly run: HoldingRun;
  readonly before: PendingCalls;
  private readonly clock: Clock;
  private readonly writer: CheckpointWriter | undefined;
  private readonly waiting = new Map<string, HeldCall>();
  /** The calls that waited before, and that this run hasn't requested yet. */
  private readonly missing: Set<string>;
  /** The calls that waited before, and whose arguments are still the same. */
  private readonly fitting = new Set<string>();
  /** The tools whose calls waited before. */
  private names: ReadonlySet<string> | undefined = undefined;
  /** Edits and answers by the ids of calls, once they have been checked. */
  private readonly accepted = new Map<string, MadeDecision>();

  constructor(
    run: HoldingRun,
    before: PendingCalls,
    clock: Clock,
    writer: CheckpointWriter | undefined,
  ) {
    this.run = run;
    this.writer = writer;
    this.before = before;
    this.clock = clock;
    this.missing = new Set(before.calls.keys());
  }

  /** The calls that wait, and the JSON of their arguments. */
  get pending(): readonly { readonly pending: RequestedCall; readonly args: Json }[] {
    return [...this.waiting.values()];
  }

  /** A call that waited before, and that the run hasn't requested, as text. */
  get unmet(): string | undefined {
    const [id] = this.missing;
    const call = id === undefined ? undefined : this.before.calls.get(id)?.call;
    return call === undefined ? undefined : unmetText(call);
  }

  /** True if calls of this tool waited before, even if its calls need no approval now. */
  waitedBefore(name: string): boolean {
    this.names ??= this.namesBefore();
    return this.names.has(name);
  }

  private namesBefore(): ReadonlySet<string> {
    const { lines } = this.run.lines;
    const decided = new Set(lines.flatMap(({ type, at }) => (type === "approval" ? [at] : [])));
    const names = lines.flatMap((line) =>
      line.type === "tool" && decided.has(line.at) ? [line.tool] : [],
    );
    return new Set([...names, ...[...this.before.calls.values()].map(({ call }) => call.tool)]);
  }

  /** True if the process was killed while this call ran. */
  isUncertain(callId: string): boolean {
    return (
      this.missing.size > 0 &&
      this.missing.has(callId) &&
      this.before.calls.get(callId)?.call.uncertain === true
    );
  }

  /** Resolves to the decision about a call. `release` is called before it continues. */
  hold(
    tool: ToolThatWaits,
    context: ToolContext,
    why: SuspendOptions | { readonly explanation: string } | undefined,
    release: (() => void) | undefined,
  ): Promise<MadeDecision> {
    const { callId, address } = context;
    const waited = this.before.calls.get(callId);
    // Only the first wait of the call in this pass is the one that the checkpoint has.
    const before = this.missing.delete(callId) ? waited : undefined;
    if (before !== undefined) this.run.gate.met();
    if (before !== undefined && before.call.tool !== tool.name)
      throw this.run.diverged(
        `tool/${tool.name} is called at ${this.run.locationOf(callId)}, where tool/${shortened(before.call.tool, 100)} waits`,
      );
    const pending = requestedCall(
      { id: callId, tool: tool.name, address, ...pathField(tool) },
      {
        before,
        why,
        askedAt: this.clock.now(),
        approvalTimeoutMs: tool.approvalTimeoutMs,
      },
    );
    const args = argumentsJson(tool.requested(context));
    const { writer, run } = this;
    if (before === undefined) markRequested(run, context.trace, pending, () => run.masked(args));
    if (writer !== undefined) appendCall("waits", { pending, args }, writer, this.secrets);
    return new Promise((settle) => {
      const decided = (made: MadeDecision): void => {
        release?.();
        settle(made);
      };
      this.waiting.set(callId, { pending, args, before, tool, context, settle: decided });
      this.run.gate.hold();
    });
  }

  /** Appends the entry of a call that begins. */
  appendBegun(
    tool: Pick<ToolThatWaits, "name" | "agentPath">,
    args: Json,
    { callId: id, address }: ToolContext,
    writer: CheckpointWriter,
  ): void {
    const askedAt = this.clock.now();
    const call = { id, tool: tool.name, address, ...pathField(tool), askedAt };
    appendBegun(call, args, writer, this.secrets);
  }

  private get secrets() {
    return { digests: this.before.digests, firewall: this.run.firewall };
  }

  /**
   * Called when the run can only wait. Applies the decisions about calls that waited before.
   * Returns false if there are none, so the run has to wait for longer.
   */
  decide(): boolean {
    const unchecked = [...this.waiting.values()].filter(
      ({ before, pending }) => before !== undefined && !this.fitting.has(pending.id),
    );
    if (unchecked.length === 0) return false;
    const turn = this.run.gate.begin();
    this.checked(unchecked).then(
      (isFitting) => {
        // A decision that doesn't fit leaves no trace, because the caller may correct it.
        if (isFitting) {
          this.run.continued();
          this.settle(unchecked);
        }
        void turn(() => undefined);
      },
      (error: unknown) => {
        this.run.fail(
          "changed",
          `the calls that wait can't be compared: ${messageOf(error) ?? ""}`,
        );
        void turn(() => undefined);
      },
    );
    return true;
  }

  /**
   * Compares the calls with those that waited before: a person may already have seen those that
   * have no decision yet. Returns false if the run has ended, because one differs.
   */
  private async checked(calls: readonly HeldCall[]): Promise<boolean> {
    for (const [index, call] of calls.entries()) {
      if (index % callsPerTask === callsPerTask - 1) await nextTask();
      const difference = await differenceOf(call, this.before.digests, (args, shown) =>
        this.run.fitsRecorded(args, shown),
      );
      if (difference !== undefined) {
        this.run.diverged(difference);
        return false;
      }
      if (!(await this.acceptsDecision(call))) return false;
    }
    return true;
  }

  /** Returns false, and ends the run, if the arguments or the result of a decision don't fit. */
  private async acceptsDecision({
    pending: { id },
    args,
    before,
    tool,
    context,
  }: HeldCall): Promise<boolean> {
    const decision = before?.decision;
    try {
      if (decision?.type === "approve" && decision.arguments !== undefined) {
        const requested = decodedValue(args, "arguments");
        const edited = decidedEdit(decision.arguments, before?.call.arguments, requested);
        await tool.checked(edited, context);
        this.accepted.set(id, { type: "approve", arguments: edited });
      }
      if (decision?.type === "answer") {
        const result = decidedData(decision.result);
        await tool.answered(result, context);
        this.accepted.set(id, { type: "answer", result });
      }
      return true;
    } catch (error) {
      this.run.fail("decision", decisionProblem(id, error, this.run.firewall));
      return false;
    }
  }

  /** Lets the calls with decisions continue, each in its turn. */
  private settle(calls: readonly HeldCall[]): void {
    const { gate } = this.run;
    for (const call of calls) {
      const { before, pending, settle } = call;
      this.fitting.add(pending.id);
      const decision = before?.decision ?? this.timed(call);
      if (decision === undefined) continue;
      this.waiting.delete(pending.id);
      gate.release();
      void gate.begin()(() => {
        settle(this.accepted.get(pending.id) ?? decision);
      });
    }
  }

  /**
   * Returns an approval if the time is over for which the tool wanted to wait. Anyone could write
   * such a time into an unsigned checkpoint, so a call that needs an approval isn't continued.
   */
  private timed({ before, tool }: HeldCall): MadeDecision | undefined {
    const until = before?.call.until;
    const isOver = until !== undefined && this.clock.now() >= until;
    return isOver && tool.suspends && tool.needsApproval === false
      ? { type: "approve" }
      : undefined;
  }
}

/** A program that no agent runs has no path. */
function pathField({ agentPath }: Pick<ToolThatWaits, "agentPath">) {
  return agentPath.length === 0 ? {} : { agentPath };
}

/** The number of calls after which other work of the host gets a turn. */
const callsPerTask = 64;
