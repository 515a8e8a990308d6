// The times of the effects and forks of a run, by their locations. A resumed run has those that
// earlier passes measured, so its steps and traces show the same times.

import type { EffectTimes } from "@ptc/core/contracts";

/** A record with the times that earlier passes of a run have measured, and those of this pass. */
export class TimedRecord {
  /** The times of effects and forks of earlier passes, by their location. */
  protected readonly recordedTimes: ReadonlyMap<string, EffectTimes>;
  /** Those of this pass. Nothing looks for them. */
  private readonly newTimes: (readonly [string, EffectTimes])[] = [];

  constructor(times: Iterable<readonly [string, EffectTimes]>) {
    this.recordedTimes = new Map(times);
  }

  /** All times, by their locations. */
  get times(): readonly (readonly [string, EffectTimes])[] {
    return [...this.recordedTimes, ...this.newTimes];
  }

  /** The times that an earlier pass has measured at a location. */
  timesAt(at: string): EffectTimes | undefined {
    return this.recordedTimes.size === 0 ? undefined : this.recordedTimes.get(at);
  }

  addTimes(at: string, times: EffectTimes): void {
    this.newTimes.push([at, times]);
  }
}
