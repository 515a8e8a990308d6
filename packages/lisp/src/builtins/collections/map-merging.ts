// `merge`, `merge-with`, and the functions that make maps from other maps: `select-keys`,
// `update-vals`, `update-keys`, `zipmap`.

import { MapValue, SetValue, Vector, type Value } from "@ptc/core/values";
import { MapBuilder, SortedMap, TrieMap, asFields, mergedKey } from "@ptc/core/internal/values";
import { call1, call2 } from "../../functions/callable.ts";
import { NativeFunction } from "../../functions/derived-function.ts";
import { elementsOf, entriesOf } from "../../sequence/elements.ts";
import { isOfFields, ofFields } from "../../sequence/fields.ts";
import { eachElement } from "../../sequence/each-element.ts";
import { EvaluationError } from "../../evaluation/errors/errors.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import type { Result } from "../../evaluation/result.ts";
import { conjoin, merged, writeMerged } from "./conjoin.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { findEntry } from "../../sequence/lookup.ts";
import { keyedElements, partOf } from "./keyed-elements.ts";
import { EntryCollector } from "./entry-collector.ts";
import { write } from "./map-writing.ts";
import { computeAhead, elementsAt, lazySideBySide } from "../sequences/lazy-transforms.ts";
import { isUnbounded } from "../../sequence/layered-sequence.ts";
import { LazySeq } from "../../sequence/lazy-seq.ts";
import { eachItem, sequenceOf, type Sequence } from "../../sequence/sequence-source.ts";
import { bytesOfVector } from "../../evaluation/budget/byte-costs.ts";
import { needsTurn, stepEndsTurn } from "../../sequence/turn-checks.ts";

/**
 * Merges the entries of all maps; the last value of a key wins. Skips nil arguments, and false as
 * the first one. Returns nil if all are nil or false. Source: `clojure.core/merge`.
 */
export function merge(branch: Branch, args: readonly Value[]): Value {
  if (args.every(isNothing)) return null;
  return args.reduce<Value>((merged, value, index) => {
    if (--branch.ticks < 0) branch.refill();
    const target = targetOf(merged, value, index);
    return target === undefined
      ? (merged ?? unlessFalse(value))
      : conjoin(branch, target, value, "merge");
  }, null);
}

/** Like `merge`, but lets the host have turns. */
export function mergeAll(branch: Branch, args: readonly Value[]): Result {
  return args.every(isNothing) ? null : mergedFrom(branch, args, null, 0);
}

function mergedFrom(branch: Branch, args: readonly Value[], before: Value, start: number): Result {
  let all = before;
  for (let index = start; index < args.length; index++) {
    if (--branch.ticks < 0) branch.refill();
    const value = args[index] ?? null;
    const target = targetOf(all, value, index);
    const next =
      target instanceof MapValue && value instanceof MapValue
        ? merged(branch, target, value)
        : target === undefined
          ? (all ?? unlessFalse(value))
          : conjoin(branch, target, value, "merge");
    if (next instanceof Promise)
      return next.then((settled) => mergedFrom(branch, args, settled, index + 1));
    all = next;
  }
  return all;
}

/**
 * Returns the collection to add `value` to, which is argument `index`; undefined if there is
 * nothing to add, or nothing to add it to. The first argument may be any collection, and the
 * result is sorted if it is. If it is nil, the result is a plain map.
 */
function targetOf(merged: Value, value: Value, index: number): Value | undefined {
  if (merged !== null) return value !== null || !(merged instanceof MapValue) ? merged : undefined;
  const isPlain = value instanceof MapValue && !(value instanceof SortedMap);
  return index > 0 && value !== null && !isPlain ? TrieMap.empty() : undefined;
}

function unlessFalse(value: Value): Value {
  return value === false ? null : value;
}

/** True for the values that `merge` counts as no map. */
function isNothing(value: Value): boolean {
  return value === null || value === false;
}

/** Combines the values of a key in several maps with `f`, from the first map to the last. */
export function mergeWith(branch: Branch, args: readonly Value[]): Result {
  const [f = null, ...maps] = args;
  if (maps.every(isNothing)) return null;
  const present = maps.filter((map, index) => map !== null && (index > 0 || map !== false));
  const first = present[0] ?? null;
  if (isNothing(maps[0] ?? null) && !(first instanceof MapValue))
    throw wrongType("merge-with", "a map", first);
  const hasFieldNames = present.some((map) => map instanceof MapValue && map.hasFieldNames);
  let merged = hasFieldNames ? ofFields(first) : first;
  const entries: Value[] = [];
  const sources: MapValue<Value>[] = [];
  for (const map of present.slice(1)) {
    if (!(map instanceof MapValue)) throw wrongType("merge-with", "a map", map);
    const source = hasFieldNames ? asFields(map) : map;
    for (const entry of entriesOf(branch, map)) {
      entries.push(entry);
      sources.push(source);
    }
  }
  let written = 0;
  /** The key in `merged` of the entry whose value is being computed. */
  let key: Value = null;
  return eachElement(branch, Vector.ofGrown(entries), {
    compute: (entry) => {
      const [given = null, value = null] = entry as Vector<Value>;
      const source = sources[written];
      key =
        merged instanceof MapValue && source !== undefined
          ? mergedKey(merged, given, source, branch)
          : given;
      const held = heldValue(branch, merged, key);
      return held === undefined ? value : call2(branch, f, held, value);
    },
    take: (computed) => {
      merged =
        merged instanceof MapValue
          ? writeMerged(branch, merged, key, computed)
          : write(branch, merged, key, computed, "merge-with");
      written += 1;
      return true;
    },
    finish: () => merged,
  });
}

