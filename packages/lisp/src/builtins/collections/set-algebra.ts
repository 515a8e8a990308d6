// Union, intersection, difference and subsets; nil counts as empty. Source: `clojure.set`, which
// also accepts some collections other than sets.

import { MapValue, SetValue, Vector, type Value } from "@ptc/core/values";
import { isOfFields, ofFields } from "../../sequence/fields.ts";
import { elementsOf } from "../../sequence/elements.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { chargeSetCopy, conjoin } from "./conjoin.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { containsKey } from "../../sequence/lookup.ts";

/** Returns `set` without the members. */
export function disjoin(
  branch: Branch,
  set: Value,
  members: Iterable<Value>,
  operation: string,
): Value {
  if (set === null) return null;
  let left: Value = set;
  for (const member of members) {
    if (--branch.ticks < 0) branch.refill();
    // Like Clojure, require a set only if there is something to remove.
    if (!(left instanceof SetValue))
      throw wrongType(operation, "a set", left, "make it one first: (set coll)");
    chargeSetCopy(branch, left);
    left = left.delete(member, branch);
  }
  return left;
}

export function union(branch: Branch, left: Value, right: Value): Value {
  const [larger, smaller] =
    size(branch, left, "union") < size(branch, right, "union") ? [right, left] : [left, right];
  if (larger === null || smaller === null) return larger;
  let joined = isOfFields(smaller) ? ofFields(larger) : larger;
  for (const element of elementsOf(branch, smaller, "union")) {
    if (--branch.ticks < 0) branch.refill();
    joined = conjoin(branch, joined, element, "union");
  }
  return joined;
}

/**
 * Moves the largest set to the front, or the last of several largest. Clojure does this for more
 * than two sets, so that the type of an empty argument doesn't decide the type of the result.
 */
export function largestFirst(branch: Branch, sets: readonly Value[]): readonly Value[] {
  const sizes = sets.map((set) => size(branch, set, "union"));
  const largest = sizes.reduce(
    (best, count, index) => (count >= (sizes[best] ?? 0) ? index : best),
    0,
  );
  return [sets[largest] ?? null, ...sets.slice(0, largest), ...sets.slice(largest + 1)];
}

export function intersection(branch: Branch, left: Value, right: Value): Value {
  const [smaller, larger] =
    size(branch, right, "intersection") < size(branch, left, "intersection")
      ? [right, left]
      : [left, right];
  return without(
    branch,
    smaller,
    "intersection",
    (element) => !containsKey(branch, larger, element),
  );
}

export function difference(branch: Branch, left: Value, right: Value): Value {
  if (size(branch, left, "difference") < size(branch, right, "difference") && isKeyed(right)) {
    return without(branch, left, "difference", (element) => containsKey(branch, right, element));
  }
  return disjoin(branch, left, elementsOf(branch, right, "difference"), "difference");
}

function isKeyed(value: Value): boolean {
  return value instanceof SetValue || value instanceof MapValue;
}

function without(
  branch: Branch,
  set: Value,
  operation: string,
  leaves: (element: Value) => boolean,
): Value {
  const leaving: Value[] = [];
  const elements = elementsOf(branch, set, operation);
  branch.spend(elements.count);
  for (const element of elements) if (leaves(element)) leaving.push(element);
  return leaving.length === 0 ? set : disjoin(branch, set, leaving, operation);
}

/** True if every element of `part` is in `whole`. */
export function isSubset(branch: Branch, part: Value, whole: Value, operation: string): boolean {
  if (size(branch, part, operation) > size(branch, whole, operation)) return false;
  const elements = elementsOf(branch, part, operation);
  branch.spend(elements.count);
  for (const element of elements) if (!containsKey(branch, whole, element)) return false;
  return true;
}

function size(branch: Branch, value: Value, operation: string): number {
  return value instanceof SetValue || value instanceof MapValue || value instanceof Vector
    ? value.count
    : elementsOf(branch, value, operation).count;
}
