// The loop inside every higher-order builtin. It visits elements in order and stays synchronous
// until a call yields a promise, then continues in an async loop. An error about an operand names
// the element at which it happened.

import type { Value, Vector } from "@ptc/core/values";
import { atElementOf } from "../evaluation/arguments/operand-error.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { Result } from "../evaluation/result.ts";

/** The operations of a loop on each element. */
export interface ElementVisitor {
  /** Computes a value for the element; may reach an effect. */
  compute(element: Value, index: number): Result;
  /** Takes the computed value; `false` ends the loop. */
  take(computed: Value, element: Value, index: number): boolean;
  /** Returns the result after the loop has ended. */
  finish(): Result;
}

/** Returns a promise of `result` that is fulfilled after the host had a turn. */
export function afterTurn(branch: Branch, result: Result): Promise<Value> {
  return result instanceof Promise ? result : branch.inNextTurn(() => result);
}

/** Visits `elements` and counts a step for each. */
export function eachElement(
  branch: Branch,
  elements: Vector<Value>,
  visitor: ElementVisitor,
): Result {
  let index = 0;
  try {
    for (; index < elements.count; index++) {
      if (--branch.ticks < 0) branch.refill();
      const element = elements.at(index);
      let computed = visitor.compute(element, index);
      if (branch.mayAwait && branch.turnIsOver) computed = afterTurn(branch, computed);
      if (computed instanceof Promise)
        return eachElementAwaiting(branch, elements, index, computed, visitor);
      if (!visitor.take(computed, element, index)) break;
    }
  } catch (error) {
    throw atElementOf(error, branch, elements, index);
  }
  return visitor.finish();
}

/**
 * Continues at the index `start`, whose computation is `pending`. For callers with a loop of their
 * own up to that index.
 */
export async function eachElementAwaiting(
  branch: Branch,
  elements: Vector<Value>,
  start: number,
  pending: Promise<Value>,
  visitor: ElementVisitor,
): Promise<Value> {
  let index = start;
  try {
    let computed: Value = await pending;
    while (visitor.take(computed, elements.at(index), index) && index + 1 < elements.count) {
      index++;
      if (--branch.ticks < 0) branch.refill();
      if (branch.turnIsOver) await branch.evaluation.nextTurn();
      const result = visitor.compute(elements.at(index), index);
      computed = result instanceof Promise ? await result : result;
    }
  } catch (error) {
    throw atElementOf(error, branch, elements, index);
  }
  return visitor.finish();
}
