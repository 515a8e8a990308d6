// The calls of a run that can wait: recorded ones, real ones, and those that wait for a decision.

import type {
  ApprovalContext,
  CallDecision,
  Tool,
  ToolArguments,
  ToolContext,
  ToolFunction,
  Tools,
  TypedTool,
} from "@ptc/core/contracts";
import { isStandardSchema, isThenable } from "@ptc/core/internal/contracts";
import { type PassTrace, decodedValue } from "@ptc/core/internal/stored";
import { isObject } from "@ptc/core/internal/host";
import { shortened } from "@ptc/core/internal/printing";
import type { Json } from "@ptc/core/encoding";
import type { Firewall } from "@ptc/core/firewall";
import { nextTask } from "@ptc/core/internal/task";
import { collected, comesInPieces } from "../effects/collected-answer.ts";
import { acceptedArguments } from "../effects/tool-schemas.ts";
import { thrownMessage } from "../evaluation/errors/raised.ts";
import { verdictOf } from "../evaluation/host/schema-verdict.ts";
import {
  encodedData,
  failedOutcome,
  readEffect,
  resultOf,
  succeeded,
  type ReadEffect,
  type WrittenOutcome,
} from "./call-outcomes.ts";
import {
  effectsPerTask,
  type CallOutcome,
  type EditEffect,
  type ToolEffect,
} from "./effect-log.ts";
import { fitsMasked, SearchBudget, shownJson } from "./checkpoint-mask.ts";
import {
  changedError,
  effectText,
  RecordedEffects,
  type RecordedEffectsOptions,
} from "./recorded-effects.ts";
import { assertSettled, decidedEdit } from "./decided-data.ts";
import { ownArguments } from "./own-arguments.ts";
import type { Digests } from "./seal.ts";
import { Suspension, type SuspendOptions } from "./suspension.ts";
import {
  decisionProblem,
  differenceOf,
  refusal,
  requestedCall,
  unmetText,
  type DecidedCall,
  type RequestedCall,
} from "./waiting-calls.ts";
import { markDecided, markRequested } from "./traced-calls.ts";
import {
  checkApproval,
  isYes,
  runFields,
  suspensionOrError,
  unchecked,
} from "./tools-that-wait.ts";

export interface HeldCallsOptions extends RecordedEffectsOptions {
  readonly firewall: Firewall;
  readonly memoryBytes: number;
  readonly digests: Digests;
  /** Receives the events of calls that wait. Absent if the run isn't traced. */
  readonly trace: PassTrace | undefined;
  /** Called when the run has repeated its recorded part. */
  readonly onResumed: () => void;
  /** The calls that waited, with their decisions. */
  readonly pending: ReadonlyMap<string, DecidedCall>;
  /**
   * True if the program runs in another process. It then waits for each call, also for those whose
   * tool returns at once, so their answers have an order too.
   */
  readonly isElsewhere: boolean;
}

/** The arguments of a decision, in place of the requested ones. */
interface EditOfCall {
  readonly arguments: ToolArguments;
  readonly json: Json;
}

/** A call whose arguments have been checked. */
interface CheckedCall {
  readonly tool: NamedTool;
  /** The requested arguments. */
  readonly args: Json;
  readonly checked: unknown;
  readonly context: ToolContext;
  /** Present if an earlier decision has edited the call. */
  readonly edited: EditOfCall | undefined;
}

/** The way to make a call. */
interface MadeCall {
  /** True if the program already waits for it. */
  readonly isLater: boolean;
  readonly decision?: CallDecision;
}

/** A call that waits in this process. */
interface HeldCall {
  readonly pending: RequestedCall;
  /** The arguments with which the call will be made. */
  readonly args: Json;
  readonly before: DecidedCall | undefined;
  readonly call: CheckedCall;
  readonly settle: (settle: () => unknown) => void;
}

interface NamedTool {
  readonly name: string;
  readonly tool: Tool;
}

