// Builtins that read, write and make maps. The same functions write vectors by index.

import { MapValue, Vector, type Value } from "@ptc/core/values";
import { call3, callMany } from "../../functions/callable.ts";
import { elementsOf, entriesOf } from "../../sequence/elements.ts";
import { eachElement } from "../../sequence/each-element.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import type { Result } from "../../evaluation/result.ts";
import { row, type BuiltinRow } from "../row.ts";
import { notedValues } from "../../evaluation/firewalled-parts.ts";
import { containsKey, findEntry, lookup, lookupPath, pathKeys } from "../../sequence/lookup.ts";
import {
  mapOfArguments,
  mergeAll,
  mergeWith,
  selectKeys,
  updateKeys,
  updateValues,
  zipmap,
} from "./map-merging.ts";
import { isOfFields, ofFields } from "../../sequence/fields.ts";
import { keyedElements, mapOrNone, partOf } from "./keyed-elements.ts";
import { change, changeAt, erase, write, writeAll } from "./map-writing.ts";
import { Reduced, unreduced } from "../../functions/reduced.ts";
import { bytesOfVector } from "../../evaluation/budget/byte-costs.ts";

/**
 * Returns the value at `key`, or `otherwise` if the key is missing. A key with the value nil is
 * present.
 */
function getOr(branch: Branch, collection: Value, key: Value, otherwise: Value): Value {
  const found = lookup(branch, collection, key);
  return found === undefined ? otherwise : found;
}

function getIn(branch: Branch, root: Value, path: Value, otherwise: Value): Value {
  const found = lookupPath(branch, root, pathKeys(branch, path, "get-in"));
  return found === undefined ? otherwise : found;
}

/**
 * Returns the keys (part 0) or values (part 1) of a map or a sequence of entries, or nil if empty.
 */
function parts(branch: Branch, source: Value, part: 0 | 1, operation: string): Value {
  if (source instanceof MapValue) return partsOfMap(branch, source, part);
  const entries = elementsOf(branch, source, operation);
  if (entries.count === 0) return null;
  branch.charge(bytesOfVector + entries.count * 8);
  branch.spend(entries.count >>> 3);
  const taken: Value[] = [];
  for (let index = 0; index < entries.count; index++)
    taken.push(partOf(entries.at(index), part, operation));
  return Vector.ofGrown(taken);
}

function valuesOf(branch: Branch, source: Value): Value {
  const values = parts(branch, source, 1, "vals");
  return values instanceof Vector ? values.asSequence() : values;
}

function partsOfMap(branch: Branch, map: MapValue<Value>, part: 0 | 1): Value {
  if (map.count === 0) return null;
  branch.charge(bytesOfVector + map.count * 8);
  branch.spend(map.count >>> 3);
  const taken: Value[] = [];
  map.forEach((key, value) => taken.push(part === 0 ? key : value));
  return part === 0 ? Vector.ofGrown(taken) : notedValues(branch, map, Vector.ofGrown(taken));
}

/** `reduce-kv`: calls `f` with the accumulated value, a key and its value. */
function reduceEntries(branch: Branch, f: Value, initial: Value, source: Value): Result {
  const entries = keyedElements(branch, source, "reduce-kv");
  let accumulated = isOfFields(source) ? ofFields(initial) : initial;
  return eachElement(branch, entries, {
    compute: (entry) =>
      call3(branch, f, accumulated, partOf(entry, 0, "reduce-kv"), partOf(entry, 1, "reduce-kv")),
    take: (computed) => {
      accumulated = unreduced(computed);
      return !(computed instanceof Reduced);
    },
    finish: () => accumulated,
  });
}

function updateIn(branch: Branch, args: readonly Value[]): Result {
  const [root = null, path = null, f = null, ...more] = args;
  return changeAt(branch, root, pathKeys(branch, path, "update-in"), "update-in", (old) =>
    callMany(branch, f, [old, ...more]),
  );
}

function dissoc(branch: Branch, args: readonly Value[]): Value {
  const [map = null, ...keys] = args;
  return keys.reduce<Value>((left, key) => erase(branch, left, key), map);
}

