// An expression yields a value or a promise of one. No value of the language is a promise, so
// `instanceof Promise` always tells the two apart.

import type { Value } from "@ptc/core/values";

export type Result = Value | Promise<Value>;

/** Goes on with `next` now, or when the promise is fulfilled. */
export function after(result: Result, next: (value: Value) => Result): Result {
  return result instanceof Promise ? result.then(next) : next(result);
}
