// Helpers for builtins on sorted maps and sets: creating them under a budget, and reading them by
// position.

import { Vector, type Value } from "@ptc/core/values";
import { SortedMap, SortedSet, type KeyOrder } from "@ptc/core/internal/values";
import type { Branch } from "../evaluation/branches/branch.ts";
import { bytesOfVector } from "../evaluation/budget/byte-costs.ts";

export type Sorted = SortedMap | SortedSet;

export function isSorted(value: Value): value is Sorted {
  return value instanceof SortedMap || value instanceof SortedSet;
}

/** Charges for writing one entry, which compares the keys on the path to it and copies the path. */
export function chargePath(branch: Branch, sorted: Sorted): void {
  const levels = 32 - Math.clz32(sorted.count);
  branch.spend(levels);
  branch.charge(64 + 72 * levels);
}

export function sortedMapOf(
  branch: Branch,
  entries: readonly (readonly [Value, Value])[],
  order: KeyOrder,
  hasFieldNames = false,
): SortedMap {
  branch.charge(64 + entries.length * 136);
  return SortedMap.of(entries, order, branch, hasFieldNames);
}

export function sortedSetOf(
  branch: Branch,
  members: readonly Value[],
  order: KeyOrder,
  isOfFields = false,
): SortedSet {
  branch.charge(64 + members.length * 168);
  return SortedSet.of(members, order, branch, isOfFields);
}

/**
 * Returns the element at a position, which is an entry `[key value]` for a map, or `undefined`
 * outside the bounds.
 */
export function sortedElement(branch: Branch, sorted: Sorted, position: number): Value | undefined {
  if (sorted instanceof SortedSet) return sorted.at(position);
  const entry = sorted.entryAt(position);
  if (entry === undefined) return undefined;
  branch.charge(64);
  return Vector.entry(...entry, sorted.hasFieldNames);
}

/** Returns the elements from one position up to another. */
export function sortedElements(
  branch: Branch,
  sorted: Sorted,
  start: number,
  end: number,
): Value[] {
  branch.charge(bytesOfVector + (end - start) * 8);
  branch.spend(end - start);
  const elements: Value[] = [];
  for (let position = start; position < end; position++)
    elements.push(sortedElement(branch, sorted, position) ?? null);
  return elements;
}
