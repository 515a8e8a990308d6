// Methods that Java's strings and collections share, such as `.contains`, `.indexOf` and
// `.isEmpty`, and the collection methods `.get` and `.size`.

import { MapValue, SetValue, Temporal, Vector, equals, type Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { EvaluationError } from "../../evaluation/errors/errors.ts";
import { described, elementIndex, wrongType } from "../../evaluation/arguments/expectations.ts";
import { elementsOf } from "../../sequence/elements.ts";
import { LazySeq } from "../../sequence/lazy-seq.ts";
import { containsKey, lookup } from "../../sequence/lookup.ts";
import { row, type BuiltinRow } from "../row.ts";
import { stringArgument } from "../../evaluation/arguments/string-argument.ts";

/** True for collections in Java, whose methods differ from those of strings. */
export function isCollection(value: Value): boolean {
  return (
    value instanceof Vector ||
    value instanceof LazySeq ||
    value instanceof SetValue ||
    value instanceof MapValue
  );
}

/** Returns the elements of a Java collection. Java's maps have keys and values but no elements. */
function membersOf(
  branch: Branch,
  value: Value,
  operation: string,
  instead: string,
): Vector<Value> {
  if (value instanceof MapValue)
    throw wrongType(operation, "a list or a set", value, `for a map use ${instead}`);
  if (!isCollection(value)) stringArgument(value, operation, "a string or a collection");
  return elementsOf(branch, value, operation);
}

export function containsElement(branch: Branch, collection: Value, wanted: Value): boolean {
  if (collection instanceof SetValue) return containsKey(branch, collection, wanted);
  return indexOfElement(branch, collection, wanted, ".contains", "(.containsKey m k)") >= 0;
}

export function indexOfElement(
  branch: Branch,
  collection: Value,
  wanted: Value,
  operation: string,
  instead = "(keys m) or (vals m) first",
): number {
  const members = membersOf(branch, collection, operation, instead);
  const isLast = operation === ".lastIndexOf";
  for (let place = 0; place < members.count; place++) {
    if (--branch.ticks < 0) branch.refill();
    const index = isLast ? members.count - 1 - place : place;
    if (equals(members.at(index), wanted, branch)) return index;
  }
  return -1;
}

export function isEmptyCollection(branch: Branch, value: Value): boolean {
  return sizeOf(branch, value, ".isEmpty") === 0;
}

function sizeOf(branch: Branch, value: Value, operation: string): number {
  if (value instanceof Vector || value instanceof MapValue || value instanceof SetValue)
    return value.count;
  if (!isCollection(value))
    throw wrongType(
      operation,
      "a collection",
      value,
      typeof value === "string" ? "use (.length s) or (count s)" : "use (count x)",
    );
  return elementsOf(branch, value, operation).count;
}

/** Returns the element of a list at an existing index, or the value of a map at a key, or nil. */
export function elementAtIndex(branch: Branch, collection: Value, key: Value): Value {
  const operation = ".get";
  if (collection instanceof MapValue || collection instanceof SetValue)
    return lookup(branch, collection, key) ?? null;
  if (!isCollection(collection) || collection instanceof Temporal)
    throw wrongType(operation, "a map, a list or a time", collection, "use (get coll key)");
  const members = elementsOf(branch, collection, operation);
  const index = elementIndex(key, operation);
  if (Number.isInteger(index) && index >= 0 && index < members.count) return members.at(index);
  throw new EvaluationError(
    "index_error",
    `${operation}: index ${String(index)} is outside a list of ${String(members.count)} elements`,
    { op: operation, hint: "get returns nil instead of failing" },
  );
}

function mapOf(value: Value, operation: string): MapValue<Value> {
  if (value instanceof MapValue) return value;
  throw wrongType(operation, "a map", value, `${described(value)} has no keys`);
}

export function partOfEntry(entry: Value, operation: string, index: 0 | 1): Value {
  if (entry instanceof Vector && entry.count === 2 && !entry.isSequence) return entry.at(index);
  throw wrongType(
    operation,
    "a map entry",
    entry,
    "an entry is a [key value] pair, as in (map (fn [[k v]] …) m)",
  );
}

function valueOr(branch: Branch, map: Value, key: Value, otherwise: Value): Value {
  return lookup(branch, mapOf(map, ".getOrDefault"), key) ?? otherwise;
}

export const javaCollectionRows: readonly BuiltinRow[] = [
  row(".size", "(.size coll)", {
    doc: "Counts a collection's elements.",
    example: ["(.size [1 2 3])", "3"],
    arities: { 1: (branch, value) => sizeOf(branch, value, ".size") },
  }),
  row(".containsKey", "(.containsKey m key)", {
    doc: "True if a map has the key, or a vector the index.",
    example: ["(.containsKey {:a 1} :a)", "true"],
    arities: {
      2: (branch, map, key) =>
        containsKey(branch, map instanceof Vector ? map : mapOf(map, ".containsKey"), key),
    },
  }),
  row(".getKey", "(.getKey entry)", {
    doc: "Returns the key of a map entry.",
    example: ["(.getKey (first {:a 1}))", ":a"],
    arities: { 1: (_, entry) => partOfEntry(entry, ".getKey", 0) },
  }),
  row(".getOrDefault", "(.getOrDefault m key x)", {
    doc: "Returns the value of a map at a key, default x.",
    example: ["(.getOrDefault {:a 1} :b 0)", "0"],
    arities: { 3: valueOr },
  }),
];
