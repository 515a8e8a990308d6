// Records a run: one line for each effect, with its location. A line is written before the program
// or the model receives its values. So an interrupted run can be replayed up to that point.

import {
  systemClock,
  type Clock,
  type EffectTimes,
  type ToolArguments,
  type ToolContext,
  type ToolFunction,
} from "@ptc/core/contracts";
import {
  effectAddressText,
  isThenable,
  KeptListener,
  onAbort,
  sleep,
} from "@ptc/core/internal/contracts";
import { OptionError } from "@ptc/core/errors";
import { recordOf } from "@ptc/core/internal/values";
import type { JournalStore } from "@ptc/lisp";
import type { LanguageModel, ModelRequest } from "@ptc/llm";
import type { Json } from "@ptc/core/encoding";
import { presentFields } from "@ptc/llm/adapter";
import { noteAnswer } from "../bounds/deadline.ts";
import type { AskBudget } from "../bounds/budget-callback.ts";
import type { Effects } from "../bounds/effects.ts";
import type { StartedRun, RunObserver } from "../loop/run-observer.ts";
import type { MissionStep } from "../step/step.ts";
import {
  answerOf,
  clearAnswer,
  contextOf,
  dataOrMark,
  endOf,
  failureOf,
  madeOr,
  messageOf,
  modelFailure,
  type JsonFields,
} from "./effect-json.ts";
import { Activity, BranchOrder } from "@ptc/core/internal/task";
import { HiddenJson } from "./hidden-json.ts";
import { recordingFormat, recordingVersion, type RecordedEffect } from "./recording-lines.ts";
import { isOfOnlyBranch, locationWithin } from "./effect-location.ts";
import {
  checkedOptions,
  type CheckedOptions,
  type RunRecorderOptions,
} from "./recorder-options.ts";

/** The run option `record`. */
export interface RunRecorder extends RunObserver {
  /** The reason why the recording is incomplete. No lines are written after an error. */
  readonly error: Error | undefined;
}

/**
 * Returns the recorder for one run and its child missions:
 * `run(agent, { record: createRunRecorder({ write }) })`. Firewalled fields and texts that look
 * like credentials are omitted.
 * @throws OptionError
 */
export function createRunRecorder(options: RunRecorderOptions): RunRecorder {
  return new Recorder(checkedOptions(options));
}

/** An effect, or the JSON of one. */
type WrittenEffect = RecordedEffect | string;

/** The lines for the outcomes of an effect. An outcome without a line isn't recorded. */
interface SettledLines<Answer> {
  readonly answered: (value: Answer) => WrittenEffect;
  readonly failed?: (error: unknown) => RecordedEffect;
  readonly unanswered?: () => RecordedEffect;
}

class Recorder implements RunRecorder, RunObserver, Effects {
  readonly effects: Effects = this;
  error: Error | undefined = undefined;
  readonly activity = new Activity();
  readonly computesAtOnce = false;
  private readonly order = new BranchOrder(this.activity);
  readonly holds = undefined;
  readonly claim: Effects["claim"] = (address) =>
    this.open === 0 && isOfOnlyBranch(address) ? undefined : this.order.claim(address);
  /** The effects whose answers the run hasn't received. */
  private open = 0;
  private readonly options: CheckedOptions;
  private run:
    | { readonly id: string; readonly hiding: HiddenJson; readonly signal: AbortSignal | undefined }
    | undefined = undefined;
  private wallClock: Clock = systemClock;
  private readonly changes = new Map<string, number>();
  private readonly listener = new KeptListener();
  private units = 0;
  /** True while nothing had to be hidden in calls. */
  private areCallsClear = true;

  constructor(options: CheckedOptions) {
    this.options = options;
  }

  /** Writes the header. @throws OptionError if the recorder was used before */
  begin(run: StartedRun): void {
    if (this.run !== undefined)
      throw new OptionError("record", "has already recorded a run: create a recorder for each run");
    this.order.start();
    const hiding = new HiddenJson(run.firewall);
    this.run = { id: run.runId, hiding, signal: run.signal };
    const { note, mission } = this.options;
    const { allow } = run.allowed;
    this.write(() => ({
      format: recordingFormat,
      version: recordingVersion,
      runId: run.runId,
      seed: run.seed,
      recordedAt: new Date(this.wallClock.now()).toISOString(),
      ...(mission === undefined ? {} : { mission: [...mission] }),
      ...presentFields({ note }),
      inOrder: true,
      collectMessages: run.collectMessages,
      ...(allow === undefined ? {} : { allowed: [...allow] }),
      ...contextOf(run, hiding),
      memory: hiding.madeJson(run.memory.toJSON()),
      ...(run.journal === undefined ? {} : { journal: hiding.madeJson(run.journal as JsonFields) }),
      ...(Object.keys(run.summaries).length === 0
        ? {}
        : { summaries: hiding.madeJson({ ...run.summaries }) }),
      ...presentFields({ libraries: run.libraries }),
      toolCache: recordOf(
        Object.entries(run.toolCache).map(([key, answer]) => [key, dataOrMark(answer, hiding)]),
      ),
    }));
  }

