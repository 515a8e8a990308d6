// What builtins need to know of sorted maps and sets: making them under a budget, and reading them
// by position.

import { SortedMap, SortedSet, Vector, type KeyOrder, type Value } from "@ptc/core/values";
import type { Branch } from "../evaluation/branches/branch.ts";

export type Sorted = SortedMap | SortedSet;

export function isSorted(value: Value): value is Sorted {
  return value instanceof SortedMap || value instanceof SortedSet;
}

/**
 * Charges for one entry written: the keys on the path to it are compared and the path is copied.
 */
export function chargePath(branch: Branch, sorted: Sorted): void {
  const levels = 32 - Math.clz32(sorted.count);
  branch.spend(levels);
  branch.charge(64 + 72 * levels);
}

export function sortedMapOf(
  branch: Branch,
  entries: readonly (readonly [Value, Value])[],
  order: KeyOrder,
): SortedMap {
  branch.charge(64 + entries.length * 136);
  return SortedMap.of(entries, order, branch);
}

export function sortedSetOf(branch: Branch, members: readonly Value[], order: KeyOrder): SortedSet {
  branch.charge(64 + members.length * 168);
  return SortedSet.of(members, order, branch);
}

/** The element at a position, an entry `[key value]` of a map; `undefined` outside. */
export function sortedElement(branch: Branch, sorted: Sorted, position: number): Value | undefined {
  if (sorted instanceof SortedSet) return sorted.at(position);
  const entry = sorted.entryAt(position);
  if (entry === undefined) return undefined;
  branch.charge(64);
  return Vector.entry(...entry);
}

/** The elements from one position up to another. */
export function sortedElements(
  branch: Branch,
  sorted: Sorted,
  start: number,
  end: number,
): Value[] {
  branch.charge(48 + (end - start) * 8);
  branch.spend(end - start);
  const elements: Value[] = [];
  for (let position = start; position < end; position++)
    elements.push(sortedElement(branch, sorted, position) ?? null);
  return elements;
}
