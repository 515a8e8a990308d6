// The effects of a mission that can wait, and of its child missions. Recorded effects return what
// they returned before, in the same order. All others are real, and are recorded.

import type {
  Clock,
  EffectTimes,
  ToolArguments,
  ToolContext,
  ToolFunction,
  TraceScope,
} from "@ptc/core/contracts";
import {
  effectAddressText,
  isThenable,
  KeptListener,
  onAbort,
  sleep,
} from "@ptc/core/internal/contracts";
import type { PassTrace } from "@ptc/core/internal/stored";
import type { Firewall } from "@ptc/core/firewall";
import { EndOfRun } from "@ptc/core/internal/errors";
import { isObject } from "@ptc/core/internal/host";
import { shortened } from "@ptc/core/internal/printing";
import type { Json } from "@ptc/core/encoding";
import { CheckpointError, type CheckpointProblem, type JournalStore } from "@ptc/lisp";
import {
  fitsMasked,
  refusal,
  SearchBudget,
  shownJson,
  Suspension,
  suspensionOrError,
  type CheckpointWriter,
} from "@ptc/lisp/internal/waiting";
import type { LanguageModel, ModelRequest, ModelResponse } from "@ptc/llm";
import { noteAnswer } from "../bounds/deadline.ts";
import type { AskBudget } from "../bounds/budget-callback.ts";
import type { Effects } from "../bounds/effects.ts";
import type { RunObserver, StartedRun } from "../loop/run-observer.ts";
import { answerOf, failureOf, messageOf, modelFailure } from "../recording/effect-json.ts";
import { recordedAnswer, recordedOutcome } from "../recording/recorded-answers.ts";
import { clearData, clearJson } from "./clear-json.ts";
import { HeldMissionCalls, type PendingCalls } from "./held-mission-calls.ts";
import type { HoldingRun } from "./holding-run.ts";
import { MissionGate } from "./mission-gate.ts";
import type { Line, LineType, MissionLines, NewLine, PlacedLine } from "./mission-lines.ts";
import { noteReplayed } from "../model/replayed-request.ts";
import { requestDigest } from "./request-digest.ts";
import { argumentsJson } from "./arguments-json.ts";
import { isUnanswered, outcomeOf, suspensionJson, suspensionOf } from "./line-outcomes.ts";
import { ActiveTime } from "./waiting-clock.ts";

export interface WaitingEffectsOptions {
  readonly lines: MissionLines;
  readonly clock: Clock;
  readonly pending: PendingCalls;
  /** Reports the effects while the run runs. */
  readonly writer: CheckpointWriter | undefined;
  /** Appends the entry of a line. */
  readonly append: (line: Line, writer: CheckpointWriter) => void;
  /** Its events are those of this pass alone. */
  readonly trace: PassTrace | undefined;
  /** Called when the run begins, before its first effect. */
  readonly onBegin: () => void;
  /** Called when the run has reached the state in which it waited, and before it continues. */
  readonly onContinued: () => void;
  /** Called when the mission can only wait, before it is ended. */
  readonly onPause: () => void;
  /** Called when the run differs from the recorded one, before it is ended. */
  readonly onDivergence: () => void;
}

export class WaitingEffects implements Effects, RunObserver, HoldingRun {
  readonly effects: Effects = this;
  readonly computesAtOnce = false;
  readonly gate: MissionGate;
  readonly holds: HeldMissionCalls;
  readonly lines: MissionLines;
  readonly time: ActiveTime;
  /** Set when the run differs from the recorded one. */
  divergence: CheckpointError | undefined = undefined;
  isPaused = false;
  /** True once the run has made a decision or a new effect. */
  hasContinued = false;
  /** Why an entry couldn't be stored. */
  storeFailure: { readonly error: unknown } | undefined = undefined;
  private readonly options: WaitingEffectsOptions;
  /** Ends the run when it can only wait, or when it differs from the recorded one. */
  private readonly controller = new AbortController();
  private readonly listener = new KeptListener();
  private readonly changes = new Map<string, number>();
  private readonly searchBudget = new SearchBudget();
  private run: StartedRun | undefined = undefined;

