// Evaluates expressions in order and passes on all values. Stays synchronous until the first
// promise.

import type { Value } from "@ptc/core/values";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { Frame, Thunk } from "../functions/closure.ts";
import type { Result } from "../evaluation/result.ts";

/** Evaluates `items` from left to right and passes the values to `next`. */
export function evaluateAll(
  items: readonly Thunk[],
  frame: Frame,
  branch: Branch,
  next: (values: Value[]) => Result,
): Result {
  const values: Value[] = [];
  for (let index = 0; index < items.length; index++) {
    const result = items[index]?.(frame, branch) ?? null;
    if (result instanceof Promise)
      return evaluateRest(items, index + 1, values, result, frame, branch, next);
    values.push(result);
  }
  return next(values);
}

async function evaluateRest(
  items: readonly Thunk[],
  start: number,
  values: Value[],
  pending: Promise<Value>,
  frame: Frame,
  branch: Branch,
  next: (values: Value[]) => Result,
): Promise<Value> {
  values.push(await pending);
  for (let index = start; index < items.length; index++) {
    const result = items[index]?.(frame, branch) ?? null;
    values.push(result instanceof Promise ? await result : result);
  }
  return next(values);
}
