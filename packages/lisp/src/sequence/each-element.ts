// The loop under every higher-order builtin: visits elements in order, stays synchronous until a
// call yields a promise, and goes on in an async loop from there. A mistake about an operand says
// at which element it was made.

import type { Value, Vector } from "@ptc/core/values";
import { atElementOf } from "../evaluation/arguments/operand-error.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { Result } from "../evaluation/result.ts";

/** What a loop does with each element. */
export interface ElementVisitor {
  /** Computes something for the element; may reach an effect. */
  compute(element: Value, index: number): Result;
  /** Takes what was computed; `false` ends the loop. */
  take(computed: Value, element: Value, index: number): boolean;
  /** The value of the whole, when the loop has ended. */
  finish(): Value;
}

/** Visits `elements`, counting a step for each. */
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
      const computed = visitor.compute(element, index);
      if (computed instanceof Promise)
        return eachElementAwaiting(branch, elements, index, computed, visitor);
      if (branch.mayAwait && branch.turnIsOver) {
        const later = branch.inNextTurn(() => computed);
        return eachElementAwaiting(branch, elements, index, later, visitor);
      }
      if (!visitor.take(computed, element, index)) break;
    }
  } catch (error) {
    throw atElementOf(error, branch, elements, index);
  }
  return visitor.finish();
}

/**
 * Goes on from the index `start`, whose computation is `pending`. For callers that have a loop of
 * their own up to there.
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
