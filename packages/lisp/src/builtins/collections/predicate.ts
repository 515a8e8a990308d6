// Makes the implementation of a predicate row from a test of one value.

import type { Value } from "@ptc/core/values";
import type { Arities } from "../row.ts";

export function predicate(test: (value: Value) => boolean): Arities {
  return { 1: (_, value) => test(value) };
}

/** Always false, for kinds of values that Clojure has and this language lacks. */
export function never(): boolean {
  return false;
}
