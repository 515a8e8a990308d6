// The times of the effects and forks of a run, by their locations. A resumed run has those that
// earlier passes measured, so its steps and traces show the same times.

import type { EffectTimes } from "@ptc/core/contracts";

/** A record with the times that earlier passes of a run have measured, and those of this pass. */
export class TimedRecord {
  /** The times of effects and forks of earlier passes, by their location. */
  protected readonly recordedTimes: ReadonlyMap<string, EffectTimes>;
  /** Those of this pass: in three lists, because nothing looks for them. */
  private readonly locations: string[] = [];
  private readonly timestamps: number[] = [];
  private readonly durations: number[] = [];

  constructor(times: Iterable<readonly [string, EffectTimes]>) {
    this.recordedTimes = new Map(times);
  }

  /** All times, by their locations. */
  get times(): readonly (readonly [string, EffectTimes])[] {
    const { locations, timestamps, durations } = this;
    return [
      ...this.recordedTimes,
      ...locations.map((at, index): [string, EffectTimes] => [
        at,
        { timestamp: timestamps[index] ?? 0, durationMs: durations[index] ?? 0 },
      ]),
    ];
  }

  /** The times that an earlier pass has measured at a location. */
  timesAt(at: string): EffectTimes | undefined {
    return this.recordedTimes.size === 0 ? undefined : this.recordedTimes.get(at);
  }

  addTimes(at: string, { timestamp, durationMs }: EffectTimes): void {
    this.locations.push(at);
    this.timestamps.push(timestamp);
    this.durations.push(durationMs);
  }
}