  end(step: MissionStep): void {
    this.listener.release();
    this.write(() => endOf(step, this.begun.hiding, this.areCallsClear));
  }

  resolve(runId: string, resolve: Parameters<Effects["resolve"]>[1]) {
    const resolved = resolve();
    const at = this.locationOf(runId);
    if (resolved.ok) {
      const { provider, modelId, capabilities } = resolved.model;
      this.effect({
        type: "mission",
        at,
        model: { provider, modelId, capabilities },
      });
    } else {
      const { reason, message } = resolved.fail;
      this.effect({ type: "mission", at, fail: { reason, message } });
    }
    return resolved;
  }

  asked(model: LanguageModel): LanguageModel {
    return {
      contractVersion: 1,
      provider: model.provider,
      modelId: model.modelId,
      capabilities: model.capabilities,
      generate: (request) => this.generate(model, request),
    };
  }

  tool: Effects["tool"] = (name, work) => {
    const nameText = JSON.stringify(name);
    return (args, call) => this.called(name, nameText, work, args, call);
  };

  private called(
    name: string,
    nameText: string,
    work: ToolFunction,
    args: ToolArguments,
    call: ToolContext,
  ): unknown {
    const { hiding } = this.begun;
    const at = this.locationOf(call.callId);
    const argsText = hiding.clearText(args);
    const made = argsText === undefined ? madeOr("args", () => hiding.made(args)) : undefined;
    if (argsText === undefined) this.areCallsClear = false;
    const effect = () =>
      ({
        type: "tool",
        at,
        name,
        ...(made ?? { args: JSON.parse(argsText ?? "null") as Json }),
      }) as const;
    const answered = (value: unknown, later: { readonly isLater?: true }) => {
      const text = argsText === undefined ? undefined : clearAnswer(value, hiding);
      if (text !== undefined)
        return `{"type":"tool","at":${locationText(at)},"name":${nameText},"args":${argsText ?? ""}${
          later.isLater === true ? ',"isLater":true' : ""
        },"result":${text}}`;
      this.areCallsClear = false;
      return { ...effect(), ...later, ...answerOf(value, hiding) };
    };
    let answer: unknown;
    try {
      answer = work(args, call);
    } catch (error) {
      this.areCallsClear = false;
      this.effect({ ...effect(), ...failureOf(error, hiding) });
      throw error;
    }
    if (!isThenable(answer)) {
      this.effect(answered(answer, {}));
      return answer;
    }
    const later = { isLater: true } as const;
    const lines: SettledLines<unknown> = {
      answered: (value) => answered(value, later),
      failed: (error) => {
        this.areCallsClear = false;
        return { ...effect(), ...later, ...failureOf(error, hiding) };
      },
      unanswered: () => ({ ...effect(), ...later, unanswered: this.endedBy }),
    };
    return this.settled(call.signal, answer, lines, call.callId);
  }

  journal(store: JournalStore | undefined): JournalStore | undefined {
    if (store === undefined) return undefined;
    return (change) => {
      const id = this.begun.hiding.taskId(change.id);
      const number = this.changes.get(id) ?? 0;
      this.changes.set(id, number + 1);
      const effect = { type: "journal", id, change: number } as const;
      const later = { ...effect, isLater: true } as const;
      const failed = (error: unknown): { readonly error: string } => ({
        error: this.begun.hiding.text(messageOf(error) ?? "the store failed"),
      });
      let stored: unknown;
      try {
        stored = store(change);
      } catch (error) {
        this.effect({ ...effect, ...failed(error) });
        throw error;
      }
      return isThenable(stored)
        ? this.settled<unknown>(undefined, stored, {
            answered: () => later,
            failed: (error) => ({ ...later, ...failed(error) }),
          })
        : stored;
    };
  }

  budget(ask: AskBudget | undefined): AskBudget | undefined {
    if (ask === undefined) return undefined;
    return (usage, requestId) => {
      const decision = ask(usage, requestId);
      const effect = { type: "budget", at: this.locationOf(requestId) } as const;
      if (isThenable(decision))
        return this.settled<unknown>(undefined, decision, {
          answered: (answered) => ({
            ...effect,
            isLater: true,
            ...(answered === "stop" ? {} : { continues: true }),
          }),
        });
      if (decision === "stop") this.effect(effect);
      return decision;
    };
  }

