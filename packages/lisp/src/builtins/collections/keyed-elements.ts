// Converts a map, a sequence of entries (such as `filter` and `sort` return for a map), or an
// indexed vector to `[key value]` entries.

import { MapValue, SetValue, Vector, type Value } from "@ptc/core/values";
import { TrieMap } from "@ptc/core/internal/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { elementsOf, entriesOf } from "../../sequence/elements.ts";
import { LazySeq } from "../../sequence/lazy-seq.ts";

/** Returns the entries that `reduce-kv`, `update-vals` and `update-keys` process. */
export function keyedElements(branch: Branch, source: Value, operation: string): Vector<Value> {
  if (source instanceof LazySeq || source instanceof SetValue)
    return elementsOf(branch, source, operation);
  if (!(source instanceof Vector)) return entriesOf(branch, mapOrNone(source, operation));
  // Clojure doesn't index the elements of an entry, and its key and value aren't entries.
  return source.isSequence || source.kind === "entry" ? source : indexed(branch, source);
}

/** Returns the key or value of a `[key value]` entry. */
export function partOf(entry: Value, part: 0 | 1, operation: string): Value {
  if (entry instanceof Vector && entry.count === 2) return entry.at(part);
  throw wrongType(
    operation,
    "an entry [key value]",
    entry,
    operation === "keys" || operation === "vals" ? `${operation} takes a map` : undefined,
  );
}

/** Returns the map, or an empty one for nil. */
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
    // Count a step per eight elements inside the loop, so that the clock is checked on the way.
    if ((index & 7) === 7 && --branch.ticks < 0) branch.refill();
    entries.push(Vector.of<Value>([index, vector.at(index)]));
  }
  return Vector.ofGrown(entries);
}
