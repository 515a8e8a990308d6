// Looks up by key or index in a collection of any kind, for `get`, `get-in`, `contains?`, `find`
// and the aggregators. `getField` has the rule for keys of maps.

import { MapValue, SetValue, Vector, getField, type Value } from "@ptc/core/values";
import { presentKey } from "@ptc/core/internal/values";
import { elementsOf } from "./elements.ts";
import { countCharacters } from "./characters.ts";
import { LazySeq } from "./lazy-seq.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import { EvaluationError } from "../evaluation/errors/errors.ts";
import { printShort } from "../evaluation/errors/print-short.ts";
import { wrongType } from "../evaluation/arguments/expectations.ts";
import { Transient } from "../evaluation/state/transient.ts";
import { characterAt } from "./character-at.ts";
import { isIndex } from "./is-index.ts";

/**
 * Returns the value at `key`, or `undefined` if the key is missing or the collection has no keys,
 * like a list.
 */
export function lookup(branch: Branch, collection: Value, key: Value): Value | undefined {
  if (collection instanceof MapValue) return getField(collection, key, branch);
  if (collection instanceof SetValue) return collection.find(key, branch);
  if (collection instanceof Vector)
    return !collection.isSequence && isIndex(key, collection.count)
      ? collection.at(key)
      : undefined;
  if (collection instanceof Transient) return lookup(branch, collection.current("get"), key);
  if (typeof collection !== "string") return undefined;
  // Drop the fraction of an index into a text, as Clojure does.
  const index = typeof key === "number" ? Math.trunc(key) : key;
  return isIndex(index, collection.length) ? characterAt(branch, collection, index) : undefined;
}

/**
 * Returns the value at the end of a path of keys, or `undefined` if a key on the way is missing.
 */
export function lookupPath(branch: Branch, root: Value, path: Vector<Value>): Value | undefined {
  let current: Value | undefined = root;
  for (let index = 0; index < path.count && current !== undefined; index++) {
    if (--branch.ticks < 0) branch.refill();
    current = lookup(branch, current, path.at(index));
  }
  return current;
}

/** Returns the keys of a path, which is a sequence of them. Nil is a path without keys. */
export function pathKeys(branch: Branch, path: Value, operation: string): Vector<Value> {
  if (
    path === null ||
    path instanceof Vector ||
    path instanceof SetValue ||
    path instanceof LazySeq
  )
    return elementsOf(branch, path, operation);
  throw wrongType(operation, "a path, a vector of keys", path, `write (${operation} m [:a :b] …)`);
}

/** True if `key` is one of the keys, members or indexes of `collection`. */
export function containsKey(branch: Branch, collection: Value, key: Value): boolean {
  if (collection === null) return false;
  if (collection instanceof MapValue) return presentKey(collection, key, branch) !== undefined;
  if (collection instanceof SetValue) return collection.has(key, branch);
  if (collection instanceof Vector && !collection.isSequence) return isIndex(key, collection.count);
  if (typeof collection === "string") {
    if (typeof key === "number")
      return isIndex(Math.trunc(key), countCharacters(branch, collection));
    throw wrongType("contains?", "an index for a string", key, "use includes? to search for text");
  }
  if (collection instanceof Transient)
    return containsKey(branch, collection.current("contains?"), key);
  if (collection instanceof Vector)
    throw new EvaluationError(
      "type_error",
      `contains?: expected a map, set, vector or string, got a sequence ${printShort(collection)}`,
      { op: "contains?", hint: "contains? looks for a key; search with (some #{x} coll)" },
    );
  throw wrongType(
    "contains?",
    "a map, set, vector or string",
    collection,
    collection instanceof LazySeq || collection instanceof Vector
      ? "search a sequence with (some #{x} coll)"
      : undefined,
  );
}

/** Returns the entry `[key value]` as it is in the collection, or nil if it is missing. */
export function findEntry(
  branch: Branch,
  collection: Value,
  key: Value,
  operation: string,
): Vector<Value> | null {
  if (collection === null) return null;
  branch.charge(64);
  if (collection instanceof MapValue) {
    const present = presentKey(collection, key, branch);
    return present === undefined
      ? null
      : Vector.entry<Value>(
          present,
          getField(collection, present, branch) ?? null,
          collection.hasFieldNames,
        );
  }
  if (collection instanceof Vector && !collection.isSequence)
    return isIndex(key, collection.count) ? Vector.entry<Value>(key, collection.at(key)) : null;
  if (collection instanceof Transient)
    return findEntry(branch, collection.current(operation), key, operation);
  throw wrongType(
    operation,
    "a map or a vector",
    collection,
    operation === "find" ? "search by a condition with (first (filter pred coll))" : undefined,
  );
}
