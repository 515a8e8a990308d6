// What has keys and values, as `[key value]` entries: of a map, of a sequence of entries such as
// `filter` and `sort` make of a map, of a vector by its indexes.

import { MapValue, SetValue, TrieMap, Vector, type Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { elementsOf, entriesOf } from "../../sequence/elements.ts";
import { LazySeq } from "../../sequence/lazy-seq.ts";

/** As `reduce-kv`, `update-vals` and `update-keys` take them. */
export function keyedElements(branch: Branch, source: Value, operation: string): Vector<Value> {
  if (source instanceof LazySeq || source instanceof SetValue)
    return elementsOf(branch, source, operation);
  if (!(source instanceof Vector)) return entriesOf(branch, mapOrNone(source, operation));
  // An entry has no indexes to Clojure, and its key and value are no entries.
  return source.isSequence || source.kind === "entry" ? source : indexed(branch, source);
}

/** The key or value of an entry: what a map gives as `[key value]`. */
export function partOf(entry: Value, part: 0 | 1, operation: string): Value {
  if (entry instanceof Vector && entry.count === 2) return entry.at(part);
  throw wrongType(
    operation,
    "an entry [key value]",
    entry,
    operation === "keys" || operation === "vals" ? `${operation} takes a map` : undefined,
  );
}

/** nil is a map without entries. */
export function mapOrNone(value: Value, operation: string): MapValue<Value> {
  if (value instanceof MapValue) return value;
  if (value === null) return TrieMap.empty();
  throw wrongType(
    operation,
    "a map",
    value,
    value instanceof Vector ? "make it a map first: (into {} pairs)" : undefined,
  );
}

function indexed(branch: Branch, vector: Vector<Value>): Vector<Value> {
  branch.charge(48 + vector.count * 72);
  const entries: Value[] = [];
  for (let index = 0; index < vector.count; index++) {
    // A step for eight, in the loop, so that the clock is read on the way.
    if ((index & 7) === 7 && --branch.ticks < 0) branch.refill();
    entries.push(Vector.of<Value>([index, vector.at(index)]));
  }
  return Vector.of(entries);
}
