// What a walk costs, kept by whoever remembers the walk's result: asked again, the result costs the
// same.

import type { WorkMeter } from "./work-meter.ts";

/** Counts, and tells the meter it was given. */
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
