// The cost of a walk whose result is remembered, such as a hash: whoever asks again is charged the
// same, although the walk is not repeated.

import type { WorkMeter } from "./work-meter.ts";

/** Counts the work, and tells it to the meter it was made with. */
export class CountedWork implements WorkMeter {
  work = 0;
  private readonly meter: WorkMeter | undefined;

  constructor(meter: WorkMeter | undefined) {
    this.meter = meter;
  }

  spend(elements: number): void {
    this.work += elements;
    this.meter?.spend(elements);
  }
}
