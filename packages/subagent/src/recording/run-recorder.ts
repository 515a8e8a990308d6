// Records a run: everything that came into it from the world, under the address of the effect, a
// line each. A line is written before the program or the model is told what it says, so whatever a
// run did until it was interrupted can be played back.

import {
  effectAddressText,
  isThenable,
  systemClock,
  type Clock,
  type EffectTimes,
} from "@ptc/core/contracts";
import type { Json } from "@ptc/core/encoding";
import { OptionError, ToolFailure } from "@ptc/core/errors";
import { isLanguageValue, recordOf } from "@ptc/core/values";
import type { JournalStore } from "@ptc/lisp";
import {
  isModelError,
  normaliseModelError,
  presentFields,
  type LanguageModel,
  type ModelRequest,
} from "@ptc/llm";
import { isMissionStep, valueOfAnswer } from "../agent/tool-answer.ts";
import { realEffects, type Effects } from "../bounds/effects.ts";
import type { BegunRun, RunObserver } from "../loop/run-observer.ts";
import { mayPass } from "../loop/tool-attempts.ts";
import type { MissionStep } from "../step/step.ts";
import { keepValue } from "../step-json/kept-value.ts";
import { stepToJson } from "../step-json/step-to-json.ts";
import { HiddenJson } from "./hidden-json.ts";
import {
  recordingFormat,
  recordingVersion,
  type EffectOf,
  type RecordedEffect,
} from "./recording-lines.ts";
import { placeWithin } from "./place-within.ts";
import { stepDigest } from "./step-digest.ts";

export interface RunRecorderOptions {
  /**
   * Is given the lines of the recording in order, each with its line feed. The run goes on when it
   * returns; where it throws, the recording ends and the run goes on.
   */
  readonly write: (line: string) => void;
  /** A note about the circumstances, kept in the recording. */
  readonly note?: string;
  /**
   * The folder of the mission by its parts, relative to where the recording is played back. `ptc
   * replay` looks for it there.
   */
  readonly mission?: readonly string[];
  /** Where the recording ends, in UTF-16 units; default a thousand million. */
  readonly maximumUnits?: number;
}

/** The option `record` of a run. */
export interface RunRecorder extends RunObserver {
  /** Why the recording is incomplete. Nothing is written after an error. */
  readonly error: Error | undefined;
}

/**
 * What records one run: `run(agent, { record: createRunRecorder({ write }) })`, with the missions
 * below it. Firewalled fields and what looks like a credential are left out.
 */
export function createRunRecorder(options: RunRecorderOptions): RunRecorder {
  if (typeof (options.write as unknown) !== "function")
    throw new OptionError("write", "expected a function of a line");
  return new Recorder(options);
}

const usualUnits = 1_000_000_000;

class Recorder implements RunRecorder, RunObserver, Effects {
  readonly effects: Effects = this;
  error: Error | undefined = undefined;
  readonly pause = realEffects.pause;
  private readonly options: RunRecorderOptions;
  private run:
    | { readonly id: string; readonly hiding: HiddenJson; readonly signal: AbortSignal | undefined }
    | undefined = undefined;
  private wallClock: Clock = systemClock;
  private readonly changes = new Map<string, number>();
  private readonly maximumUnits: number;
  private units = 0;

  constructor(options: RunRecorderOptions) {
    this.options = options;
    this.maximumUnits = options.maximumUnits ?? usualUnits;
  }

