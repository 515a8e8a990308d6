// Converts any collection to a vector of its elements, for sequence functions. A vector is used as
// it is, a map yields its entries, a string its characters and nil nothing. A lazy sequence is
// realized if it ends.

import { LazySequence, MapValue, SetValue, Vector, type Value } from "@ptc/core/values";
import { OperandError } from "../evaluation/arguments/operand-error.ts";
import { EvaluationError } from "../evaluation/errors/errors.ts";
import { LazySeq } from "./lazy-seq.ts";
import { characters } from "./characters.ts";
import type { Branch } from "../evaluation/branches/branch.ts";

/**
 * Returns all elements of `value`.
 * @throws EvaluationError `type_error` for a value without elements; `unbounded_sequence` for an
 * infinite sequence
 */
export function elementsOf(branch: Branch, value: Value, operation: string): Vector<Value> {
  const elements = elementsOrUndefined(branch, value, operation);
  if (elements !== undefined) return elements;
  throw new OperandError({ type: "elements", op: operation, value });
}

/** Like `elementsOf`, but returns `undefined` for a value without elements. */
function elementsOrUndefined(
  branch: Branch,
  value: Value,
  operation: string,
): Vector<Value> | undefined {
  if (value instanceof Vector) return value;
  // Create a new vector each time, because vectors grow in place. Values that one program appends
  // to a vector shared by all programs would stay there.
  if (value === null) return Vector.of<Value>([]);
  if (typeof value === "string") {
    chargeElements(branch, value.length);
    return Vector.of<Value>(characters(value));
  }
  if (value instanceof MapValue) return entriesOf(branch, value);
  if (value instanceof SetValue) {
    chargeElements(branch, value.count);
    return Vector.of(value.toArray());
  }
  if (value instanceof LazySeq) return value.realize(branch, operation);
  if (value instanceof LazySequence)
    throw new EvaluationError("unsupported", `${operation}: this sequence belongs to another run`, {
      op: operation,
    });
  return undefined;
}

/** Returns `[key value]` for each entry. */
export function entriesOf(branch: Branch, map: MapValue<Value>): Vector<Value> {
  branch.charge(map.count * 64);
  const entries: Value[] = [];
  const { hasFieldNames } = map;
  map.forEach((key, value) => {
    const entry = Vector.entry(key, value, hasFieldNames);
    // Count one step for eight entries during the loop, so that the clock is read.
    if (entries.push(entry) % 8 === 0 && --branch.ticks < 0) branch.refill();
  });
  return hasFieldNames ? Vector.ofGrown(entries).ofFields() : Vector.ofGrown(entries);
}

function chargeElements(branch: Branch, count: number): void {
  branch.charge(count * 16);
  branch.spend(count >>> 3);
}
