// Computes the lazy sequences inside data before the data leaves a program.

import {
  LazySequence,
  MapValue,
  SetValue,
  Vector,
  DataDepthError,
  maximumDataDepth,
  type Value,
} from "@ptc/core/values";
import { HostMap, MapBuilder, SortedMap, SortedSet, TrieSet } from "@ptc/core/internal/values";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { Result } from "../evaluation/result.ts";
import { levelsOfData } from "../evaluation/budget/stack-room.ts";
import { whenRealized } from "./element-pending.ts";
import { sortedMapOf, sortedSetOf } from "./sorted-source.ts";
import { LazySeq } from "./lazy-seq.ts";
import { bytesOfVector } from "../evaluation/budget/byte-costs.ts";

/**
 * Returns `value` with every lazy sequence in it realized, or the same value if it contains none.
 * The error for an infinite sequence names `what`.
 * @throws EvaluationError `unbounded_sequence`; DataDepthError; ElementPending for an element that
 * isn't available yet
 */
export function realized(branch: Branch, value: Value, what = "the result"): Value {
  return holdsLazy(branch, value, 0) ? realize(branch, value, 0, what) : value;
}

/** The number of elements that a print shows of a sequence without a known end. */
const mostShown = 100;

/** Like `realized`, but computes only the elements that a print shows. */
export function realizedForPrint(branch: Branch, value: Value): Value {
  return holdsLazy(branch, value, 0) ? realize(branch, value, 0, "the print", mostShown) : value;
}

/** Like `realized`, but returns a promise if an element isn't available yet. */
export function whollyRealized(branch: Branch, value: Value, what?: string): Result {
  return typeof value === "object" && value !== null
    ? whenRealized<Value>(branch, () => realized(branch, value, what))
    : value;
}

/**
 * Returns `value`, with its elements computed if it is a lazy sequence. For builtins that read the
 * result of a function: they must not be repeated from their start, which would call the function
 * again.
 */
export function withElements(branch: Branch, value: Value, operation: string): Result {
  return value instanceof LazySeq
    ? whenRealized<Value>(branch, () => value.realize(branch, operation))
    : value;
}

/**
 * True if `value` contains a lazy sequence. Host data never contains one, so it isn't visited.
 * Visits are counted, because shared structure is visited each time it occurs.
 */
export function holdsLazy(branch: Branch, value: Value, depth: number): boolean {
  if (typeof value !== "object" || value === null || value instanceof HostMap) return false;
  if (value instanceof LazySequence) return true;
  if (depth > maximumDataDepth) throw new DataDepthError();
  if (value instanceof Vector) return !value.isHost && anyElement(branch, value, depth);
  if (value instanceof MapValue) {
    branch.spend(4 + (value.count >>> 2));
    return !value.every(
      (key, item) => !holdsLazy(branch, key, depth + 1) && !holdsLazy(branch, item, depth + 1),
    );
  }
  if (!(value instanceof SetValue)) return false;
  branch.spend(4 + (value.count >>> 2));
  return !value.every((member) => !holdsLazy(branch, member, depth + 1));
}

function anyElement(branch: Branch, vector: Vector<Value>, depth: number): boolean {
  branch.spend(4 + (vector.count >>> 2));
  for (let index = 0; index < vector.count; index++)
    if (holdsLazy(branch, vector.at(index), depth + 1)) return true;
  return false;
}

function realize(
  branch: Branch,
  value: Value,
  depth: number,
  what: string,
  most = Infinity,
): Value {
  if (depth === levelsOfData) branch.evaluation.nestsDeep = true;
  if (depth > maximumDataDepth) throw new DataDepthError();
  if (value instanceof LazySeq) {
    const isCut = most < Infinity && (value.isUnbounded || value.isOpenEnded);
    const elements = isCut ? value.beginning(branch, most) : value.realize(branch, what);
    return realize(branch, elements, depth + 1, what, most);
  }
  if (value instanceof Vector && !value.isHost)
    return value.withItems(copied(branch, value.toArray(), depth, what, most));
  if (value instanceof SortedSet)
    return sortedSetOf(
      branch,
      copied(branch, value.toArray(), depth, what, most),
      value.order,
      value.isOfFields,
    );
  if (value instanceof SetValue)
    return TrieSet.of(copied(branch, value.toArray(), depth, what, most), branch);
  if (!(value instanceof MapValue) || value instanceof HostMap) return value;
  branch.spend(1 + value.count);
  branch.charge(64 + value.count * 48);
  const entries: [Value, Value][] = [];
  value.forEach((key, item) =>
    entries.push([
      realize(branch, key, depth + 1, what, most),
      realize(branch, item, depth + 1, what, most),
    ]),
  );
  return value instanceof SortedMap
    ? sortedMapOf(branch, entries, value.order, value.hasFieldNames)
    : hashedMapOf(branch, entries, value.hasFieldNames);
}

function hashedMapOf(
  branch: Branch,
  entries: readonly (readonly [Value, Value])[],
  hasFieldNames: boolean,
): Value {
  const builder = new MapBuilder(branch);
  for (const [key, item] of entries) builder.set(key, item);
  return builder.build(hasFieldNames);
}

function copied(
  branch: Branch,
  items: readonly Value[],
  depth: number,
  what: string,
  most: number,
): Value[] {
  branch.spend(1 + items.length);
  branch.charge(bytesOfVector + items.length * 8);
  return items.map((item) => realize(branch, item, depth + 1, what, most));
}