  /** @throws OptionError where a run was recorded before */
  begin(run: BegunRun): void {
    if (this.run !== undefined)
      throw new OptionError("record", "has recorded a run already: make a recorder for each run");
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
      collectMessages: run.collectMessages,
      ...(allow === undefined ? {} : { allowed: [...allow] }),
      ...contextOf(run, hiding),
      memory: hiding.madeJson(run.memory.toJSON()),
      ...(run.journal === undefined ? {} : { journal: hiding.madeJson(run.journal as JsonFields) }),
      toolCache: recordOf(
        Object.entries(run.toolCache).map(([key, answer]) => [key, dataOrMark(answer, hiding)]),
      ),
    }));
  }

  end(step: MissionStep): void {
    this.write(() => endOf(step, this.begun.hiding));
  }

  resolve(runId: string, resolve: Parameters<Effects["resolve"]>[1]) {
    const resolved = resolve();
    const at = this.placeOf(runId);
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

  tool: Effects["tool"] = (name, work) => (args, call) => {
    const { hiding } = this.begun;
    const effect = {
      type: "tool",
      at: this.placeOf(call.callId),
      name,
      ...madeOr("args", () => hiding.made(args)),
    } as const;
    let answer: unknown;
    try {
      answer = work(args, call);
    } catch (error) {
      this.effect({ ...effect, ...failureOf(error, hiding) });
      throw error;
    }
    if (!isThenable(answer)) {
      this.effect({ ...effect, ...answerOf(answer, hiding) });
      return answer;
    }
    const later = { ...effect, isLater: true } as const;
    return this.settled(call.signal, answer, {
      answered: (value) => ({ ...later, ...answerOf(value, hiding) }),
      failed: (error) => ({ ...later, ...failureOf(error, hiding) }),
      unanswered: () => ({ ...later, unanswered: this.endedBy }),
    });
  };

  journal(store: JournalStore | undefined): JournalStore | undefined {
    if (store === undefined) return undefined;
    return (change) => {
      const { id } = change;
      const number = this.changes.get(id) ?? 0;
      this.changes.set(id, number + 1);
      const failed = (error: unknown): never => {
        const message = messageOf(error) ?? "the store failed";
        const { hiding } = this.begun;
        this.effect({ type: "journal", id, change: number, error: hiding.text(message) });
        throw error;
      };
      try {
        const kept: unknown = store(change);
        return isThenable(kept) ? kept.then(undefined, failed) : kept;
      } catch (error) {
        return failed(error);
      }
    };
  }

  clock(clock: Clock): Clock {
    this.wallClock = clock;
    return {
      now: (address) => {
        const now = clock.now(address);
        if (address !== undefined) {
          this.effect({ type: "time", at: this.placeOf(effectAddressText(address)), now });
        }
        return now;
      },
      monotonic: () => clock.monotonic(),
      ...(clock.sleep === undefined ? {} : { sleep: clock.sleep.bind(clock) }),
      recordedTimes: (place, measured): EffectTimes => {
        this.effect({ type: "times", at: this.placeOf(place), ...measured });
        return measured;
      },
    };
  }

  private generate(model: LanguageModel, request: ModelRequest) {
    const { hiding } = this.begun;
    const effect = { type: "model", at: this.placeOf(request.requestId ?? "") } as const;
    return this.settled(request.signal, model.generate(request), {
      answered: (response) => ({
        ...effect,
        ...madeOr("answer", () => hiding.made(response)),
      }),
      failed: (error) => ({ ...effect, error: modelFailure(error, hiding) }),
      unanswered: () => ({ ...effect, unanswered: this.endedBy }),
    });
  }

  /**
   * `answer`, whose line is written before anybody hears of it; where `signal` aborts before that,
   * nobody does.
   */
  private settled<Answer>(
    signal: AbortSignal | undefined,
    answer: PromiseLike<Answer>,
    lines: {
      readonly answered: (value: Answer) => RecordedEffect;
      readonly failed: (error: unknown) => RecordedEffect;
      readonly unanswered: () => RecordedEffect;
    },
  ): Promise<Answer> {
    let isOver = false;
    const end = (effect: () => RecordedEffect): void => {
      if (isOver) return;
      isOver = true;
      signal?.removeEventListener("abort", abort);
      this.effect(effect());
    };
    const abort = (): void => {
      end(lines.unanswered);
    };
    signal?.addEventListener("abort", abort, { once: true });
    if (signal?.aborted === true) abort();
    return Promise.resolve(answer).then(
      (value) => {
        end(() => lines.answered(value));
        return value;
      },
      (error: unknown) => {
        end(() => (signal?.aborted === true ? lines.unanswered() : lines.failed(error)));
        throw error;
      },
    );
  }

  /** The place within the run: what follows the id of the run in an address. */
  private placeOf(address: string): string {
    return placeWithin(this.begun.id, address);
  }

  private get begun() {
    if (this.run === undefined) throw new Error("the run has not begun");
    return this.run;
  }

  /** What ends an effect before its answer. */
  private get endedBy(): "run" | "bound" {
    return this.begun.signal?.aborted === true ? "run" : "bound";
  }

  private effect(effect: RecordedEffect): void {
    this.write(() => effect);
  }

  private write(line: () => object): void {
    if (this.error !== undefined) return;
    try {
      const text = `${JSON.stringify(line())}\n`;
      this.units += text.length;
      if (this.units > this.maximumUnits)
        throw new Error(
          `the recording is longer than ${String(this.maximumUnits)} characters (option maximumUnits)`,
        );
      this.options.write(text);
    } catch (error) {
      this.error = error instanceof Error ? error : new Error(String(error));
    }
  }
}

