// Comparing two values, for the builtins and for code compiled without a call. Numbers compare by
// amount; a comparison with NaN is false.

import { Vector, compareValues, equals, type Value } from "@ptc/core/values";
import { LazySeq } from "../../sequence/lazy-seq.ts";
import type { Branch } from "../../evaluation/branch.ts";

export type ComparisonName = "<" | ">" | "<=" | ">=";

const accepted: Readonly<Record<ComparisonName, (order: number) => boolean>> = {
  "<": (order) => order < 0,
  ">": (order) => order > 0,
  "<=": (order) => order <= 0,
  ">=": (order) => order >= 0,
};

/** Whether `left name right` holds in the total order; false as soon as a NaN is compared. */
export function compareWith(
  name: ComparisonName,
  left: Value,
  right: Value,
  branch: Branch,
): boolean {
  if (Number.isNaN(left) || Number.isNaN(right)) return false;
  return accepted[name](compareValues(left, right, branch));
}

/**
 * `=`. A lazy sequence is compared with another sequence by its elements, so it must end. Compared
 * with anything else it is not equal, and none of its elements is computed.
 */
export function equalValues(left: Value, right: Value, branch: Branch): boolean {
  if (typeof left === "string") return equals(left, right, branch);
  return (
    left === right ||
    equals(comparable(left, right, branch), comparable(right, left, branch), branch)
  );
}

function comparable(value: Value, other: Value, branch: Branch): Value {
  return value instanceof LazySeq && (other instanceof Vector || other instanceof LazySeq)
    ? value.realise(branch, "=")
    : value;
}
