// The effects of a run in the order in which the run continued with them: results of tools, times,
// pauses, and changes that the journal's store has stored.

import type { CallDecision, EffectTimes } from "@ptc/core/contracts";
import type { Json } from "@ptc/core/encoding";

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

export type Effect = ToolEffect | TimeEffect | PauseEffect | StoreEffect;
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

export class EffectLog {
  readonly effects: Effect[];
  /** The times of effects and forks by their location. */
  readonly times: Map<string, EffectTimes>;
  private readonly lines: ReadonlyMap<string, number>;
  private readonly recordedCount: number;
  private readonly requested = new Set<number>();

  constructor(
    effects: readonly Effect[] = [],
    times: Iterable<readonly [string, EffectTimes]> = [],
  ) {
    this.effects = [...effects];
    this.recordedCount = effects.length;
    this.times = new Map(times);
    this.lines = new Map(effects.map(({ type, at }, line) => [`${type} ${at}`, line]));
  }

  /** Returns the recorded effect at a location. It then counts as requested. */
  take<Type extends Effect["type"]>(type: Type, at: string): LoggedEffect<Type> | undefined {
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

  /** The recorded clock readings and times of forks, which a program needs at once. */
  get readings(): Readings {
    const { effects, recordedCount, times } = this;
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

  add(effect: Effect): void {
    this.effects.push(effect);
  }
}