/** Finds the value of exactly `key`. */
function heldValue(branch: Branch, collection: Value, key: Value): Value | undefined {
  if (collection instanceof MapValue) return collection.find(key, branch);
  return collection instanceof Vector && typeof key === "number" && key < collection.count
    ? collection.get(key, null)
    : undefined;
}

/** Returns the entries of the existing keys, with the map's spelling of each key. */
export function selectKeys(branch: Branch, source: Value, keys: Value): Result {
  const wanted = elementsOf(branch, keys, "select-keys");
  branch.charge(64 + wanted.count * 48);
  return selectedFrom(branch, source, wanted, new MapBuilder(branch), 0);
}

function selectedFrom(
  branch: Branch,
  source: Value,
  wanted: Vector<Value>,
  selected: MapBuilder,
  start: number,
): Result {
  for (let index = start; index < wanted.count; index++) {
    const isOver = stepEndsTurn(branch);
    const entry = findEntry(branch, source, wanted.at(index), "select-keys");
    if (entry !== null) selected.set(entry.at(0), entry.at(1));
    if (isOver) return branch.inNextTurn(selectedFrom, branch, source, wanted, selected, index + 1);
  }
  return selected.build(source instanceof MapValue && source.hasFieldNames);
}

/** Applies `f` to every value. */
export function updateValues(branch: Branch, source: Value, f: Value): Result {
  if (source instanceof Vector && !source.isSequence && source.kind !== "entry")
    return changedElements(branch, source, f);
  // Like Clojure, return an empty set unchanged.
  if (source instanceof SetValue && source.count === 0) return source;
  return changedEntries(branch, keyedElements(branch, source, "update-vals"), f, 1);
}

/** Applies `f` to the elements of a vector, for `update-vals`. */
function changedElements(branch: Branch, vector: Vector<Value>, f: Value): Result {
  branch.charge(bytesOfVector + vector.count * 8);
  const changed: Value[] = [];
  return eachElement(branch, vector, {
    compute: (element) => call1(branch, f, element),
    take: (computed) => changed.push(computed) > 0,
    finish: () => Vector.ofGrown(changed),
  });
}

/** Applies `f` to every key. If keys become equal, the last one wins. */
export function updateKeys(branch: Branch, source: Value, f: Value): Result {
  return changedEntries(branch, keyedElements(branch, source, "update-keys"), f, 0);
}

function changedEntries(branch: Branch, entries: Vector<Value>, f: Value, part: 0 | 1): Result {
  const operation = part === 1 ? "update-vals" : "update-keys";
  branch.charge(64 + entries.count * 48);
  // All entries come from one map, so two spellings are two entries.
  const changed = new MapBuilder(branch);
  return eachElement(branch, entries, {
    compute: (entry) => call1(branch, f, partOf(entry, part, operation)),
    take: (computed, entry) => {
      if (part === 1) changed.set(partOf(entry, 0, operation), computed);
      else changed.set(computed, partOf(entry, 1, operation));
      return true;
    },
    finish: () => changed.build(entries.isOfFields),
  });
}

/** Maps keys to values, up to the shorter of the two. One of them may be infinite. */
export function zipmap(branch: Branch, keys: Value, values: Value): Result {
  const sources = [sequenceOf(branch, keys, "zipmap"), sequenceOf(branch, values, "zipmap")];
  if (sources.every(isUnbounded)) elementsOf(branch, keys, "zipmap");
  branch.charge(64);
  const zipped = new EntryCollector(branch);
  if (isOfFields(keys)) zipped.ofFields();
  const add = ([key = null, value = null]: readonly Value[]): void => {
    branch.charge(48);
    zipped.set(key, value);
  };
  if (sources.every((source) => source instanceof LazySeq)) {
    // `eachItem` awaits elements of either. Repeating the call for each would take too long.
    const pairs = lazySideBySide(branch, pairOf, sources);
    return eachItem(branch, pairs, {
      compute: (pair) => pair,
      take: (pair) => {
        add((pair as Vector<Value>).toArray());
        return true;
      },
      finish: () => zipped.build(),
    });
  }
  computeAhead(branch, sources);
  return eachPair(branch, sources, add, () => zipped.build(), 0);
}

function eachPair(
  branch: Branch,
  sources: readonly Sequence[],
  add: (pair: readonly Value[]) => void,
  finish: () => Value,
  start: number,
): Result {
  for (let index = start; ; index++) {
    const pair = elementsAt(branch, sources, index);
    const isOver = stepEndsTurn(branch);
    if (pair === undefined) return finish();
    add(pair);
    if (isOver) return branch.inNextTurn(eachPair, branch, sources, add, finish, index + 1);
  }
}

const pairOf = /* @__PURE__ */ new NativeFunction((branch, args) => {
  branch.charge(64);
  return Vector.of(args.slice());
});

/** Makes a map from alternating keys and values. */
export function mapOfArguments(branch: Branch, args: readonly Value[]): Result {
  if (args.length % 2 === 1)
    throw new EvaluationError("arity_error", "hash-map: the last key has no value", {
      op: "hash-map",
      hint: "write (hash-map key value ...)",
    });
  branch.charge(64 + args.length * 24);
  return mapOfPairs(branch, args, new MapBuilder(branch), 0);
}

/** The arguments of `hash-map` between two readings of the clock. */
const argumentsBetweenChecks = 4096;

function mapOfPairs(
  branch: Branch,
  args: readonly Value[],
  built: MapBuilder,
  start: number,
): Result {
  for (let index = start; index < args.length; index += 2) {
    built.set(args[index] ?? null, args[index + 1] ?? null);
    if ((index + 2) % argumentsBetweenChecks === 0 && needsTurn(branch))
      return branch.inNextTurn(mapOfPairs, branch, args, built, index + 2);
  }
  return built.build();
}
