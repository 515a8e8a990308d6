// Calls that wait for decisions. When the run can only wait, those that waited before are compared
// with the checkpoint, and their decisions are applied. New ones end this pass of the run.

import type { CallDecision } from "@ptc/core/contracts";
import type { Json } from "@ptc/core/encoding";
import type { PassTrace } from "@ptc/core/internal/stored";
import { nextTask } from "@ptc/core/internal/task";
import { thrownMessage } from "../evaluation/errors/raised.ts";
import { acceptedAnswer, acceptedEdit, type AcceptedEdit } from "./accepted-decisions.ts";
import { failedOutcome, resultOf } from "./call-outcomes.ts";
import { editedBy, type CheckedCall, type HeldCall } from "./checked-call.ts";
import { effectsPerTask, type CallOutcome } from "./effect-log.ts";
import { ExecutedCalls, type ExecutedCallsOptions, type MadeCall } from "./executed-calls.ts";
import { changedError, effectText } from "./recorded-effects.ts";
import type { Digests } from "./seal.ts";
import { markDecided, markRequested } from "./traced-calls.ts";
import {
  decisionProblem,
  differenceOf,
  refusal,
  requestedCall,
  unmetText,
  type DecidedCall,
  type RequestedCall,
  type WaitReason,
} from "./waiting-calls.ts";

export interface HeldCallsOptions extends ExecutedCallsOptions {
  readonly digests: Digests;
  /** Receives the events of calls that wait. Absent if the run isn't traced. */
  readonly trace: PassTrace | undefined;
  /** Called when the run has repeated its recorded part. */
  readonly onResumed: () => void;
  /** The calls that waited, with their decisions. */
  readonly pending: ReadonlyMap<string, DecidedCall>;
}

export abstract class HeldCalls extends ExecutedCalls {
  isPaused = false;
  protected readonly options: HeldCallsOptions;
  private readonly held = new Map<string, HeldCall>();
  /** The calls that waited before, and that the program hasn't requested. */
  protected readonly unmet: Set<string>;
  /** The calls that waited before, and whose arguments are still the same. */
  private readonly fitting = new Set<string>();
  /** The edits and the answers of decisions, which have been checked. */
  private readonly edits = new Map<string, AcceptedEdit>();
  private readonly answers = new Map<string, CallOutcome>();
  /** New calls, which begin once those that waited before have been compared. */
  private readonly deferred: (() => void)[] = [];

  constructor(options: HeldCallsOptions) {
    super(options);
    this.options = options;
    this.unmet = new Set(options.pending.keys());
  }

  /** The calls that wait, and the JSON of their arguments. */
  get pending(): readonly { readonly pending: RequestedCall; readonly args: Json }[] {
    return [...this.held.values()];
  }

  isHeld(callId: string): boolean {
    return this.held.has(callId);
  }

  /** @throws CheckpointError if the run ended without a recorded effect */
  assertComplete(end: string): void {
    if (this.divergence !== undefined) throw this.divergence;
    const missing = this.missing();
    if (missing !== undefined)
      throw changedError(
        `${this.firewall.mask(end)} before it requested ${missing}, which the checkpoint has`,
      );
  }

  /** Executes a call and records its outcome. `isLater` is true if the program already waits. */
  protected execute(call: CheckedCall, made: MadeCall): unknown {
    return this.afterCompared(made.isLater, (isLater) => this.executed(call, { ...made, isLater }));
  }

  /**
   * Calls `begin` once all calls that waited before have been compared with those of this run. It
   * receives whether the program already waits.
   */
  private afterCompared(isLater: boolean, begin: (isLater: boolean) => unknown): unknown {
    if (this.fitting.size === this.options.pending.size) return begin(isLater);
    this.gate.hold();
    return new Promise((resolve) => {
      this.deferred.push(() => {
        resolve(
          new Promise((done) => {
            done(begin(true));
          }),
        );
      });
    });
  }

  protected override afterEarlier(begin: (isLater: boolean) => unknown): unknown {
    return this.afterCompared(false, (isDeferred) =>
      this.afterStored((isLater) => begin(isLater || isDeferred)),
    );
  }

  protected override hold(
    call: CheckedCall,
    why?: WaitReason,
    before?: DecidedCall,
  ): Promise<unknown> {
    const { tool, context, edited } = call;
    const args = edited?.json ?? call.args;
    const { callId, address } = context;
    const { approvalTimeoutMs } = tool.tool;
    const askedAt = this.hostClock.now();
    const pending = requestedCall(
      { id: callId, tool: tool.name, address },
      { before, why, askedAt, approvalTimeoutMs },
    );
    if (before === undefined)
      markRequested(this.options, context.trace, pending, () => this.masked(args));
    this.reports?.waits({ pending, args });
    return new Promise((resolve) => {
      const settle = (make: () => unknown): void => {
        resolve(
          new Promise((done) => {
            done(make());
          }),
        );
      };
      this.held.set(callId, { pending, args, before, call, settle });
      this.gate.hold();
    });
  }

