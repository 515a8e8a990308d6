// Rejects several elements at once in a function that takes one at a time.

import type { Value } from "@ptc/core/values";
import { EvaluationError } from "../../evaluation/errors/errors.ts";

export function severalElements(count: number): EvaluationError {
  return new EvaluationError(
    "arity_error",
    `the transducer takes one element at a time, got ${String(count)}`,
    { hint: "start with (map f): (comp (map vector) …) takes elements of several collections" },
  );
}

/**
 * Returns the only element passed to a function that collects elements, or nil if none was passed.
 */
export function onlyElement([, element = null, ...others]: readonly Value[]): Value {
  if (others.length > 0) throw severalElements(others.length + 1);
  return element;
}
