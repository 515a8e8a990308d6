// A meter for tests. It counts the work and throws when its budget is spent.

import type { WorkMeter } from "../src/values/index.ts";

export class BudgetSpent extends Error {}

export class WorkCounter implements WorkMeter {
  elements = 0;
  private readonly limit: number;

  constructor(limit = Infinity) {
    this.limit = limit;
  }

  spend(elements: number): void {
    this.elements += elements;
    if (this.elements > this.limit) throw new BudgetSpent();
  }
}
