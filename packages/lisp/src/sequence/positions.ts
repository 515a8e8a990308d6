// Reads collections by position: `first`, `last`, `nth`, `take`, `drop` and similar, for vectors,
// strings, sets and lazy sequences.

import { Vector, typeName, type Value } from "@ptc/core/values";
import { characterAt } from "./character-at.ts";
import { elementsOf } from "./elements.ts";
import { EvaluationError } from "../evaluation/errors/errors.ts";
import { LazySeq } from "./lazy-seq.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import { elementCount, elementIndex, wrongType } from "../evaluation/arguments/expectations.ts";
import { Transient } from "../evaluation/state/transient.ts";
import {
  dropElements,
  elementAt,
  emptyList,
  sequenceOf,
  type Sequence,
} from "./sequence-source.ts";
import { isSorted, sortedElement } from "./sorted-source.ts";
import { bytesOfVector, bytesOfView } from "../evaluation/budget/byte-costs.ts";

/** Returns the element at `index` of an ordered collection, or `undefined` beyond the end. */
export function positional(
  branch: Branch,
  value: Value,
  index: number,
  operation: string,
): Value | undefined {
  if (value instanceof Vector) return index < value.count ? value.at(index) : undefined;
  if (typeof value === "string") return characterAt(branch, value, index);
  if (isSorted(value)) return sortedElement(branch, value, index);
  return elementAt(branch, sequenceOf(branch, value, operation), index);
}

export function first(branch: Branch, value: Value, operation = "first"): Value {
  return positional(branch, value, 0, operation) ?? null;
}

/** Returns the elements after the first one. `next` returns nil instead of an empty sequence. */
export function rest(branch: Branch, value: Value, operation = "rest"): Value {
  return withoutFirst(branch, sequenceOf(branch, value, operation));
}

/**
 * Returns the elements after the first one. The rest of a list is a list, and so is an empty rest.
 */
function withoutFirst(branch: Branch, sequence: Sequence): Sequence {
  const left = dropElements(branch, sequence, 1);
  if (!(left instanceof Vector)) return left;
  const isList = left.count === 0 || (sequence instanceof Vector && sequence.kind === "list");
  return isList ? left.as("list") : left;
}

export function next(branch: Branch, value: Value, operation = "next"): Value {
  return nilWhenEmpty(branch, withoutFirst(branch, sequenceOf(branch, value, operation)));
}

export function last(branch: Branch, value: Value): Value {
  if (isSorted(value)) return sortedElement(branch, value, value.count - 1) ?? null;
  const elements = elementsOf(branch, value, "last");
  return elements.count === 0 ? null : elements.at(elements.count - 1);
}

export function nilWhenEmpty(branch: Branch, sequence: Sequence): Value {
  return elementAt(branch, sequence, 0) === undefined ? null : sequence;
}

/**
 * Returns the element at a position, or `otherwise` outside the bounds and for nil, where Clojure
 * throws. Source: DIV-26, one of the documented differences of the original from Clojure.
 */
export function nth(branch: Branch, value: Value, position: Value, otherwise: Value): Value {
  const found = findNth(branch, value, position);
  return found === undefined ? otherwise : found;
}

function findNth(branch: Branch, value: Value, position: Value): Value | undefined {
  const index = elementIndex(position, "nth");
  if (value === null || index < 0) return undefined;
  if (value instanceof Vector || value instanceof LazySeq) return elementAt(branch, value, index);
  if (typeof value === "string") return characterAt(branch, value, index);
  if (value instanceof Transient) return findNth(branch, value.current("nth"), position);
  throw wrongType(
    "nth",
    "a vector, a string or a sequence",
    value,
    "nth needs an ordered collection: use (nth (seq coll) n), or get for a map",
  );
}

export function take(
  branch: Branch,
  count: Value,
  value: Value,
  operation = "take",
): Vector<Value> {
  const wanted = elementCount(count, operation);
  const sequence = sequenceOf(branch, value, operation);
  branch.charge(bytesOfView);
  if (sequence instanceof Vector)
    return sequence.slice(0, Math.min(wanted, sequence.count), "sequence");
  if (wanted === Infinity) return sequence.realize(branch, operation);
  if (wanted > 0) sequence.at(wanted - 1, branch);
  const taken: Value[] = [];
  for (let index = 0; index < wanted; index++) {
    const element = sequence.at(index, branch);
    if (element === undefined) break;
    branch.charge(8);
    taken.push(element);
  }
  return Vector.ofGrown(taken, "sequence");
}

