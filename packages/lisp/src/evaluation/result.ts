// The result of an expression: a value or a promise of one. Language values are never promises, so
// `instanceof Promise` always distinguishes the two.

import type { Value } from "@ptc/core/values";

export type Result = Value | Promise<Value>;

/** Continues with `next` now, or when the promise is fulfilled. */
export function after<T, R>(
  result: T | Promise<T>,
  next: (value: T) => R | Promise<R>,
): R | Promise<R> {
  return result instanceof Promise ? result.then(next) : next(result);
}
