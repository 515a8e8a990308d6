// How the keys of a sorted collection are ordered: ascending, descending, or by a function of a
// program. The language supplies the last kind, since calling a function takes the branch of a run.

import type { FunctionValue } from "./opaque.ts";
import { compareValues } from "./compare.ts";
import type { Value } from "./value.ts";
import type { WorkMeter } from "./work-meter.ts";

/** An order of keys; keys that compare as 0 are one key. */
export interface KeyOrder {
  /**
   * `<` or `>` for the order of all values and its opposite, which are encoded by these names; or
   * the function that decides.
   */
  readonly comparator: "<" | ">" | FunctionValue;
  /**
   * Negative, zero or positive when `left` comes before, together with or after `right`. When a
   * function decides, `meter` must be the branch that calls it.
   */
  compare(left: Value, right: Value, meter?: WorkMeter, depth?: number): number;
}

export const ascendingOrder: KeyOrder = { comparator: "<", compare: compareValues };

export const descendingOrder: KeyOrder = {
  comparator: ">",
  compare: (left, right, meter, depth) => compareValues(right, left, meter, depth),
};
