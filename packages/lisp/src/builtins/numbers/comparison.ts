// Compares two values, for the builtins and for inlined code. `<` and similar functions compare
// quantities: numbers by amount, and two texts or two times of one kind in their sort order. They
// reject nil and values of different kinds. A comparison with NaN is false.

import { equals, type Value } from "@ptc/core/values";
import { quantityOrder } from "@ptc/core/internal/values";
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
 * Returns the order of two quantities; `indexes` are their argument positions if not the first
 * two.
 * @throws OperandError `type_error` for values that can't be compared
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

/** True if `left name right` is; false for NaN. */
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
 * `=`. Compares a lazy sequence with another sequence by their elements; one of the two must end.
 * A finite sequence differs from one with more elements, and computes only one element beyond its
 * end. A lazy sequence doesn't equal any other value, and no element is computed for that.
 */
export function equalValues(left: Value, right: Value, branch: Branch): boolean {
  if (typeof left === "string") return equals(left, right, branch);
  return equals(left, right, branch);
}
