// What every table of predicates uses: the implementation of a row from a test of one value.

import type { Value } from "@ptc/core/values";
import type { Arities } from "../row.ts";

export function predicate(test: (value: Value) => boolean): Arities {
  return { 1: (_, value) => test(value) };
}

/** For what Clojure knows and this language has not. */
export function never(): boolean {
  return false;
}
