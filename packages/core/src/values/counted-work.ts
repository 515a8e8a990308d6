// Counts the cost of a walk whose result is cached, such as a hash. Later callers pay the same
// cost, although the walk is not repeated.

import type { WorkMeter } from "./work-meter.ts";

/** Counts the work and also charges it to the given meter. */
export class CountedWork implements WorkMeter {
  work = 0;
  readonly meter: WorkMeter | undefined;

  constructor(meter: WorkMeter | undefined) {
    this.meter = meter;
  }

  spend(elements: number): void {
    this.work += elements;
    this.meter?.spend(elements);
  }
}
