// Comparing two values, for the builtins and for code compiled without a call. `<` and its like
// compare quantities: numbers by amount, two texts or two times of one kind as they sort. nil and
// unlike values are refused. A comparison with NaN is false.

import { Vector, equals, quantityOrder, type Value } from "@ptc/core/values";
import { LazySeq } from "../../sequence/lazy-seq.ts";
import { notComparable } from "../../evaluation/arguments/operand-error.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";

export type ComparisonName = "<" | ">" | "<=" | ">=";

const accepted: Readonly<Record<ComparisonName, (order: number) => boolean>> = {
  "<": (order) => order < 0,
  ">": (order) => order > 0,
  "<=": (order) => order <= 0,
  ">=": (order) => order >= 0,
};

/**
 * The order of two quantities; `indexes` are their places among the arguments, if not the first.
 * @throws OperandError `type_error` for values that are none
 */
export function comparedQuantities(
  operation: string,
  left: Value,
  right: Value,
  branch: Branch,
  indexes?: readonly [left: number, right: number],
): number {
  const order = quantityOrder(left, right, branch);
  if (Number.isNaN(order)) throw notComparable(operation, left, right, indexes);
  return order;
}

/** Whether `left name right` holds; false as soon as a NaN is compared. */
export function compareWith(
  name: ComparisonName,
  left: Value,
  right: Value,
  branch: Branch,
  indexes?: readonly [left: number, right: number],
): boolean {
  const order = comparedQuantities(name, left, right, branch, indexes);
  return !Number.isNaN(left) && !Number.isNaN(right) && accepted[name](order);
}

/**
 * `=`. A lazy sequence is compared with another sequence by its elements. One of the two must end:
 * nothing that ends equals what goes on behind its end, of which no more is computed. Compared with
 * anything else a lazy sequence is not equal, and none of its elements is computed.
 */
export function equalValues(left: Value, right: Value, branch: Branch): boolean {
  if (typeof left === "string") return equals(left, right, branch);
  if (goesOnBehind(left, right, branch) || goesOnBehind(right, left, branch)) return false;
  return (
    left === right ||
    equals(comparable(left, right, branch), comparable(right, left, branch), branch)
  );
}

function goesOnBehind(value: Value, other: Value, branch: Branch): boolean {
  return (
    value instanceof LazySeq &&
    other instanceof Vector &&
    (value.isUnbounded || value.at(other.count, branch) !== undefined)
  );
}

function comparable(value: Value, other: Value, branch: Branch): Value {
  return value instanceof LazySeq && (other instanceof Vector || other instanceof LazySeq)
    ? value.realize(branch, "=")
    : value;
}