  /** Called when the run can only wait: applies the decisions, or ends the run. */
  protected override quiet(): void {
    if (this.signal.aborted) return;
    const missing = this.missing();
    if (missing !== undefined) {
      this.diverged(`the run no longer requests ${missing}, which the checkpoint has`);
      return;
    }
    const unchecked = [...this.held.values()].filter(
      ({ before, pending }) => before !== undefined && !this.fitting.has(pending.id),
    );
    if (unchecked.length > 0) {
      this.decide(unchecked).catch((error: unknown) => {
        this.fail("changed", `the calls that wait can't be compared: ${thrownMessage(error, "")}`);
      });
      return;
    }
    this.isPaused = true;
    this.options.trace?.pausing();
    this.controller.abort();
  }

  /**
   * Applies decisions, once the arguments of all calls that waited are the same as before: a person
   * may already have seen those that have no decision yet.
   */
  private async decide(calls: readonly HeldCall[]): Promise<void> {
    const { digests } = this.options;
    const pass = this.gate.begin();
    for (const [index, call] of calls.entries()) {
      if (index % effectsPerTask === effectsPerTask - 1) await nextTask();
      const difference = await differenceOf(call, digests, (args, shown) =>
        this.fitsRecorded(args, shown),
      );
      if (difference !== undefined) {
        this.diverged(difference);
        return;
      }
      if (!(await this.accepts(call))) return;
    }
    const passes = calls.map(({ before, pending }) => {
      this.fitting.add(pending.id);
      if (before?.decision === undefined) return undefined;
      this.held.delete(pending.id);
      this.gate.release();
      return this.gate.begin();
    });
    pass(() => undefined);
    this.options.onResumed();
    for (const [index, call] of calls.entries())
      passes[index]?.(() => {
        call.settle(() => this.applied(call));
      });
    for (const begin of this.deferred.splice(0)) {
      this.gate.release();
      this.gate.begin()(begin);
    }
  }

  private applied({ before, pending, call }: HeldCall): unknown {
    const decision = before?.decision;
    if (decision === undefined) throw new Error("the call has no decision");
    const { context, edited } = call;
    const note = (made: CallDecision): CallDecision => {
      context.noteDecision?.(made);
      const message = decision.type === "deny" ? decision.message : undefined;
      markDecided(this.options, context.trace, pending, made, message);
      return made;
    };
    switch (decision.type) {
      case "approve": {
        if (decision.arguments === undefined)
          return this.execute(call, {
            isLater: true,
            decision: note(edited === undefined ? { decision: "approved" } : editedBy(edited)),
          });
        const edit = this.edits.get(pending.id);
        if (edit === undefined) throw new Error("the edit has not been checked");
        return this.execute(
          { ...call, checked: edit.accepted },
          { isLater: true, decision: note(editedBy(edit)) },
        );
      }
      case "answer": {
        const outcome = this.answers.get(pending.id);
        if (outcome === undefined) throw new Error("the answer has not been checked");
        this.record(call, true, outcome, note({ decision: "answered" }));
        // The program sees what the record has, in this pass and in later ones.
        return resultOf(outcome);
      }
      case "deny":
      case "expire": {
        const error = refusal(decision, pending.reason === "approval");
        const made = note({ decision: decision.type === "deny" ? "denied" : "expired" });
        this.record(call, true, failedOutcome(error), made);
        throw error;
      }
    }
  }

  /**
   * Returns false, and ends the run, if the arguments of an edit or the result of an answer don't
   * match the tool's schema.
   */
  private async accepts(call: HeldCall): Promise<boolean> {
    const decision = call.before?.decision;
    if (decision === undefined) return true;
    const { id } = call.pending;
    try {
      if (decision.type === "answer")
        this.answers.set(id, await acceptedAnswer(call.call.tool, decision.result));
      else if (decision.type === "approve" && decision.arguments !== undefined)
        this.edits.set(id, await acceptedEdit(call, decision.arguments));
      return true;
    } catch (error) {
      this.fail("decision", decisionProblem(id, error, this.firewall));
      return false;
    }
  }

  /** Returns the first recorded effect or waiting call that the run hasn't requested, as text. */
  private missing(): string | undefined {
    const effect = this.log.unrequested;
    if (effect !== undefined) return effectText(effect);
    const [id] = this.unmet;
    const call = id === undefined ? undefined : this.options.pending.get(id)?.call;
    return call === undefined ? undefined : unmetText(call);
  }
}