  constructor(options: WaitingEffectsOptions) {
    const { lines, clock, pending } = options;
    this.options = options;
    this.lines = lines;
    this.gate = new MissionGate({
      recorded: lines.recordedCount,
      waited: pending.calls.size,
      onReplayed: () => {
        this.time.replayed();
      },
      onQuiet: () => {
        this.quiet();
      },
    });
    this.time = new ActiveTime(clock, () => this.gate.isReplaying);
    this.holds = new HeldMissionCalls(this, pending, clock, options.writer);
  }

  get activity() {
    return this.gate.activity;
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  get firewall(): Firewall {
    return this.begun.firewall;
  }

  /** The trace of the run, outside of all its spans. */
  get traceScope(): TraceScope {
    return this.begun.trace;
  }

  get trace(): PassTrace | undefined {
    return this.options.trace;
  }

  get runId(): string {
    return this.begun.runId;
  }

  readonly claim: NonNullable<Effects["claim"]> = (at) => this.gate.claim(at);

  begin(run: StartedRun): void {
    this.run = run;
    this.options.onBegin();
    this.gate.start();
  }

  end(): void {
    // The step is compared after the run has ended.
    this.listener.release();
  }

  resolve(runId: string, resolve: Parameters<Effects["resolve"]>[1]) {
    const resolved = resolve();
    const at = this.locationOf(runId);
    const known = this.take("mission", at);
    if (known === undefined)
      this.add({
        type: "mission",
        at,
        ...(resolved.ok ? { model: `${resolved.model.provider}:${resolved.model.modelId}` } : {}),
      });
    else {
      this.receive(known.line);
      if (!resolved.ok && known.line.model !== undefined)
        this.fail(
          "changed",
          `the mission has no model now, and had ${shortened(known.line.model, 100)}: ${resolved.fail.message}`,
        );
    }
    return resolved;
  }

  asked(model: LanguageModel): LanguageModel {
    const { provider, modelId, capabilities } = model;
    return {
      contractVersion: 1,
      provider,
      modelId,
      capabilities,
      generate: (request) => this.generate(model, request),
    };
  }

  tool: Effects["tool"] = (name, work) => (args, call) => {
    const at = this.locationOf(call.callId);
    const known = this.take("tool", at);
    if (known !== undefined) return this.replayedTool(known, name, args, call);
    if (this.holds.isUncertain(call.callId)) return this.uncertainTool(name, at, work, args, call);
    if (this.lines.timesAt(at) !== undefined)
      throw this.diverged(
        `tool/${name} is called at ${at}, where the checkpoint has the times of a call, and no result`,
      );
    return this.beginTool(name, at, work, args, call);
  };

  /** Makes a call, once the entries before it and its own are stored. */
  private beginTool(
    name: string,
    at: string,
    work: ToolFunction,
    args: ToolArguments,
    call: ToolContext,
  ): unknown {
    const { writer } = this.options;
    return this.afterRecorded(
      () => this.liveTool(name, at, work, args, call),
      writer === undefined
        ? undefined
        : () => {
            this.holds.appendBegun(name, args, call, writer);
          },
    );
  }

  /** Waits for the decision about a call that may have run before the process was killed. */
  private async uncertainTool(
    name: string,
    at: string,
    work: ToolFunction,
    args: ToolArguments,
    call: ToolContext,
  ): Promise<unknown> {
    const decision = await this.holds.uncertain(name, args, call);
    if (decision.type === "approve") return await this.beginTool(name, at, work, args, call);
    const outcome =
      decision.type === "answer"
        ? answerOf(decision.result, clearJson)
        : failureOf(refusal(decision, false), clearJson);
    const line = {
      type: "tool",
      at,
      tool: name,
      args: argumentsJson(args),
      isLater: true,
    } as const;
    this.add({ ...line, outcome: outcome as Json });
    return await recordedOutcome(
      { line: 0, effect: outcomeOf({ ...line, t: 0, outcome: outcome as Json }, this) },
      this,
    );
  }

  journal(store: JournalStore | undefined): JournalStore | undefined {
    if (store === undefined) return undefined;
    return (change) => {
      const number = this.changes.get(change.id) ?? 0;
      this.changes.set(change.id, number + 1);
      const at = `${String(number)} ${change.id}`;
      const known = this.take("store", at);
      if (known !== undefined) return this.passed(known, () => undefined);
      return this.afterRecorded(() => {
        const stored: unknown = store(change);
        if (!isThenable(stored)) {
          this.add({ type: "store", at });
          return stored;
        }
        return this.live(undefined, stored, () => {
          this.add({ type: "store", at, isLater: true });
        });
      });
    };
  }

  budget(ask: AskBudget | undefined): AskBudget | undefined {
    if (ask === undefined) return undefined;
    return (usage, requestId) => {
      const at = this.locationOf(requestId);
      const known = this.take("budget", at);
      const decision = (continues: boolean): string => (continues ? "continue" : "stop");
      if (known !== undefined)
        return this.passed(known, () => decision(known.line.continues === true));
      const add = (answer: unknown, later: { readonly isLater?: true }): void => {
        this.add({
          type: "budget",
          at,
          ...later,
          ...(answer === "stop" ? {} : { continues: true }),
        });
      };
      return this.afterRecorded(() => {
        const answer = ask(usage, requestId);
        if (!isThenable(answer)) {
          add(answer, {});
          return answer;
        }
        return this.live(undefined, answer, (settled) => {
          add(settled, { isLater: true });
        });
      });
    };
  }

  clock(): Clock {
    const { time } = this;
    const { clock } = this.options;
    return {
      now: (address) => {
        if (address === undefined) return clock.now();
        const at = this.locationOf(effectAddressText(address));
        const known = this.take("time", at);
        if (known !== undefined) {
          this.receive(known.line);
          return known.line.now;
        }
        this.assertNew(`the time at ${at}`);
        const now = clock.now(address);
        this.add({ type: "time", at, now });
        return now;
      },
      monotonic: () => time.now,
      sleep: (milliseconds, signal, place) =>
        place === undefined
          ? time.limit(milliseconds, signal)
          : this.pause(milliseconds, signal, this.locationOf(place), place),
      recordedTimes: (place, measured) => this.timesOf(this.locationOf(place), measured),
    };
  }

  /** Takes the next recorded effect of this type at a location. */
  take<Type extends LineType>(type: Type, at: string): PlacedLine<Type> | undefined {
    return this.lines.take(type, at);
  }

  add(line: NewLine): void {
    if (this.signal.aborted) return;
    this.continued();
    // The type and the other fields match, because the line has only been without its time.
    const timed = { ...line, t: Math.round(this.time.now) } as Line;
    this.lines.add(timed);
    const { writer } = this.options;
    if (writer !== undefined) this.options.append(timed, writer);
  }

  /** Returns `make()` at once, or in the turn of a line that came later. */
  passed<Made>(
    { index, line }: PlacedLine<"tool" | "store" | "budget" | "rule">,
    make: () => Made | PromiseLike<Made>,
  ): Made | PromiseLike<Made> {
    if (line.isLater === true) return this.inLine(index, line, make);
    this.receive(line);
    return make();
  }

  /** Notes that the run has received a recorded effect at once. */
  private receive({ t }: Pick<Line, "t">): void {
    this.time.reach(t);
    this.gate.received();
  }

  inLine<Made>(
    index: number,
    { t }: Pick<Line, "t">,
    make: () => Made | PromiseLike<Made>,
  ): Promise<Made> {
    return this.gate.inLine(index, () => {
      this.time.reach(t);
      return make();
    });
  }

  /**
   * Begins a new effect after the recorded ones, and once their entries are stored. `note` appends
   * an entry before it.
   */
  afterRecorded(begin: () => unknown, note?: () => void): unknown {
    const start = (): unknown => {
      note?.();
      return this.afterStored(begin);
    };
    return this.gate.hasCaughtUp ? start() : this.gate.afterRecorded(start);
  }

  private afterStored(begin: () => unknown): unknown {
    const { writer } = this.options;
    if (writer === undefined) return begin();
    const beginOrEnd = (): unknown => {
      if (this.signal.aborted) throw new Error("the call was ended");
      return begin();
    };
    const stored = writer.stored();
    if (stored === undefined) return beginOrEnd();
    this.activity.during(stored);
    return stored.then(beginOrEnd);
  }

  /**
   * Returns a promise of `answer`, which settles in its turn, after `record` was called. If
   * `signal` is aborted first, `unanswered` is called. A rejection becomes the error of `errorOf`.
   */
  live<Answer>(
    signal: AbortSignal | undefined,
    answer: PromiseLike<Answer>,
    record: (answer: Answer) => void,
    failed: (error: unknown) => void = () => undefined,
    unanswered: () => void = () => undefined,
    address?: string,
    errorOf: (thrown: unknown) => unknown = (thrown) => thrown,
  ): Promise<Answer> {
    const turn = this.gate.begin(address);
    let isOver = false;
    const abort = (): void => {
      if (isOver) return;
      isOver = true;
      unanswered();
      turn(() => undefined);
    };
    if (signal !== undefined) this.listener.keep(signal);
    const remove = signal === undefined ? undefined : onAbort(signal, abort);
    if (signal?.aborted === true) abort();
    // After an abort, the run no longer waits for the answer, so it isn't held back.
    const pass = (settle: () => void): void => {
      if (signal !== undefined) noteAnswer(signal);
      if (isOver) settle();
      else {
        isOver = true;
        remove?.();
        turn(settle);
      }
    };
    return new Promise((resolve, reject) => {
      Promise.resolve(answer).then(
        (value) => {
          const isLate = isOver;
          pass(() => {
            if (!isLate) record(value);
            resolve(value);
          });
        },
        (thrown: unknown) => {
          const isLate = isOver;
          const error = errorOf(thrown);
          pass(() => {
            if (!isLate) failed(error);
            // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- tools and models may reject with any value
            reject(error);
          });
        },
      );
    });
  }

  /** @throws CheckpointError if recorded effects are still to come; the run then ends */
  assertNew(what: string): void {
    const missing = this.lines.unrequested;
    if (missing === undefined) return;
    throw this.diverged(
      `the run requests ${what}, which the checkpoint doesn't have, before ${lineText(missing)}`,
    );
  }

  /** Ends the run, because it differs from the recorded one. Returns the error. */
  diverged(message: string): CheckpointError {
    return this.fail("changed", `${differs}${message}`);
  }

  fail(problem: CheckpointProblem, message: string): CheckpointError {
    if (this.divergence === undefined) this.options.onDivergence();
    this.divergence ??= new CheckpointError(problem, message);
    this.controller.abort();
    return this.divergence;
  }

  /** @throws CheckpointError if the run ended without a recorded effect */
  assertComplete(end: string): void {
    if (this.divergence !== undefined) throw this.divergence;
    const missing = this.missing();
    if (missing !== undefined)
      throw new CheckpointError(
        "changed",
        `${differs}${end} before it requested ${missing}, which the checkpoint has`,
      );
  }

  /** Ends the run, because an entry can't be stored. */
  failStore(error: unknown): void {
    this.storeFailure ??= { error };
    this.controller.abort();
  }

  /** The location within the run: the part of an address after its id, or that of a fork. */
  locationOf(address: string): string {
    const end = address.indexOf("/");
    return end < 0 ? "" : address.slice(end + 1);
  }

  /** Called when the run can only wait: applies the decisions, or ends the run. */
  private quiet(): void {
    if (this.signal.aborted) return;
    if (this.gate.isReplaying || this.holds.unmet !== undefined) {
      this.diverged(
        `the run no longer requests ${this.missing() ?? "an effect"}, which the checkpoint has`,
      );
      return;
    }
    if (this.holds.decide()) return;
    this.isPaused = true;
    this.options.onPause();
    this.controller.abort();
  }

  /** Called when the run begins to do more than the recorded one. */
  continued(): void {
    if (this.hasContinued) return;
    this.hasContinued = true;
    this.options.onContinued();
  }

  /** Returns the first recorded effect or waiting call that the run hasn't requested, as text. */
  private missing(): string | undefined {
    const line = this.lines.unrequested;
    return line === undefined ? this.holds.unmet : lineText(line);
  }

  private async generate(model: LanguageModel, request: ModelRequest): Promise<ModelResponse> {
    const at = this.locationOf(request.requestId ?? "");
    const digest = requestDigest(request);
    const known = this.take("model", at);
    if (known !== undefined) {
      const { outcome } = known.line;
      if (isObject(outcome) && Object.hasOwn(outcome, "answer")) noteReplayed(model, request);
      return await this.replayedAnswer(known, digest, request.signal);
    }
    const line = (outcome: object): NewLine => ({
      type: "model",
      at,
      request: digest,
      outcome: outcome as Json,
    });
    // The function returns what the model returns.
    return (await this.afterRecorded(() =>
      this.live(
        request.signal,
        model.generate(request),
        (response) => {
          try {
            this.add(line({ answer: clearData(response) }));
          } catch (error) {
            const unkept = messageOf(error) ?? "it can't be written";
            this.lines.unkept.set(`the answer of the model at ${at}`, unkept);
            this.add(line({ unkept }));
          }
        },
        (error) => {
          this.add(line({ error: modelFailure(error, clearJson) }));
        },
        () => {
          this.add(line({ unanswered: true }));
        },
      ),
    )) as ModelResponse;
  }

  private async replayedAnswer(
    { index, line }: PlacedLine<"model">,
    digest: string,
    signal: AbortSignal | undefined,
  ): Promise<ModelResponse> {
    if (line.request !== digest)
      throw this.diverged(
        `the request to the model at ${line.at} isn't the recorded one: the prompt, the tools, the context or an option of the agent has changed`,
      );
    if (isUnanswered(line.outcome)) return await this.unanswered(index, line, signal);
    return await this.inLine(index, line, () =>
      recordedAnswer({ line: index, effect: outcomeOf(line, this) }, this),
    );
  }

  private liveTool(
    name: string,
    at: string,
    work: ToolFunction,
    args: ToolArguments,
    call: ToolContext,
  ): unknown {
    // The tool may change its arguments.
    const requested = argumentsJson(args);
    const line = (outcome: object, later: { readonly isLater?: true }): NewLine => ({
      type: "tool",
      at,
      tool: name,
      args: requested,
      ...later,
      outcome: outcome as Json,
    });
    const succeeded = (answer: unknown, later: { readonly isLater?: true }): void => {
      const outcome = answerOf(answer, clearJson);
      const unkept = outcome.files === undefined ? outcome.unkept : "it contains a file";
      if (unkept !== undefined)
        this.lines.unkept.set(`the result of tool/${name} at ${at}`, unkept);
      this.add(line(unkept === undefined ? outcome : { unkept }, later));
    };
    const failed = (error: unknown, later: { readonly isLater?: true }): void => {
      const suspended = error instanceof Suspension ? suspensionJson(error) : undefined;
      this.add(line(suspended ?? failureOf(error, clearJson), later));
    };
    const suspends = this.holds.suspends(call);
    let answer: unknown;
    try {
      answer = work(args, call);
    } catch (thrown) {
      const error = suspensionOrError(thrown, { suspends });
      failed(error, {});
      throw error;
    }
    if (!isThenable(answer)) {
      succeeded(answer, {});
      return answer;
    }
    const isLater = { isLater: true } as const;
    return this.live(
      call.signal,
      answer,
      (value) => {
        succeeded(value, isLater);
      },
      (error) => {
        failed(error, isLater);
      },
      () => {
        this.add(line({ unanswered: true }, isLater));
      },
      call.callId,
      (thrown) => suspensionOrError(thrown, { suspends }),
    );
  }

  private replayedTool(
    known: PlacedLine<"tool">,
    name: string,
    args: ToolArguments,
    { signal }: ToolContext,
  ): unknown {
    const { index, line } = known;
    const { at, tool } = line;
    if (tool !== name)
      throw this.diverged(
        `tool/${name} is called at ${at}, where the checkpoint has a call of tool/${shortened(tool, 100)}`,
      );
    const json = argumentsJson(args);
    if (!this.fitsRecorded(json, line.args))
      throw this.diverged(
        `tool/${name} is called at ${at} with ${this.shown(json)}, and the checkpoint has the arguments ${this.shown(line.args)}`,
      );
    if (isUnanswered(line.outcome)) return this.unanswered(index, line, signal);
    return this.passed(known, () => {
      const suspension = suspensionOf(line.outcome);
      if (suspension !== undefined) throw suspension;
      return recordedOutcome({ line: index, effect: outcomeOf(line, this) }, this);
    });
  }

  /** @throws CheckpointError for arguments that take too long to compare; the run then ends */
  fitsRecorded(args: Json, recorded: Json): boolean {
    try {
      return fitsMasked(args, recorded, this.searchBudget);
    } catch (error) {
      throw this.fail("unreadable", messageOf(error) ?? "it can't be compared");
    }
  }

  /** Ends an effect that a time limit ended, by letting time limits pass. */
  private unanswered(
    index: number,
    { t, at }: Pick<Line, "t" | "at">,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<never> {
    return new Promise((_, reject) => {
      this.gate.holdLine(index, async () => {
        this.time.reach(t);
        const isAborted = await this.time.passLimits(signal, this.activity);
        reject(
          isAborted
            ? new Error("the call was ended")
            : this.diverged(
                `the effect at ${at} had no answer until a time limit ended it, and now there is no such limit`,
              ),
        );
      });
    });
  }

  private async pause(
    milliseconds: number,
    signal: AbortSignal,
    at: string,
    place: string,
  ): Promise<void> {
    if (milliseconds <= 0 || signal.aborted) return;
    const known = this.take("pause", at);
    if (known !== undefined) {
      const { index, line } = known;
      if (line.unanswered === true)
        await this.unanswered(index, line, signal).catch(() => undefined);
      else await this.inLine(index, line, () => undefined);
      return;
    }
    await this.afterRecorded(() =>
      this.live(undefined, sleep(this.options.clock, milliseconds, signal, place), () => {
        this.add({ type: "pause", at, ...(signal.aborted ? { unanswered: true } : {}) });
      }),
    );
  }

  private timesOf(at: string, measured: EffectTimes): EffectTimes {
    const known = this.lines.timesAt(at);
    if (known !== undefined) return known;
    // The records of an ended run have no final times.
    if (!this.signal.aborted) {
      this.lines.addTimes(at, measured);
      this.options.writer?.noteTimes(at, measured);
    }
    return measured;
  }

  /** Returns the error for a recorded effect that can't be read; the run then ends. */
  unreadable(
    { effect: { at } }: { readonly effect: { readonly at: string } },
    why: string,
  ): EndOfRun {
    const { message } = this.fail(
      "unreadable",
      `the checkpoint is damaged: the effect at ${shortened(at, 200)}: ${why}`,
    );
    return new EndOfRun("cancelled", message);
  }

  /** Returns JSON with markers in place of firewalled values. */
  masked(json: Json): Json {
    return shownJson(json, this.firewall);
  }

  private shown(json: Json): string {
    return shortened(JSON.stringify(this.masked(json)), 300);
  }

  private get begun(): StartedRun {
    if (this.run === undefined) throw new Error("the run has not begun");
    return this.run;
  }
}

const differs = "the run differs from the one that wrote the checkpoint: ";

/** Returns an effect as text for a message. */
function lineText(line: Line): string {
  const at = shortened(line.at, 200);
  switch (line.type) {
    case "tool":
      return `tool/${shortened(line.tool, 100)} at ${at}`;
    case "model":
      return `the model at ${at}`;
    case "mission":
      return at === "" ? "the mission" : `the mission at ${at}`;
    case "rule":
    case "approval":
    case "decision":
      return `a call that waits at ${at}`;
    case "store":
      return `a change of the journal (${at.slice(at.indexOf(" ") + 1)})`;
    case "budget":
      return `the option budget at ${at}`;
    case "time":
    case "pause":
      return `the ${line.type} at ${at}`;
  }
}
