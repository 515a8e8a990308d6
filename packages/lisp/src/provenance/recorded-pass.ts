// Remembers what the effects of a run returned, so that a followed run can repeat it. Answers are
// kept by reference.

import type { Clock, EffectAddress, ToolFunction } from "@ptc/core/contracts";
import { effectAddressText, isThenable, systemClock } from "@ptc/core/internal/contracts";
import { comesInPieces } from "../effects/collected-answer.ts";
import type { LispRunOptions } from "../options/run-options.ts";
import { Memory } from "../persistence/memory.ts";
import { anyOrigin, type NamedOrigin } from "../policy/origin-facts.ts";
import { type DefinitionOrigins, type MemoryOrigins, originsOfMemory } from "./memory-origins.ts";
import type { changedTools } from "../policy/changed-tools.ts";

/** Why a followed run can't be like the real one. */
export class Unrepeatable extends Error {}

const readsHistory = /\*[123]/;
const readsTasks = /\btask\b/;

function fromOne(origin: NamedOrigin): DefinitionOrigins {
  return { origins: [origin], path: [] };
}

interface RecordedCall {
  readonly tool: string;
  readonly args: unknown;
  outcome: { readonly value: unknown } | { readonly error: unknown } | undefined;
}

export class RecordedPass {
  readonly source: string;
  /** The options with which the program runs. */
  readonly options: LispRunOptions;
  readonly clock: Clock;
  /** The tools that have returned something. */
  readonly answered = new Set<string>();
  private readonly calls = new Map<string, RecordedCall>();
  private readonly expected = new Map<string, (() => void)[]>();
  private readonly times = new Map<string, number>();
  private isOver = false;

  constructor(source: string, options: LispRunOptions) {
    this.clock = options.clock ?? systemClock;
    this.source = source;
    this.options = options;
  }

  /** Returns the options of the run, whose effects are recorded. */
  recorded(change: typeof changedTools): LispRunOptions {
    const { options } = this;
    return {
      ...options,
      tools: change(options.tools ?? {}, (name, execute) => this.recording(name, execute)),
      clock: this.recordingClock(),
    };
  }

  /** The origins of the definitions at the start. */
  get memoryOrigins(): MemoryOrigins {
    const { memory = {} } = this.options;
    if (!(memory instanceof Memory))
      return new Map(
        Object.keys(memory).map((name) => [name, fromOne({ name: `memory/${name}`, words: [] })]),
      );
    const known = originsOfMemory(memory);
    return new Map(
      Array.from(memory.names(), (name) => [
        name,
        known?.get(name) ?? fromOne({ name: anyOrigin, words: [] }),
      ]),
    );
  }

  /** True if it may read results of earlier programs, or tasks. */
  get readsOlder(): boolean {
    const { history = [], journal } = this.options;
    return (
      (history.length > 0 && readsHistory.test(this.source)) ||
      (journal !== undefined && readsTasks.test(this.source))
    );
  }

  /** Says that the run has ended, so that no call gets an answer any more. */
  end(): void {
    this.isOver = true;
    for (const waiting of this.expected.values()) for (const resume of waiting) resume();
    this.expected.clear();
  }

  argumentsOf(callId: string): unknown {
    return this.calls.get(callId)?.args;
  }

  /** Returns the answers of tools. */
  *answersOf(isWanted: (tool: string) => boolean): Iterable<unknown> {
    for (const { tool, outcome } of this.calls.values())
      if (outcome !== undefined && "value" in outcome && isWanted(tool)) yield outcome.value;
  }

  /** Returns the answer of a call, or throws its error. A promise if the call isn't over. */
  answerOf(callId: string): unknown {
    const outcome = this.calls.get(callId)?.outcome;
    if (outcome === undefined && this.isOver) throw new Unrepeatable("the run has ended");
    if (outcome === undefined)
      return new Promise<void>((resolve) => {
        const waiting = this.expected.get(callId) ?? [];
        this.expected.set(callId, [...waiting, resolve]);
      }).then(() => this.answerOf(callId));
    if ("error" in outcome) throw outcome.error;
    if (comesInPieces(outcome.value))
      throw new Unrepeatable("an answer that comes in pieces can be read only once");
    return outcome.value;
  }

  timeAt(address: EffectAddress | undefined): number {
    const time = address === undefined ? 0 : this.times.get(effectAddressText(address));
    if (time === undefined) throw new Unrepeatable("the run hasn't read this time");
    return time;
  }

  private recording(tool: string, execute: ToolFunction): ToolFunction {
    return (args, context) => {
      const call: RecordedCall = { tool, args, outcome: undefined };
      const { callId } = context;
      this.calls.set(callId, call);
      const failed = (error: unknown): void => {
        this.ended(callId, call, { error });
      };
      try {
        const answer = execute(args, context);
        const ended = (value: unknown): void => {
          this.ended(callId, call, { value });
        };
        if (isThenable(answer)) answer.then(ended, failed);
        else ended(answer);
        return answer;
      } catch (error) {
        failed(error);
        throw error;
      }
    };
  }

  private ended(callId: string, call: RecordedCall, outcome: RecordedCall["outcome"]): void {
    call.outcome = outcome;
    this.answered.add(call.tool);
    const waiting = this.expected.get(callId);
    if (waiting === undefined) return;
    this.expected.delete(callId);
    for (const resume of waiting) resume();
  }

  private recordingClock(): Clock {
    const { clock } = this;
    return {
      now: (address) => {
        const time = clock.now(address);
        if (address !== undefined) this.times.set(effectAddressText(address), time);
        return time;
      },
      monotonic: () => clock.monotonic(),
      ...(clock.recordedTimes === undefined
        ? {}
        : {
            recordedTimes: (place, measured) => clock.recordedTimes?.(place, measured) ?? measured,
          }),
      ...(clock.sleep === undefined
        ? {}
        : {
            sleep: (milliseconds, signal, place) =>
              clock.sleep?.(milliseconds, signal, place) ?? Promise.resolve(),
          }),
    };
  }
}
