// An expression yields a value or a promise of one. Language values are never promises, so the
// check is exact.

import type { Value } from "@ptc/core/values";

export type Result = Value | Promise<Value>;

/** Goes on with `next` now, or when the promise is fulfilled. */
export function after(result: Result, next: (value: Value) => Result): Result {
  return result instanceof Promise ? result.then(next) : next(result);
}
