// How the keys of a sorted collection are ordered. Two orders belong to the data alone; a third
// kind asks a function of a program, which the language supplies, since calling one takes the
// branch of a run.

import type { FunctionValue } from "./opaque.ts";
import { compareValues } from "./compare.ts";
import type { Value } from "./value.ts";
import type { WorkMeter } from "./work-meter.ts";

/** An order of keys; keys that compare as 0 are one key. */
export interface KeyOrder {
  /**
   * `<` and `>` for the order of all values and its opposite, which the encoding writes by name; or
   * a function.
   */
  readonly comparator: "<" | ">" | FunctionValue;
  /**
   * Negative, zero or positive as `left` comes before, with or after `right`. Under a function
   * `meter` must be the branch that calls it.
   */
  compare(left: Value, right: Value, meter?: WorkMeter, depth?: number): number;
}

export const ascendingOrder: KeyOrder = { comparator: "<", compare: compareValues };

export const descendingOrder: KeyOrder = {
  comparator: ">",
  compare: (left, right, meter, depth) => compareValues(right, left, meter, depth),
};
