// A function that takes one element at a time refuses several.

import type { Value } from "@ptc/core/values";
import { EvaluationError } from "../../evaluation/errors/errors.ts";

export function severalElements(count: number): EvaluationError {
  return new EvaluationError(
    "arity_error",
    `the transducer takes one element at a time, got ${String(count)}`,
    { hint: "begin with (map f): (comp (map vector) …) takes elements of several collections" },
  );
}

/** What a function that collects elements is called with: at most one of them. */
export function onlyElement([, element = null, ...others]: readonly Value[]): Value {
  if (others.length > 0) throw severalElements(others.length + 1);
  return element;
}
