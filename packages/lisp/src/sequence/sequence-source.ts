// The sources of sequence functions: a vector, which has all its elements, or a lazy sequence,
// which computes them on first read. Functions that stop early, such as `some` and `reduce` with
// `reduced`, read only as many elements of a lazy sequence as they need.

import { Vector, type Value } from "@ptc/core/values";
import { elementsOf } from "./elements.ts";
import { afterTurn, eachElement, type ElementVisitor } from "./each-element.ts";
import { LazySeq, type Sequence } from "./lazy-seq.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { Result } from "../evaluation/result.ts";
import { atElement } from "../evaluation/arguments/operand-error.ts";

export type { Sequence };

/**
 * Returns a new vector each time. Vectors grow in place, so programs must not share an empty one.
 */
export function emptyVector(): Vector<Value> {
  return Vector.of<Value>([]);
}

/** Returns `()`, also new each time. */
export function emptyList(): Vector<Value> {
  return Vector.of<Value>([], "list");
}

export function emptyQueue(): Vector<Value> {
  return Vector.of<Value>([], "queue");
}

/**
 * Returns the elements of any collection. A lazy sequence stays lazy.
 * @throws EvaluationError `type_error`
 */
export function sequenceOf(branch: Branch, value: Value, operation: string): Sequence {
  return value instanceof LazySeq ? value : elementsOf(branch, value, operation);
}

/** Returns the element at `index`, or `undefined` beyond the end. */
export function elementAt(branch: Branch, sequence: Sequence, index: number): Value | undefined {
  if (sequence instanceof LazySeq) return sequence.at(index, branch);
  return index < sequence.count ? sequence.at(index) : undefined;
}

/** Returns the elements without the first `count`. */
export function dropElements(branch: Branch, sequence: Sequence, count: number): Sequence {
  if (count <= 0) return sequence instanceof Vector ? sequence.asSequence() : sequence;
  branch.charge(64);
  if (sequence instanceof Vector)
    return sequence.slice(Math.min(count, sequence.count), sequence.count, "sequence");
  return Number.isSafeInteger(count) ? sequence.drop(count) : Vector.of<Value>([], "sequence");
}

/** Returns the elements from `index` on, without charging a branch. For memory. */
export function restOf(sequence: Sequence, index: number): Sequence {
  return sequence instanceof Vector
    ? sequence.slice(Math.min(index, sequence.count), sequence.count, "sequence")
    : sequence.drop(index);
}

/**
 * Runs `eachElement` over either kind of sequence. Counts a step for each element, and waits for
 * an element that isn't available yet.
 */
export function eachItem(branch: Branch, sequence: Sequence, visitor: ElementVisitor): Result {
  if (sequence instanceof Vector) return eachElement(branch, sequence, visitor);
  for (let index = 0; ; index++) {
    const element = nextLazy(branch, sequence, index);
    if (element instanceof Promise)
      return eachLazyAwaiting(branch, sequence, index, element, undefined, visitor);
    if (element === undefined) break;
    let computed = computedFor(branch, visitor, element, index);
    if (branch.mayAwait && branch.turnIsOver) computed = afterTurn(branch, computed);
    if (computed instanceof Promise)
      return eachLazyAwaiting(branch, sequence, index, element, computed, visitor);
    if (!visitor.take(computed, element, index)) break;
  }
  return visitor.finish();
}

/** Continues at the index `start`, where the element or its computation isn't available yet. */
async function eachLazyAwaiting(
  branch: Branch,
  sequence: LazySeq,
  start: number,
  first: Value | Promise<Value | undefined>,
  pending: Promise<Value> | undefined,
  visitor: ElementVisitor,
): Promise<Value> {
  let element = first instanceof Promise ? await first : first;
  let result: Result | undefined = pending;
  for (let index = start; element !== undefined;) {
    if (result === undefined && branch.turnIsOver) await branch.evaluation.nextTurn();
    let computed: Value;
    try {
      result ??= visitor.compute(element, index);
      computed = result instanceof Promise ? await result : result;
    } catch (error) {
      throw atElement(error, branch, index, element);
    }
    if (!visitor.take(computed, element, index)) break;
    result = undefined;
    index++;
    const next = nextLazy(branch, sequence, index);
    element = next instanceof Promise ? await next : next;
  }
  return visitor.finish();
}

/**
 * Returns the visitor's result. An error about an operand names the element at which it happened.
 */
function computedFor(
  branch: Branch,
  visitor: ElementVisitor,
  element: Value,
  index: number,
): Result {
  try {
    return visitor.compute(element, index);
  } catch (error) {
    throw atElement(error, branch, index, element);
  }
}

function nextLazy(
  branch: Branch,
  sequence: LazySeq,
  index: number,
): Value | undefined | Promise<Value | undefined> {
  if (--branch.ticks < 0) branch.refill();
  return sequence.ask(index, branch);
}
