// Budgets for operations outside a program's run: reading stored data, checking a result, writing a
// trace. The caller sets the maximum work.

import type { WorkMeter } from "./work-meter.ts";

/** Thrown when an operation has spent its work budget. */
export class WorkLimitError extends Error {
  readonly maximum: number;

  constructor(what: string, maximum: number) {
    super(`${what} takes more than ${String(maximum)} units of work`);
    this.name = "WorkLimitError";
    this.maximum = maximum;
  }
}

/**
 * Returns a meter that stops `what`, a phrase such as "reading the memory", after `maximum` units
 * of work. A unit is about the cost of handling one small element.
 * @throws WorkLimitError from `spend`
 */
export function workBudget(what: string, maximum: number): WorkMeter {
  let left = maximum;
  return {
    spend(elements) {
      if ((left -= elements) < 0) throw new WorkLimitError(what, maximum);
    },
  };
}
