// The effects of a run in the order in which the run continued with them: results of tools, times,
// pauses, and changes that the journal's store has stored.

import type { CallDecision, EffectTimes } from "@ptc/core/contracts";
import type { Json } from "@ptc/core/encoding";
import { TimedRecord } from "./timed-record.ts";

/** The number of effects after which other work of the host gets a turn. */
export const effectsPerTask = 64;

/** How a call ended: with a result, with nothing, or with an error. */
export interface CallOutcome {
  readonly result?: Json;
  readonly error?: {
    readonly message: string;
    readonly data?: Json;
    readonly isLasting?: true;
  };
}

export interface ToolEffect {
  readonly type: "tool";
  readonly at: string;
  readonly tool: string;
  /** The requested arguments. Those from a checkpoint have markers for firewalled values. */
  readonly args: Json;
  /** True if the tool returned a promise. */
  readonly isLater?: true;
  readonly outcome: CallOutcome;
  readonly decision?: {
    readonly decision: CallDecision["decision"];
    readonly arguments?: Json;
  };
  /** The reason why the outcome can't be stored. */
  readonly unkept?: string;
}

/**
 * The arguments of a decision about a call that has no outcome yet: it may have begun before the
 * process was killed, or its tool has suspended itself.
 */
export interface EditEffect {
  readonly type: "edit";
  readonly at: string;
  readonly tool: string;
  /** The requested arguments. */
  readonly args: Json;
  /** Its result are the arguments of the decision. */
  readonly outcome: CallOutcome;
}

export interface TimeEffect {
  readonly type: "time";
  readonly at: string;
  readonly now: number;
}

export interface PauseEffect {
  readonly type: "pause";
  readonly at: string;
}

export interface StoreEffect {
  readonly type: "store";
  /** The id of the task, and the number of the change of its entry. */
  readonly at: string;
  readonly isLater?: true;
}

export type Effect = ToolEffect | EditEffect | TimeEffect | PauseEffect | StoreEffect;
export type EffectOf<Type extends Effect["type"]> = Extract<Effect, { readonly type: Type }>;

/** An effect and its position in the log. */
export interface LoggedEffect<Type extends Effect["type"]> {
  readonly line: number;
  readonly effect: EffectOf<Type>;
}

/** What a program reads without waiting, by locations within its run. */
export interface Readings {
  readonly times: readonly (readonly [at: string, now: number])[];
  readonly forks: readonly (readonly [at: string, timestamp: number, durationMs: number])[];
}

export class EffectLog extends TimedRecord {
  readonly effects: Effect[];
  private readonly lines: ReadonlyMap<string, number>;
  private readonly recordedCount: number;
  private readonly requested = new Set<number>();

  constructor(
    effects: readonly Effect[] = [],
    times: Iterable<readonly [string, EffectTimes]> = [],
  ) {
    super(times);
    this.effects = [...effects];
    this.recordedCount = effects.length;
    this.lines = new Map(effects.map(({ type, at }, line) => [`${type} ${at}`, line]));
  }

  /** Returns the recorded effect at a location. It then counts as requested. */
  take<Type extends Effect["type"]>(type: Type, at: string): LoggedEffect<Type> | undefined {
    // A key costs more than the rest of most calls.
    if (this.requested.size === this.recordedCount) return undefined;
    const line = this.lines.get(`${type} ${at}`);
    if (line === undefined || this.requested.has(line)) return undefined;
    this.requested.add(line);
    return { line, effect: this.effects[line] as EffectOf<Type> };
  }

  /** The first recorded effect that the run hasn't requested. */
  get unrequested(): Effect | undefined {
    if (this.requested.size === this.recordedCount) return undefined;
    return this.effects.find((_, line) => line < this.recordedCount && !this.requested.has(line));
  }

  /** The last recorded effect for which the program waited; -1 if there isn't one. */
  get lastLater(): number {
    return this.effects.findLastIndex(
      (effect, line) =>
        line < this.recordedCount &&
        (effect.type === "pause" || ("isLater" in effect && effect.isLater)),
    );
  }

  /** The recorded clock readings and times of forks, which a program needs at once. */
  get readings(): Readings {
    const { effects, recordedCount, recordedTimes: times } = this;
    const recorded = effects.slice(0, recordedCount);
    const calls = new Set(recorded.flatMap(({ type, at }) => (type === "tool" ? [at] : [])));
    return {
      times: recorded.flatMap((effect) =>
        effect.type === "time" ? [[effect.at, effect.now]] : [],
      ),
      forks: Array.from(times).flatMap(([at, { timestamp, durationMs }]) =>
        calls.has(at) ? [] : [[at, timestamp, durationMs]],
      ),
    };
  }

  /** Adds an effect. A call has only its last edit. */
  add(effect: Effect): void {
    const { type, at } = effect;
    const edited =
      type === "edit" ? this.effects.findIndex((each) => each.type === type && each.at === at) : -1;
    if (edited < 0) this.effects.push(effect);
    else this.effects[edited] = effect;
  }
}
