// `reduce` with a reducing function: one loop for vectors and one for lazy sequences.

import { Vector, type Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { atElementOf } from "../../evaluation/arguments/operand-error.ts";
import type { Result } from "../../evaluation/result.ts";
import { call2 } from "../../functions/callable.ts";
import { Reduced, unreduced } from "../../functions/reduced.ts";
import {
  afterTurn,
  eachElementAwaiting,
  type ElementVisitor,
} from "../../sequence/each-element.ts";
import { isOfFields, ofFields } from "../../sequence/fields.ts";
import { eachItem, type Sequence } from "../../sequence/sequence-source.ts";

/**
 * Folds the elements with `reducer`, starting from `initial`. Ends if it returns a `reduced`
 * value.
 */
export function fold(
  branch: Branch,
  sequence: Sequence,
  reducer: Value,
  initial: Value,
  taken = 0,
): Result {
  let accumulated = isOfFields(sequence) ? ofFields(initial) : initial;
  const visitor: ElementVisitor = {
    compute: (element) => call2(branch, reducer, accumulated, element),
    take: (computed) => {
      accumulated = unreduced(computed);
      return !(computed instanceof Reduced);
    },
    finish: () => accumulated,
  };
  if (!(sequence instanceof Vector)) return eachItem(branch, sequence, visitor);
  // Vectors have their own loop for the reason given in map-and-filter.ts.
  const { mayAwait } = branch;
  let index = 0;
  try {
    for (; index < sequence.count; index++) {
      if (--branch.ticks < 0) branch.refill();
      let computed = call2(branch, reducer, accumulated, sequence.at(index));
      if (mayAwait && branch.turnIsOver) computed = afterTurn(branch, computed);
      if (computed instanceof Promise)
        return eachElementAwaiting(branch, sequence, index, computed, visitor);
      if (computed instanceof Reduced) return unreduced(computed);
      accumulated = computed;
    }
  } catch (error) {
    const start = index === 0 ? initial : undefined;
    throw atElementOf(error, branch, sequence, index, taken, start);
  }
  return accumulated;
}