export const mapRows: readonly BuiltinRow[] = [
  row("get", ["(get coll key)", "(get coll key not-found)"], {
    doc: "Returns the value at a key of a map, index of a vector or string, or member of a set; else nil or not-found.",
    example: ["(get {:a 1} :a)", "1"],
    readsElements: false,
    arities: { 2: (branch, collection, key) => lookup(branch, collection, key) ?? null, 3: getOr },
  }),
  row("get-in", ["(get-in coll path)", "(get-in coll path not-found)"], {
    doc: "Gets the value at a path of keys.",
    example: ["(get-in {:a {:b 1}} [:a :b])", "1"],
    arities: { 2: (branch, root, path) => getIn(branch, root, path, null), 3: getIn },
  }),
  row("contains?", "(contains? coll key)", {
    doc: "True if a map has the key, a set the member, a vector or string the index.",
    example: ["(contains? #{1 2} 2)", "true"],
    readsElements: false,
    arities: { 2: containsKey },
  }),
  row("find", "(find coll key)", {
    doc: "Returns a map or vector's entry [key value], or nil.",
    example: ["(find {:a 1} :a)", "[:a 1]"],
    readsElements: false,
    arities: { 2: (branch, collection, key) => findEntry(branch, collection, key, "find") },
  }),
  row("assoc", "(assoc coll key value ...)", {
    doc: "Sets the value at key.",
    example: ["(assoc {:a 1} :b 2)", "{:a 1, :b 2}"],
    readsElements: false,
    arities: {
      3: (branch, collection, key, value) => write(branch, collection, key, value, "assoc"),
      rest: { from: 4, apply: (branch, args) => writeAll(branch, args, "assoc") },
    },
  }),
  row("assoc-in", "(assoc-in coll path value)", {
    doc: "Sets the value at the end of a path; makes missing maps.",
    example: ["(assoc-in {} [:a :b] 1)", "{:a {:b 1}}"],
    arities: {
      3: (branch, root, path, value) =>
        changeAt(branch, root, pathKeys(branch, path, "assoc-in"), "assoc-in", () => value),
    },
  }),
  row("update", "(update coll key f arg ...)", {
    doc: "Replaces the value at key by f of it.",
    example: ["(update {:n 1} :n + 5)", "{:n 6}"],
    callsFunctions: true,
    arities: {
      3: (branch, collection, key, f) => change(branch, collection, key, f, [], "update"),
      rest: {
        from: 4,
        apply: (branch, [collection = null, key = null, f = null, ...args]) =>
          change(branch, collection, key, f, args, "update"),
      },
    },
  }),
  row("update-in", "(update-in coll path f arg ...)", {
    doc: "Replaces the value at the end of a path by f of it.",
    example: ["(update-in {:a {:b 1}} [:a :b] inc)", "{:a {:b 2}}"],
    callsFunctions: true,
    arities: { rest: { from: 3, apply: updateIn } },
  }),
  row("dissoc", "(dissoc m key ...)", {
    doc: "Removes keys from m.",
    example: ["(dissoc {:a 1, :b 2} :b)", "{:a 1}"],
    readsElements: false,
    arities: {
      1: (_, map) => map,
      2: (branch, map, key) => erase(branch, map, key),
      rest: { from: 3, apply: dissoc },
    },
  }),
  row("merge", "(merge m ...)", {
    doc: "Merges maps; later entries win.",
    example: ["(merge {:a 1} {:a 2, :b 3})", "{:a 2, :b 3}"],
    arities: { rest: { from: 0, apply: mergeAll } },
  }),
  row("merge-with", "(merge-with f m ...)", {
    doc: "Merges maps; combines values of equal keys with f.",
    example: ["(merge-with + {:a 1} {:a 2, :b 3})", "{:a 3, :b 3}"],
    callsFunctions: true,
    arities: { rest: { from: 1, apply: mergeWith } },
  }),
  row("select-keys", "(select-keys m keys)", {
    doc: "Keeps only the given keys.",
    example: ["(select-keys {:a 1, :b 2} [:a])", "{:a 1}"],
    arities: { 2: selectKeys },
  }),
  row("keys", "(keys m)", {
    doc: "Returns the keys, or nil if empty.",
    example: ["(keys {:a 1, :b 2})", "(:a :b)"],
    yieldsSequence: true,
    arities: { 1: (branch, map) => parts(branch, map, 0, "keys") },
  }),
  row("vals", "(vals m)", {
    doc: "Returns the values, or nil if empty.",
    example: ["(vals {:a 1, :b 2})", "(1 2)"],
    // The values of a map of fields are data, so the sequence isn't marked as of fields.
    arities: { 1: (branch, map) => valuesOf(branch, map) },
  }),
  row("entries", "(entries m)", {
    doc: "Returns the [key value] entries.",
    example: ["(entries {:a 1})", "[[:a 1]]"],
    clojure: false,
    arities: { 1: (branch, map) => entriesOf(branch, mapOrNone(map, "entries")) },
  }),
  row("key", "(key entry)", {
    doc: "Returns the key of an entry.",
    example: ["(map key {:a 1})", "(:a)"],
    readsElements: false,
    arities: { 1: (_, entry) => partOf(entry, 0, "key") },
  }),
  row("val", "(val entry)", {
    doc: "Returns the value of an entry.",
    example: ["(map val {:a 1})", "(1)"],
    readsElements: false,
    arities: { 1: (_, entry) => partOf(entry, 1, "val") },
  }),
  row("zipmap", "(zipmap keys values)", {
    doc: "Makes a map of keys and values at the same index.",
    example: ["(zipmap [:a :b] [1 2])", "{:a 1, :b 2}"],
    arities: { 2: zipmap },
  }),
  row(["hash-map", "array-map"], "(hash-map key value ...)", {
    doc: "Makes a map of keys and values.",
    example: ["(hash-map :a 1)", "{:a 1}"],
    arities: { rest: { from: 0, apply: mapOfArguments } },
  }),
  row("update-vals", "(update-vals m f)", {
    doc: "Applies f to every value.",
    example: ["(update-vals {:a 1} inc)", "{:a 2}"],
    callsFunctions: true,
    arities: { 2: updateValues },
  }),
  row("update-keys", "(update-keys m f)", {
    doc: "Applies f to every key.",
    example: ["(update-keys {:a 1} name)", '{"a" 1}'],
    callsFunctions: true,
    arities: { 2: updateKeys },
  }),
  row("reduce-kv", "(reduce-kv f init m)", {
    doc: "Folds a map: calls f with the accumulated value, key and value.",
    example: ["(reduce-kv (fn [acc k v] (+ acc v)) 0 {:a 1, :b 2})", "3"],
    callsFunctions: true,
    arities: { 3: reduceEntries },
  }),
];