function endOf(step: MissionStep, hiding: HiddenJson): object {
  const digest = stepDigest(step, hiding);
  if (step.ok) return { type: "end", ok: true, return: returned(step.return, hiding), digest };
  const { reason, message } = step.fail;
  return {
    type: "end",
    ok: false,
    reason: hiding.text(reason),
    message: hiding.text(message),
    digest,
  };
}

/** A field of a line, or why it cannot be kept. */
function madeOr<Name extends string>(
  name: Name,
  make: () => Json,
): Partial<Record<Name, Json>> & { readonly unkept?: string } {
  try {
    return { [name]: make() } as Partial<Record<Name, Json>>;
  } catch (error) {
    return { unkept: messageOf(error) ?? "it cannot be written" } as Partial<Record<Name, Json>> & {
      readonly unkept?: string;
    };
  }
}

type JsonFields = { readonly [id: string]: Json };

function contextOf({ context }: BegunRun, hiding: HiddenJson) {
  const { unkept, ...made } = madeOr("context", () => hiding.data(context));
  return { ...made, ...presentFields({ contextUnkept: unkept }) };
}

/** What `stepToJson` writes of a value that cannot be kept whole is a mark, and so it is here. */
function dataOrMark(value: unknown, hiding: HiddenJson): Json {
  return hiding.json(keepValue(value));
}

function returned(value: unknown, hiding: HiddenJson): Json {
  return hiding.madeJson(keepValue(value));
}

type ToolLine = EffectOf<"tool">;
type ToolOutcome = Pick<ToolLine, "result" | "isValue" | "step" | "error" | "unkept">;

function answerOf(answer: unknown, hiding: HiddenJson): ToolOutcome {
  try {
    if (isMissionStep(answer))
      return { step: hiding.madeJson(jsonOf(stepToJson(answer as MissionStep))) };
  } catch (error) {
    return { unkept: messageOf(error) ?? "it cannot be written" };
  }
  let value: unknown;
  try {
    value = valueOfAnswer(answer);
  } catch (error) {
    return failureOf(error, hiding);
  }
  if (value === undefined) return {};
  try {
    const isValue = typeof value === "object" && value !== null && isLanguageValue(value);
    return { result: hiding.data(value), ...(isValue ? { isValue } : {}) };
  } catch (error) {
    return { unkept: messageOf(error) ?? "it cannot be written" };
  }
}

/** A message of a failure is cut far beyond where the language cuts it. */
const longestMessage = 10_000;

function failureOf(error: unknown, hiding: HiddenJson): ToolOutcome {
  const message = messageOf(error);
  const told =
    message === undefined ? {} : { message: hiding.text(message.slice(0, longestMessage)) };
  try {
    const isLasting = !mayPass(error);
    return {
      error: {
        ...told,
        ...(error instanceof ToolFailure ? { data: dataOrMark(error.data, hiding) } : {}),
        ...(isLasting ? { isLasting } : {}),
      },
    };
  } catch {
    // A proxy that was thrown may throw when it is looked at.
    return { error: told };
  }
}

function modelFailure(error: unknown, hiding: HiddenJson): NonNullable<EffectOf<"model">["error"]> {
  const { kind, message, retryable, retryAfterMs, status, usage } = isModelError(error)
    ? error
    : normaliseModelError(error);
  return {
    kind,
    message: hiding.text(message),
    retryable,
    ...presentFields({ retryAfterMs, status }),
    ...(usage === undefined ? {} : { usage: dataOrMark(usage, hiding) }),
  };
}

function jsonOf(value: object): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}

/** Reading the message of what was thrown may itself throw. */
function messageOf(thrown: unknown): string | undefined {
  try {
    const message: unknown =
      typeof thrown === "object" && thrown !== null && "message" in thrown
        ? thrown.message
        : thrown;
    return typeof message === "string" ? message : undefined;
  } catch {
    return undefined;
  }
}
