// Union, intersection, difference and subsets; nil counts as empty. Source: `clojure.set`, which
// also accepts some collections other than sets.

import { MapValue, SetValue, Vector, type Value } from "@ptc/core/values";
import { isOfFields, ofFields } from "../../sequence/fields.ts";
import { elementsOf } from "../../sequence/elements.ts";
import { eachElement } from "../../sequence/each-element.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import type { Result } from "../../evaluation/result.ts";
import { chargeSetCopy, conjoin } from "./conjoin.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { containsKey } from "../../sequence/lookup.ts";

/** Returns `set` without the members. */
export function disjoin(
  branch: Branch,
  set: Value,
  members: Vector<Value>,
  operation: string,
): Result {
  if (set === null) return null;
  let left: Value = set;
  return eachElement(branch, members, {
    compute: (member) => member,
    take(member) {
      left = withoutMember(branch, left, member, operation);
      return true;
    },
    finish: () => left,
  });
}

export function withoutMember(
  branch: Branch,
  set: Value,
  member: Value,
  operation: string,
): SetValue<Value> {
  // Like Clojure, require a set only if there is something to remove.
  if (!(set instanceof SetValue))
    throw wrongType(operation, "a set", set, "make it one first: (set coll)");
  chargeSetCopy(branch, set);
  return set.delete(member, branch);
}

export function union(branch: Branch, left: Value, right: Value): Result {
  const [larger, smaller] =
    size(branch, left, "union") < size(branch, right, "union") ? [right, left] : [left, right];
  if (larger === null || smaller === null) return larger;
  let joined = isOfFields(smaller) ? ofFields(larger) : larger;
  return eachElement(branch, elementsOf(branch, smaller, "union"), {
    compute: (member) => member,
    take(element) {
      joined = conjoin(branch, joined, element, "union");
      return true;
    },
    finish: () => joined,
  });
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

export function intersection(branch: Branch, left: Value, right: Value): Result {
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

export function difference(branch: Branch, left: Value, right: Value): Result {
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
): Result {
  const leaving: Value[] = [];
  return eachElement(branch, elementsOf(branch, set, operation), {
    compute: leaves,
    take: (isLeaving, element) => isLeaving !== true || leaving.push(element) > 0,
    finish: () =>
      leaving.length === 0 ? set : disjoin(branch, set, Vector.ofGrown(leaving), operation),
  });
}

/** True if every element of `part` is in `whole`. */
export function isSubset(branch: Branch, part: Value, whole: Value, operation: string): Result {
  if (size(branch, part, operation) > size(branch, whole, operation)) return false;
  let isPart = true;
  return eachElement(branch, elementsOf(branch, part, operation), {
    compute: (element) => containsKey(branch, whole, element),
    take: (isIn) => (isPart = isIn === true),
    finish: () => isPart,
  });
}

function size(branch: Branch, value: Value, operation: string): number {
  return value instanceof SetValue || value instanceof MapValue || value instanceof Vector
    ? value.count
    : elementsOf(branch, value, operation).count;
}
