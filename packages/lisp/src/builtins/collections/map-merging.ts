// `merge`, `merge-with`, and the maps made of other maps: `select-keys`, `update-vals`,
// `update-keys`, `zipmap`.

import {
  MapBuilder,
  MapValue,
  SetValue,
  SortedMap,
  TrieMap,
  Vector,
  type Value,
} from "@ptc/core/values";
import { call1, call2 } from "../../functions/callable.ts";
import { elementsOf, entriesOf } from "../../sequence/elements.ts";
import { eachElement } from "../../sequence/each-element.ts";
import { EvaluationError } from "../../evaluation/errors/errors.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import type { Result } from "../../evaluation/result.ts";
import { conjoin } from "./conjoin.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { findEntry } from "../../sequence/lookup.ts";
import { keyedElements, partOf } from "./keyed-elements.ts";
import { write, writtenKey } from "./map-writing.ts";
import { computeAhead, elementsAt } from "../sequences/lazy-transforms.ts";
import { isUnbounded } from "../../sequence/layered-sequence.ts";
import { sequenceOf } from "../../sequence/sequence-source.ts";

/**
 * The entries of all maps; where two have a key, the later one counts. Arguments that are nil are
 * passed over, and the result is nil when there are no others. Source: `clojure.core/merge`.
 */
export function merge(branch: Branch, args: readonly Value[]): Value {
  let merged: Value = null;
  for (const [index, value] of args.entries()) {
    if (--branch.ticks < 0) branch.refill();
    // The first argument may be any collection, and the result is sorted when that is. When it is
    // nil, the result is a plain map.
    if (merged === null)
      merged =
        index > 0 && value !== null && (value instanceof SortedMap || !(value instanceof MapValue))
          ? conjoin(branch, TrieMap.empty(), value, "merge")
          : value;
    else if (value !== null || !(merged instanceof MapValue))
      merged = conjoin(branch, merged, value, "merge");
  }
  return merged;
}

/** Values of a key that several maps have are combined with `f`, from the first map to the last. */
export function mergeWith(branch: Branch, args: readonly Value[]): Result {
  const [f = null, ...maps] = args;
  const present = maps.filter((map) => map !== null);
  let merged: Value = present[0] ?? null;
  const entries: Value[] = [];
  for (const map of present.slice(1)) {
    if (!(map instanceof MapValue)) throw wrongType("merge-with", "a map", map);
    for (const entry of entriesOf(branch, map)) entries.push(entry);
  }
  return eachElement(branch, Vector.of(entries), {
    compute: (entry) => {
      const [key = null, value = null] = entry as Vector<Value>;
      const held = findExact(branch, merged, key);
      return held === undefined ? value : call2(branch, f, held, value);
    },
    take: (computed, entry) => {
      const key = (entry as Vector<Value>).at(0);
      merged = write(branch, merged, key, computed, "merge-with");
      return true;
    },
    finish: () => merged,
  });
}

/** The value that `write` would replace: its key is spelled as `write` would spell it. */
function findExact(branch: Branch, collection: Value, key: Value): Value | undefined {
  if (collection instanceof MapValue) return collection.find(writtenKey(collection, key), branch);
  return collection instanceof Vector && typeof key === "number" && key < collection.count
    ? collection.get(key, null)
    : undefined;
}

/** The entries of the keys that are there, spelled as the map spells them. */
export function selectKeys(branch: Branch, source: Value, keys: Value): Value {
  const wanted = elementsOf(branch, keys, "select-keys");
  branch.charge(64 + wanted.count * 48);
  const selected = new MapBuilder(branch);
  for (let index = 0; index < wanted.count; index++) {
    if (--branch.ticks < 0) branch.refill();
    const entry = findEntry(branch, source, wanted.at(index), "select-keys");
    if (entry !== null) selected.set(entry.at(0), entry.at(1));
  }
  return selected.build(source instanceof MapValue && source.hasFieldNames);
}

/** `f` of every value. */
export function updateValues(branch: Branch, source: Value, f: Value): Result {
  if (source instanceof Vector && !source.isSequence && source.kind !== "entry")
    return changedElements(branch, source, f);
  // As in Clojure, an empty set is answered as it is.
  if (source instanceof SetValue && source.count === 0) return source;
  const hasFieldNames = source instanceof MapValue && source.hasFieldNames;
  const entries = keyedElements(branch, source, "update-vals");
  return changedEntries(branch, entries, f, 1, hasFieldNames);
}

/** Of a vector `update-vals` changes the elements. */
function changedElements(branch: Branch, vector: Vector<Value>, f: Value): Result {
  branch.charge(48 + vector.count * 8);
  const changed: Value[] = [];
  return eachElement(branch, vector, {
    compute: (element) => call1(branch, f, element),
    take: (computed) => changed.push(computed) > 0,
    finish: () => Vector.of(changed),
  });
}

/** `f` of every key; of keys that become equal the last wins. */
export function updateKeys(branch: Branch, source: Value, f: Value): Result {
  return changedEntries(branch, keyedElements(branch, source, "update-keys"), f, 0, false);
}

function changedEntries(
  branch: Branch,
  entries: Vector<Value>,
  f: Value,
  part: 0 | 1,
  hasFieldNames: boolean,
): Result {
  const operation = part === 1 ? "update-vals" : "update-keys";
  branch.charge(64 + entries.count * 48);
  const changed = new MapBuilder(branch);
  return eachElement(branch, entries, {
    compute: (entry) => call1(branch, f, partOf(entry, part, operation)),
    take: (computed, entry) => {
      if (part === 1) changed.set(partOf(entry, 0, operation), computed);
      else changed.set(computed, partOf(entry, 1, operation));
      return true;
    },
    finish: () => changed.build(hasFieldNames),
  });
}

/** Keys to values, up to the shorter; one of the two may have no end. */
export function zipmap(branch: Branch, keys: Value, values: Value): Value {
  const sources = [sequenceOf(branch, keys, "zipmap"), sequenceOf(branch, values, "zipmap")];
  if (sources.every(isUnbounded)) elementsOf(branch, keys, "zipmap");
  // What ends is computed to its end before the other is read beside it, see `computeAhead`.
  const beside = sources.map((source) =>
    isUnbounded(source) ? source : elementsOf(branch, source, "zipmap"),
  );
  computeAhead(branch, beside);
  branch.charge(64);
  const zipped = new MapBuilder(branch);
  for (let index = 0; ; index++) {
    if (--branch.ticks < 0) branch.refill();
    const [key, value] = elementsAt(branch, beside, index) ?? [];
    if (key === undefined || value === undefined) return zipped.build();
    branch.charge(48);
    zipped.set(key, value);
  }
}

/** A map of alternating keys and values. */
export function mapOfArguments(branch: Branch, args: readonly Value[]): Value {
  if (args.length % 2 === 1)
    throw new EvaluationError("arity_error", "hash-map: the last key has no value", {
      op: "hash-map",
      hint: "write (hash-map key value ...)",
    });
  branch.charge(64 + args.length * 24);
  const built = new MapBuilder(branch);
  for (let index = 0; index < args.length; index += 2)
    built.set(args[index] ?? null, args[index + 1] ?? null);
  return built.build();
}