export class HeldCalls extends RecordedEffects {
  isPaused = false;
  private readonly options: HeldCallsOptions;
  private readonly held = new Map<string, HeldCall>();
  private readonly unmet: Set<string>;
  /** The calls that waited before, and whose arguments are still the same. */
  private readonly fitting = new Set<string>();
  /** The edits and the answers of decisions, which have been checked. */
  private readonly edits = new Map<
    string,
    { readonly arguments: ToolArguments; readonly accepted: unknown }
  >();
  private readonly answers = new Map<string, CallOutcome>();
  /** New calls, which begin once those that waited before have been compared. */
  private readonly deferred: (() => void)[] = [];
  private readonly searchBudget = new SearchBudget();

  constructor(options: HeldCallsOptions) {
    super(options);
    this.options = options;
    this.unmet = new Set(options.pending.keys());
  }

  /** The calls that wait, and the JSON of their arguments. */
  get pending(): readonly { readonly pending: RequestedCall; readonly args: Json }[] {
    return [...this.held.values()];
  }

  get firewall(): Firewall {
    return this.options.firewall;
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
        `${this.options.firewall.mask(end)} before it requested ${missing}, which the checkpoint has`,
      );
  }

  /** Returns tools that record their calls, and wait. @throws OptionError */
  tools(given: Tools): Tools {
    return Object.fromEntries(
      Object.entries(given).map(([name, tool]) => [name, this.wrapped(name, tool)]),
    );
  }

  private wrapped(name: string, given: Tools[string]): Tools[string] {
    const tool = (typeof given === "function" ? { execute: given } : given) as Tool;
    // The run refuses it.
    if (!isObject(tool)) return given;
    if (typeof (tool.execute as unknown) !== "function") return runFields(tool);
    checkApproval(name, tool);
    const { inputSchema, ...fields } = runFields(tool);
    const named = { name, tool };
    const execute: ToolFunction = (args, context) => this.call(named, args, context);
    return {
      ...fields,
      ...(inputSchema === undefined
        ? {}
        : { inputSchema: isStandardSchema(inputSchema) ? unchecked(inputSchema) : inputSchema }),
      execute,
    } satisfies TypedTool;
  }

  /** The arguments are checked before a call is made. A recorded call has passed that check. */
  private call(named: NamedTool, requested: ToolArguments, context: ToolContext): unknown {
    const { name, tool } = named;
    const at = this.locationOf(context.callId);
    const args = encodedData(requested);
    const decided = this.log.take("edit", at)?.effect;
    const known = this.log.take("tool", at);
    if (known !== undefined) return this.replayed(known.line, known.effect, name, args, context);
    const { callId } = context;
    if (this.unmet.size > 0) this.unmet.delete(callId);
    const edited = decided === undefined ? undefined : this.editOf(decided, name, args);
    const failed = (error: unknown, isLater: boolean): unknown =>
      this.ended(isLater, () => {
        // The call that waited had passed the check.
        if (this.options.pending.has(callId)) this.unmet.add(callId);
        this.record({ tool: named, args, context }, this.isLater(isLater), failedOutcome(error));
        throw error;
      });
    let checked: unknown;
    try {
      checked = acceptedArguments(tool.inputSchema, edited?.arguments ?? requested);
    } catch (error) {
      this.assertNew(`tool/${name} at ${at}`);
      return failed(error, false);
    }
    const callOf = (accepted: unknown): CheckedCall => ({
      tool: named,
      args,
      checked: accepted,
      context,
      edited,
    });
    if (!isThenable(checked)) return this.checkedCall(callOf(checked), false);
    return this.counted(Promise.resolve(checked)).then(
      (accepted) => this.checkedCall(callOf(accepted), true),
      (error: unknown) => failed(error, true),
    );
  }

  /** Returns the recorded edit of a call that has no outcome. */
  private editOf(effect: EditEffect, name: string, args: Json): EditOfCall {
    this.assertRecorded(effect, name, args);
    const { result } = this.readable(effect);
    return { arguments: result as ToolArguments, json: encodedData(result) };
  }

  /** `isLater` is true if the program already waits for the call. */
  private checkedCall(call: CheckedCall, isLater: boolean): unknown {
    const { tool: named, edited, context } = call;
    const { callId } = context;
    const at = this.locationOf(callId);
    const { pending } = this.options;
    const before = pending.size === 0 ? undefined : pending.get(callId);
    if (before !== undefined) {
      const { tool } = before.call;
      if (tool !== named.name)
        throw this.diverged(
          `tool/${named.name} is called at ${at}, where tool/${shortened(tool, 100)} waits`,
        );
      return this.hold(call, undefined, before);
    }
    this.assertNew(`tool/${named.name} at ${at}`);
    if (edited !== undefined) return this.execute(call, { isLater, decision: editedBy(edited) });
    const { needsApproval = false } = named.tool;
    if (typeof needsApproval === "boolean")
      return needsApproval ? this.hold(call) : this.execute(call, { isLater });
    const isHeld = this.ruled(needsApproval, call, isLater);
    return this.then(isHeld, (needs) =>
      needs === true
        ? this.hold(call)
        : this.execute(call, { isLater: isLater || isThenable(isHeld) }),
    );
  }

  /** Asks the tool's rule. An error of the rule fails the call, and is recorded like its answer. */
  private ruled(
    rule: Exclude<Tool["needsApproval"], boolean | undefined>,
    { tool, args, checked, context }: CheckedCall,
    isWaitedFor: boolean,
  ): unknown {
    const { callId, address } = context;
    const call: ApprovalContext = { callId, toolCallId: callId, address };
    const failed = (error: unknown, isLater: boolean): unknown =>
      this.ended(isLater, () => {
        const message = `needsApproval failed: ${thrownMessage(error, "it threw")}`;
        this.record({ tool, args, context }, this.isLater(isLater), { error: { message } });
        throw new Error(message);
      });
    try {
      const answer = rule(ownArguments(checked as ToolArguments), call);
      if (!isThenable(answer)) return isYes(answer);
      return this.counted(Promise.resolve(answer).then(isYes)).catch((error: unknown) =>
        failed(error, true),
      );
    } catch (error) {
      return failed(error, isWaitedFor);
    }
  }

  private replayed(
    line: number,
    effect: ToolEffect,
    name: string,
    args: Json,
    context: ToolContext,
  ): unknown {
    this.assertRecorded(effect, name, args);
    const settle = (): unknown => {
      const { result, error, decision } = this.readable(effect);
      if (decision !== undefined) context.noteDecision?.(decision);
      if (error !== undefined) throw error;
      return result;
    };
    return this.isLater(effect.isLater === true) ? this.inTurn(line, settle) : settle();
  }

  /** @throws CheckpointError unless the call is the recorded one; the run then ends */
  private assertRecorded(
    { at, tool, args: recorded }: ToolEffect | EditEffect,
    name: string,
    args: Json,
  ): void {
    if (tool !== name)
      throw this.diverged(
        `tool/${name} is called at ${at}, where the checkpoint has a call of tool/${shortened(tool, 100)}`,
      );
    if (!this.fitsRecorded(args, recorded))
      throw this.diverged(
        `tool/${name} is called at ${at} with ${jsonText(this.masked(args))}, and the checkpoint has the arguments ${jsonText(this.masked(recorded))}`,
      );
  }

  /** @throws CheckpointError for arguments that take too long to compare; the run then ends */
  private fitsRecorded(args: Json, recorded: Json): boolean {
    try {
      return fitsMasked(args, recorded, this.searchBudget);
    } catch (error) {
      throw this.fail("unreadable", thrownMessage(error, "it can't be compared"));
    }
  }

  /** @throws CheckpointError for an effect that can't be read; the run then ends */
  private readable(effect: ToolEffect | EditEffect): ReadEffect {
    try {
      return readEffect(effect);
    } catch (error) {
      const why = thrownMessage(error, "it can't be read");
      throw this.fail(
        "unreadable",
        `the checkpoint is damaged: the call of ${effectText(effect)}: ${why}`,
      );
    }
  }

  /** Executes a call and records its outcome. `isLater` is true if the program already waits. */
  private execute(call: CheckedCall, made: MadeCall): unknown {
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

  private executed(call: CheckedCall, made: MadeCall): unknown {
    const stored = this.begins(call, made.decision);
    if (stored !== undefined) return this.executedLater(call, made.decision, stored);
    let answer: unknown;
    try {
      answer = this.started(call);
    } catch (thrown) {
      return this.failed(call, made, thrown);
    }
    if (isThenable(answer) || this.options.isElsewhere)
      return this.executedLater(call, made.decision, undefined, answer);
    this.record(call, made.isLater, succeeded(answer), made.decision);
    return answer;
  }

  /** Calls the tool. An answer in pieces is collected. */
  private started({ tool: { tool }, checked, context }: CheckedCall): unknown {
    if (this.signal.aborted) throw new Error("the call was ended");
    return this.inOnePiece(tool.execute(checked as ToolArguments, context), context);
  }

  private inOnePiece(answer: unknown, { signal }: ToolContext): unknown {
    return comesInPieces(answer)
      ? collected(answer, this.options.memoryBytes, signal, this.hostClock)
      : answer;
  }

  /** Ends a call whose tool threw at once. */
  private failed(call: CheckedCall, { isLater, decision }: MadeCall, thrown: unknown): unknown {
    const error = suspensionOrError(thrown, call.tool.tool);
    if (error instanceof Suspension) return this.suspended(call, error, decision);
    return this.ended(isLater, () => {
      this.record(call, this.isLater(isLater), failedOutcome(error), decision);
      throw error;
    });
  }

  /** Returns a promise of an answer, or of that of a call that begins once its entry is stored. */
  private executedLater(
    call: CheckedCall,
    decision: CallDecision | undefined,
    stored: Promise<void> | undefined,
    answer?: unknown,
  ): Promise<unknown> {
    const { tool, context } = call;
    const pass = this.gate.begin(context.address);
    return new Promise((resolve, reject) => {
      const succeed = (value: unknown): void => {
        pass(() => {
          const outcome = succeeded(value);
          this.record(call, true, outcome, decision);
          // A promise would be followed, and a chain of them may never end.
          resolve(isThenable(value) ? resultOf(outcome) : value);
        });
      };
      const fail = (thrown: unknown): void => {
        pass(() => {
          const error = suspensionOrError(thrown, tool.tool);
          if (error instanceof Suspension) {
            resolve(this.suspended(call, error, decision));
            return;
          }
          this.record(call, true, failedOutcome(error), decision);
          // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- tools may reject with any value
          reject(error);
        });
      };
      const follow = (given: unknown): void => {
        settleOnce(
          isThenable(given) ? given : Promise.resolve(given),
          (value) => {
            if (comesInPieces(value)) settleOnce(this.inOnePiece(value, context), succeed, fail);
            else succeed(value);
          },
          fail,
        );
      };
      if (stored === undefined) follow(answer);
      else
        void stored.then(() => {
          try {
            follow(this.started(call));
          } catch (thrown) {
            fail(thrown);
          }
        });
    });
  }

  /** Reports that a call begins. Resolves when that is stored; undefined if it is. */
  private begins(call: CheckedCall, decision: CallDecision | undefined): Promise<void> | undefined {
    const { reports } = this;
    if (reports === undefined) return undefined;
    const { tool, args, context } = call;
    if (decision?.arguments !== undefined) this.noteEdit(call, decision.arguments);
    const { callId: id, address } = context;
    const askedAt = this.hostClock.now();
    const executed = decision?.arguments === undefined ? args : encodedData(decision.arguments);
    reports.begins({ id, tool: tool.name, address, askedAt }, executed);
    return reports.stored();
  }

  /** Adds the arguments of a decision to the record before the call has an outcome. */
  private noteEdit({ tool, args, context, edited }: CheckedCall, given: ToolArguments): void {
    // A repeated call has the arguments that the record has.
    if (edited?.arguments === given || this.signal.aborted) return;
    this.add({
      type: "edit",
      at: this.locationOf(context.callId),
      tool: tool.name,
      args,
      outcome: { result: encodedData(given) },
    });
  }

  /** Waits, because the tool has suspended itself. The call keeps the arguments of a decision. */
  private suspended(
    call: CheckedCall,
    { options }: Suspension,
    decision: CallDecision | undefined,
  ): Promise<unknown> {
    const given = decision?.arguments;
    if (given === undefined) return this.hold(call, options);
    this.noteEdit(call, given);
    return this.hold({ ...call, edited: { arguments: given, json: encodedData(given) } }, options);
  }

  private hold(call: CheckedCall, why?: SuspendOptions, before?: DecidedCall): Promise<unknown> {
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
      this.fail("decision", decisionProblem(id, error, this.options.firewall));
      return false;
    }
  }

  /** True if the program waits for the call, given whether it would in this process. */
  private isLater(isLater: boolean): boolean {
    return isLater || this.options.isElsewhere;
  }

  /** Ends a call at once, or in the order of answers for a program in another process. */
  private ended(isLater: boolean, end: () => unknown): unknown {
    if (isLater || !this.options.isElsewhere) return end();
    const pass = this.gate.begin();
    return new Promise((resolve) => {
      pass(() => {
        resolve(
          new Promise((done) => {
            done(end());
          }),
        );
      });
    });
  }

  /** Continues at once if `value` isn't a promise, and counts its work otherwise. */
  private then(value: unknown, next: (value: unknown) => unknown): unknown {
    return isThenable(value) ? this.counted(Promise.resolve(value)).then(next) : next(value);
  }

  private counted<Made>(work: Promise<Made>): Promise<Made> {
    this.gate.activity.during(work, this.signal);
    return work;
  }

  private record(
    { tool, args, context }: Pick<CheckedCall, "tool" | "args" | "context">,
    isLater: boolean,
    { unkept, ...outcome }: WrittenOutcome,
    decision?: CallDecision,
  ): void {
    if (this.signal.aborted) return;
    const effect: ToolEffect = {
      type: "tool",
      at: this.locationOf(context.callId),
      tool: tool.name,
      args,
      outcome,
    };
    // Most effects have none of these.
    if (!isLater && decision === undefined && unkept === undefined) this.add(effect);
    else
      this.add({
        ...effect,
        ...(isLater ? { isLater } : {}),
        ...(decision === undefined ? {} : { decision: this.decisionJson(decision) }),
        ...(unkept === undefined ? {} : { unkept }),
      });
  }

  private decisionJson({ decision, arguments: edited }: CallDecision) {
    return {
      decision,
      ...(edited === undefined ? {} : { arguments: encodedData(edited) }),
    };
  }

  private masked(json: Json): Json {
    return shownJson(json, this.options.firewall);
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

/** Values that are as shown keep the requested values, which may be hidden. */
async function acceptedEdit(
  { args, before, call: { tool } }: HeldCall,
  edit: ToolArguments,
): Promise<{ readonly arguments: ToolArguments; readonly accepted: unknown }> {
  if (before?.call.uncertain === true)
    throw new TypeError("a call that may have run can't be edited: approve or answer it");
  const edited = decidedEdit(edit, before?.call.arguments, decodedValue(args, "arguments"));
  const accepted = await acceptedArguments(tool.tool.inputSchema, edited);
  return { arguments: edited, accepted };
}

/**
 * Returns the outcome of a call that a decision answers. A result that doesn't match would fail the
 * call, as if the program had made a mistake.
 */
async function acceptedAnswer(
  { name, tool: { outputSchema } }: NamedTool,
  result: unknown,
): Promise<CallOutcome> {
  assertSettled(result);
  const { unkept, ...outcome } = succeeded(result);
  if (unkept !== undefined) throw new Error(`the answer can't be stored: ${unkept}`);
  if (outputSchema === undefined) return outcome;
  const { messages } = await verdictOf(outputSchema, resultOf(outcome), "outputSchema");
  if (messages === undefined) return outcome;
  throw new Error(
    `the answer doesn't match the outputSchema of tool/${name}: ${messages.join("; ")}`,
  );
}

function editedBy({ arguments: edited }: Pick<EditOfCall, "arguments">): CallDecision {
  return { decision: "edited", arguments: edited };
}

/** Calls one of the functions once, when `answer` settles. */
function settleOnce(
  answer: unknown,
  succeed: (value: unknown) => void,
  fail: (error: unknown) => void,
): void {
  let isOver = false;
  const once =
    (settle: (settled: unknown) => void) =>
    (settled: unknown): void => {
      if (isOver) return;
      isOver = true;
      settle(settled);
    };
  try {
    (answer as PromiseLike<unknown>).then(once(succeed), once(fail));
  } catch (error) {
    once(fail)(error);
  }
}

function jsonText(json: Json): string {
  return shortened(JSON.stringify(json), 300);
}