/**
 * Like `drop` with the collection first. Nil stays nil, and a count of 0 or less returns the
 * collection unchanged.
 */
export function nthRest(branch: Branch, value: Value, count: Value): Value {
  return value === null || elementCount(count, "nthrest") <= 0
    ? value
    : drop(branch, count, value, "nthrest");
}

export function drop(branch: Branch, count: Value, value: Value, operation = "drop"): Sequence {
  return dropElements(branch, sequenceOf(branch, value, operation), elementCount(count, operation));
}

export function takeLast(branch: Branch, count: Value, value: Value): Value {
  const elements = elementsOf(branch, value, "take-last");
  const lastElements = dropElements(
    branch,
    elements,
    elements.count - elementCount(count, "take-last"),
  );
  return nilWhenEmpty(branch, lastElements);
}

export function dropLast(branch: Branch, count: Value, value: Value): Value {
  const left = elementCount(count, "drop-last");
  const elements = elementsOf(branch, value, "drop-last");
  branch.charge(bytesOfView);
  return elements.slice(0, Math.max(0, elements.count - left));
}

export function butlast(branch: Branch, value: Value): Value {
  const elements = elementsOf(branch, value, "butlast");
  branch.charge(bytesOfView);
  return elements.count < 2 ? null : elements.slice(0, elements.count - 1);
}

/**
 * Returns the elements of a vector from `start` to `end`, both clamped to its bounds. Source:
 * DIV-26.
 */
export function subvec(branch: Branch, value: Value, start: Value, end: Value | undefined): Value {
  if (!(value instanceof Vector) || value.isSequence)
    throw wrongType(
      "subvec",
      "a vector",
      value,
      typeof value === "string" ? "use subs for a string" : "make it a vector first: (vec coll)",
    );
  const clamp = (index: number): number => Math.min(Math.max(index, 0), value.count);
  branch.charge(bytesOfView);
  return value.slice(
    clamp(elementIndex(start, "subvec")),
    end === undefined ? value.count : clamp(elementIndex(end, "subvec")),
  );
}

/** Returns the last element of a vector, or the first one of a list or sequence. */
export function peek(branch: Branch, value: Value): Value {
  if (value === null) return null;
  if (value instanceof LazySeq) return first(branch, value, "peek");
  if (!(value instanceof Vector)) throw wrongType("peek", "a vector or a list", value);
  return value.count === 0 ? null : value.at(value.isSequence ? 0 : value.count - 1);
}

/**
 * Returns the collection without the element that `peek` returns; nil stays nil.
 * @throws EvaluationError `index_error` for an empty vector, as in Clojure
 */
export function pop(branch: Branch, value: Value): Value {
  if (value === null) return null;
  if (value instanceof LazySeq) return rest(branch, value, "pop");
  if (!(value instanceof Vector)) throw wrongType("pop", "a vector or a list", value);
  if (value.kind === "queue" && value.count === 0) return value;
  if (value.count === 0)
    throw new EvaluationError("index_error", `pop: the ${typeName(value)} is empty`, {
      op: "pop",
      hint: "check first: (if (seq v) (pop v) v)",
    });
  branch.charge(bytesOfView);
  return value.isSequence
    ? value.slice(1, value.count, value.kind)
    : value.slice(0, value.count - 1);
}

export function reverse(branch: Branch, value: Value, operation = "reverse"): Vector<Value> {
  const elements = elementsOf(branch, value, operation);
  if (elements.count === 0) return emptyList();
  branch.charge(bytesOfVector + elements.count * 8);
  branch.spend(elements.count >>> 3);
  return Vector.of(elements.toArray().reverse(), "list");
}

/**
 * Returns the arguments that `list*` and `apply` denote: the elements of the last argument follow
 * the other arguments.
 */
export function spread(branch: Branch, args: readonly Value[], operation: string): Value[] {
  const tail = args.at(-1) ?? null;
  const elements = elementsOf(branch, tail, operation);
  branch.charge(bytesOfVector + (args.length + elements.count) * 8);
  branch.spend(elements.count >>> 3);
  if (elements.count > 1_000_000)
    throw new EvaluationError(
      "argument_error",
      `${operation}: ${elements.count} arguments are too many for one call`,
      { op: operation, hint: "use reduce" },
    );
  return [...args.slice(0, -1), ...elements.toArray()];
}
