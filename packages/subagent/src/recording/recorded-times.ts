// The times of calls, forks and missions in a recording. Nothing in a run waits for them, so a line
// has those of many effects. Timestamps are differences to the one before, because these are short:
//
//   {"type":"times","calls":[["1/0",1790000000000,4],["1/1",0,3],["1/2",1,12]]}
//
// The durations are in microseconds.

import type { EffectTimes } from "@ptc/core/contracts";

/** The location of an effect, the difference of its timestamp, and its duration. */
export type ShortTimes = readonly [at: string, sinceLast: number, microseconds: number];

/** The number of effects whose times are in one line. */
const mostTimes = 256;

/** Returns times as lines have them: durations are rounded to microseconds. */
export function roundedTimes({ timestamp, durationMs }: EffectTimes): EffectTimes {
  return { timestamp, durationMs: Math.round(durationMs * 1_000) / 1_000 };
}

/** True for times that a line can have: others are written alone. */
export function areShort({ timestamp, durationMs }: EffectTimes): boolean {
  return Number.isSafeInteger(timestamp) && durationMs >= 0 && durationMs < mostMs;
}

const mostMs = 1e12;

/** Collects times for lines. */
export class TimesWriter {
  private times: ShortTimes[] = [];
  private last = 0;

  /** Adds times for which `areShort` is true. Returns true if a line should be written. */
  add(at: string, { timestamp, durationMs }: EffectTimes): boolean {
    this.times.push([at, timestamp - this.last, Math.round(durationMs * 1_000)]);
    this.last = timestamp;
    return this.times.length >= mostTimes;
  }

  /** Returns the effect of a line with the times so far. Undefined without any. */
  take(): { readonly type: "times"; readonly calls: readonly ShortTimes[] } | undefined {
    const { times } = this;
    if (times.length === 0) return undefined;
    this.times = [];
    this.last = 0;
    return { type: "times", calls: times };
  }
}

/** Returns the times of a line by their locations. */
export function readTimes(
  calls: readonly ShortTimes[],
): readonly (EffectTimes & { readonly at: string })[] {
  let timestamp = 0;
  return calls.map(([at, sinceLast, microseconds]) => {
    timestamp += sinceLast;
    return { at, timestamp, durationMs: microseconds / 1_000 };
  });
}
