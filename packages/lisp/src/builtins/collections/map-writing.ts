// Writing by key or index, shared by `assoc`, `dissoc`, `update` and their `-in` forms. Keys are
// matched by the rule of the map, see `assocField`.

import { MapValue, SetValue, Vector, dissocField, type Value } from "@ptc/core/values";
import { HostMap, TrieMap, presentKey } from "@ptc/core/internal/values";
import { callMany } from "../../functions/callable.ts";
import { EvaluationError } from "../../evaluation/errors/errors.ts";
import { after, type Result } from "../../evaluation/result.ts";
import { printShort } from "../../evaluation/errors/print-short.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { append, chargeCopy, chargeMapCopy, writeField } from "./conjoin.ts";
import { described, wrongType } from "../../evaluation/arguments/expectations.ts";
import { isIndex } from "../../sequence/is-index.ts";
import { lookup } from "../../sequence/lookup.ts";

/**
 * Returns `collection` with `value` at `key`. A vector grows at its next index; nil counts as an
 * empty map.
 */
export function write(
  branch: Branch,
  collection: Value,
  key: Value,
  value: Value,
  operation: string,
): Value {
  if (collection === null) return writeField(branch, TrieMap.empty(), key, value);
  if (collection instanceof MapValue) return writeField(branch, collection, key, value);
  if (collection instanceof Vector && !collection.isSequence)
    return writeIndex(branch, collection, key, value, operation);
  throw wrongType(
    operation,
    `a map or a vector to put ${printShort(key)} in`,
    collection,
    collection instanceof SetValue
      ? "add a member with conj"
      : collection instanceof Vector
        ? "make it a vector first: (vec coll)"
        : `the map comes first: (${operation} m ${operation === "assoc" ? "key value" : "…"})`,
  );
}

function writeIndex(
  branch: Branch,
  vector: Vector<Value>,
  key: Value,
  value: Value,
  operation: string,
): Value {
  if (key === vector.count) return append(branch, vector, value);
  if (isIndex(key, vector.count)) {
    branch.charge(48);
    chargeCopy(branch, vector.copiedByAssoc);
    return vector.assoc(key, value);
  }
  if (typeof key !== "number") throw wrongType(operation, "an index for a vector", key);
  throw new EvaluationError(
    "index_error",
    `${operation}: index ${String(key)} is outside a vector of ${vector.count}`,
    { op: operation, hint: "add at the end with conj" },
  );
}

/** `(assoc coll k v k v ...)` */
export function writeAll(branch: Branch, args: readonly Value[], operation: string): Value {
  if (args.length % 2 === 0)
    throw new EvaluationError(
      "arity_error",
      `${operation}: the last key, ${described(args.at(-1) ?? null)}, has no value`,
      { op: operation, hint: `write (${operation} m key value ...)` },
    );
  let written = args[0] ?? null;
  for (let index = 1; index < args.length; index += 2)
    written = write(branch, written, args[index] ?? null, args[index + 1] ?? null, operation);
  return written;
}

/** `map` without `key`. */
export function erase(branch: Branch, map: Value, key: Value, operation = "dissoc"): Value {
  if (map === null) return null;
  if (!(map instanceof MapValue))
    throw wrongType(
      operation,
      "a map",
      map,
      map instanceof Vector ? "take elements out of a vector with filter or remove" : undefined,
    );
  if (map instanceof HostMap && presentKey(map, key, branch) === undefined) return map;
  chargeMapCopy(branch, map);
  return dissocField(map, key, branch);
}

/** Writes `(f old ...args)` at `key`. */
export function change(
  branch: Branch,
  collection: Value,
  key: Value,
  f: Value,
  args: readonly Value[],
  operation: string,
): Result {
  const old = lookup(branch, collection, key) ?? null;
  return after(callMany(branch, f, [old, ...args]), (value) =>
    write(branch, collection, key, value, operation),
  );
}

/**
 * Changes the value at the end of a path, visiting the collections from the outermost. Makes
 * missing maps on the way. Like Clojure, treats an empty path as the key nil.
 */
export function changeAt(
  branch: Branch,
  root: Value,
  path: Vector<Value>,
  operation: string,
  compute: (old: Value) => Result,
): Result {
  const keys: readonly Value[] = path.count === 0 ? [null] : path.toArray();
  branch.charge(keys.length * 16);
  const levels: Value[] = [];
  let current = root;
  for (const key of keys) {
    if (--branch.ticks < 0) branch.refill();
    levels.push(current);
    current = lookup(branch, current, key) ?? null;
  }
  return after(compute(current), (value) => writeBack(branch, levels, keys, value, operation));
}

/** Writes a changed collection into the collection around it, and so on outward to the root. */
function writeBack(
  branch: Branch,
  levels: readonly Value[],
  keys: readonly Value[],
  value: Value,
  operation: string,
): Value {
  let written = value;
  for (let level = levels.length - 1; level >= 0; level--) {
    if (--branch.ticks < 0) branch.refill();
    written = write(branch, levels[level] ?? null, keys[level] ?? null, written, operation);
  }
  return written;
}
