// A budget for doors that no program stands behind: reading what was stored, checking an answer,
// writing a trace. Whoever opens such a door says how much work it may make.

import type { WorkMeter } from "./work-meter.ts";

/** Thrown when a door has made all the work it may. */
export class WorkLimitError extends Error {
  readonly maximum: number;

  constructor(what: string, maximum: number) {
    super(`${what} takes more than ${String(maximum)} units of work`);
    this.name = "WorkLimitError";
    this.maximum = maximum;
  }
}

/**
 * A meter that ends `what`, a phrase such as "reading the memory", after `maximum` units of work.
 * A unit is about what handling one small element takes.
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