  clock(clock: Clock): Clock {
    this.wallClock = clock;
    return {
      now: (address) => {
        const now = clock.now(address);
        if (address !== undefined) {
          this.effect({ type: "time", at: this.locationOf(effectAddressText(address)), now });
        }
        return now;
      },
      monotonic: () => clock.monotonic(),
      sleep: async (milliseconds, signal, place) => {
        await sleep(clock, milliseconds, signal, place);
        if (place === undefined) return;
        const effect = { type: "pause", at: this.locationOf(place) } as const;
        if (signal.aborted) this.effect({ ...effect, unanswered: this.endedBy });
        else
          await this.order.inTurn(() => {
            this.effect(effect);
          });
      },
      recordedTimes: (location, measured): EffectTimes => {
        const { timestamp, durationMs } = measured;
        const at = locationText(this.locationOf(location));
        this.effect(
          Number.isFinite(timestamp + durationMs)
            ? `{"type":"times","at":${at},"timestamp":${String(timestamp)},"durationMs":${String(durationMs)}}`
            : { type: "times", at: this.locationOf(location), ...measured },
        );
        return measured;
      },
    };
  }

  private generate(model: LanguageModel, request: ModelRequest) {
    const { hiding } = this.begun;
    const effect = { type: "model", at: this.locationOf(request.requestId ?? "") } as const;
    return this.settled(request.signal, model.generate(request), {
      answered: (response) => ({
        ...effect,
        ...madeOr("answer", () => hiding.response(response)),
      }),
      failed: (error) => ({ ...effect, error: modelFailure(error, hiding) }),
      unanswered: () => ({ ...effect, unanswered: this.endedBy }),
    });
  }

  /**
   * Returns a promise of `answer`, which settles in its turn, after its line is written. If
   * `signal` is aborted first, the line says that there was no answer. It settles at once if it is
   * the effect at `address` of a run with a single branch.
   */
  private settled<Answer>(
    signal: AbortSignal | undefined,
    answer: PromiseLike<Answer>,
    lines: SettledLines<Answer>,
    address?: string,
  ): Promise<Answer> {
    let isOver = false;
    this.open += 1;
    const end = (effect: (() => WrittenEffect) | undefined): void => {
      if (isOver) return;
      isOver = true;
      remove?.();
      if (effect !== undefined) this.effect(effect());
    };
    const abort = (): void => {
      end(lines.unanswered);
    };
    if (signal !== undefined) this.listener.keep(signal);
    const remove = signal === undefined ? undefined : onAbort(signal, abort);
    if (signal?.aborted === true) abort();
    // After an abort, the run no longer waits for the answer, so it isn't held back.
    const pass = (settle: () => void): void => {
      if (signal !== undefined) noteAnswer(signal);
      const isAlone = this.open === 1 && address !== undefined && isOfOnlyBranch(address);
      const passed = (): void => {
        this.open -= 1;
        settle();
      };
      if (isOver) passed();
      else if (isAlone) this.order.passAlone(passed);
      else this.order.pass(passed);
    };
    return new Promise((resolve, reject) => {
      Promise.resolve(answer).then(
        (value) => {
          pass(() => {
            end(() => lines.answered(value));
            resolve(value);
          });
        },
        (error: unknown) => {
          pass(() => {
            const { failed } = lines;
            end(failed === undefined ? undefined : () => failed(error));
            // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- tools and models may reject with any value
            reject(error);
          });
        },
      );
    });
  }

  /** Returns the location within the run: the part of an address after the run's id. */
  private locationOf(address: string): string {
    const { id, hiding } = this.begun;
    return hiding.location(locationWithin(id, address));
  }

  private get begun() {
    if (this.run === undefined) throw new Error("the run has not begun");
    return this.run;
  }

  /** The reason why an effect ended without an answer. */
  private get endedBy(): "run" | "bound" {
    return this.begun.signal?.aborted === true ? "run" : "bound";
  }

  private effect(effect: WrittenEffect): void {
    if (this.error !== undefined) return;
    try {
      this.writeLine(effect);
    } catch (error) {
      this.failed(error);
    }
  }

  private write(line: () => object | string): void {
    if (this.error !== undefined) return;
    try {
      this.writeLine(line());
    } catch (error) {
      this.failed(error);
    }
  }

  private writeLine(made: object | string): void {
    const text = `${typeof made === "string" ? made : JSON.stringify(made)}\n`;
    this.units += text.length;
    const { write, maximumUnits } = this.options;
    if (this.units > maximumUnits)
      throw new Error(
        `the recording is longer than ${String(maximumUnits)} characters (option maximumUnits)`,
      );
    const written = write(text);
    // The run doesn't wait for this promise, so handle its rejection here.
    if (isThenable(written)) written.then(undefined, this.failed);
  }

  private readonly failed = (error: unknown): void => {
    this.error ??= error instanceof Error ? error : new Error(messageOf(error) ?? "it failed");
  };
}

/** Returns a location as JSON. Most of them have nothing to escape. */
function locationText(at: string): string {
  return at.includes("t") ? JSON.stringify(at) : `"${at}"`;
}
