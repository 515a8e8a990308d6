// Adding to a collection of any kind, shared by `conj`, `into` and `merge`. Each step charges for
// what it allocates, including the copy if a vector can't grow in place.

import { MapValue, SetValue, Vector, assocField, type Value } from "@ptc/core/values";
import {
  HostMap,
  MapBuilder,
  SortedMap,
  SortedSet,
  TrieMap,
  TrieSet,
  asFields,
  mergedKey,
} from "@ptc/core/internal/values";
import { elementsOf } from "../../sequence/elements.ts";
import { fillable, filled } from "../../sequence/fields.ts";
import { LazySeq } from "../../sequence/lazy-seq.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { lazyCons } from "../../sequence/layered-sequence.ts";
import { emptyList, emptyQueue, emptyVector } from "../../sequence/sequence-source.ts";
import { entriesIn, isPair, mapOfEntries } from "./map-of-entries.ts";
import { chargePath, sortedMapOf, sortedSetOf } from "../../sequence/sorted-source.ts";
import { bytesOfVector } from "../../evaluation/budget/byte-costs.ts";

/** Shorter vectors are cheap to copy, so we don't check whether appending copied them. */
const copyWorthCounting = 32;

/** Appends to a vector. */
export function append(branch: Branch, vector: Vector<Value>, value: Value): Vector<Value> {
  branch.charge(64);
  if (vector.count > copyWorthCounting) {
    const copied = vector.copiedByConj;
    if (copied > 0) chargeCopy(branch, copied);
  }
  return vector.conj(value);
}

/** Prepends to a sequence or vector. A list stays a list. */
export function prepend(branch: Branch, vector: Vector<Value>, value: Value): Vector<Value> {
  branch.charge(96);
  if (vector.count > copyWorthCounting) {
    const copied = vector.copiedByCons;
    if (copied > 0) chargeCopy(branch, copied);
  }
  return vector.cons(value);
}

/** Appends to a queue. The space of elements already removed is freed by a later copy. */
function enqueue(branch: Branch, queue: Vector<Value>, value: Value): Vector<Value> {
  branch.charge(64);
  return append(branch, queue, value).as("queue");
}

/** Charges for `count` copied slots. */
export function chargeCopy(branch: Branch, count: number): void {
  branch.charge(count * 8);
  branch.spend(count >>> 3);
}

/**
 * Writes a field like `assoc`, by the rule of the map. Charges for the copy that host
 * data and small maps need.
 */
export function writeField(
  branch: Branch,
  map: MapValue<Value>,
  key: Value,
  value: Value,
): MapValue<Value> {
  chargeMapCopy(branch, map);
  return assocField(map, key, value, branch);
}

/** Writes exactly `key`, which `mergedKey` returned for an entry of another map. */
export function writeMerged(
  branch: Branch,
  map: MapValue<Value>,
  key: Value,
  value: Value,
): MapValue<Value> {
  chargeMapCopy(branch, map);
  return map.assoc(key, value, branch);
}

export function chargeMapCopy(branch: Branch, map: MapValue<Value>): void {
  if (map instanceof SortedMap) {
    chargePath(branch, map);
    return;
  }
  branch.charge(map instanceof HostMap ? 112 + map.count * 56 : 112 + Math.min(map.count, 32) * 8);
  if (map instanceof HostMap) branch.spend(map.count >>> 2);
}

/** Charges for adding one member to a set or removing it. */
export function chargeSetCopy(branch: Branch, set: SetValue<Value>): void {
  if (set instanceof SortedSet) chargePath(branch, set);
  else branch.charge(160 + Math.min(set.count, 32) * 8);
}

/**
 * Returns `collection` with `value` added: at the end of a vector or queue, at the front of a list
 * or sequence, as an entry of a map, or as a member of a set.
 */
export function conjoin(branch: Branch, collection: Value, value: Value, operation: string): Value {
  if (collection instanceof Vector && collection.kind === "queue")
    return enqueue(branch, collection, value);
  if (collection instanceof Vector)
    return collection.isSequence
      ? prepend(branch, collection, value)
      : append(branch, collection, value);
  if (collection instanceof MapValue) return conjoinEntry(branch, collection, value, operation);
  if (collection instanceof SetValue) {
    chargeSetCopy(branch, collection);
    return collection.add(value, branch);
  }
  if (collection === null) return prepend(branch, emptyList(), value);
  if (collection instanceof LazySeq) return lazyCons(branch, value, collection);
  throw wrongType(
    operation,
    "a collection to add to",
    collection,
    typeof collection === "string" ? "join strings with str" : undefined,
  );
}

function conjoinEntry(
  branch: Branch,
  map: MapValue<Value>,
  value: Value,
  operation: string,
): MapValue<Value> {
  if (value === null) return map;
  if (value instanceof MapValue) return mergeInto(branch, map, value);
  const entries = entriesIn(branch, value, operation);
  if (entries !== undefined) return writeEntries(branch, map, entries);
  if (isPair(value))
    return writeField(branch, value.isOfFields ? asFields(map) : map, value.at(0), value.at(1));
  // Like Clojure, an empty set or text adds no entries.
  if (value === "" || (value instanceof SetValue && value.count === 0)) return map;
  throw wrongType(
    operation,
    "an entry [key value] or a map to add to a map",
    value,
    value instanceof Vector && value.isSequence
      ? "for pairs write (into m pairs)"
      : "write (assoc m key value)",
  );
}

function writeEntries(
  branch: Branch,
  map: MapValue<Value>,
  entries: Vector<Value>,
): MapValue<Value> {
  let written = map;
  for (let index = 0; index < entries.count; index++) {
    if (--branch.ticks < 0) branch.refill();
    const entry = entries.at(index);
    if (entry instanceof Vector) written = conjoinEntry(branch, written, entry, "conj");
  }
  return written;
}

/**
 * Writes every entry of `source` into `target`. If one of them is a map of fields, so is the
 * result. If `target` is empty and neither is sorted, returns `source` itself.
 */
function mergeInto(
  branch: Branch,
  target: MapValue<Value>,
  source: MapValue<Value>,
): MapValue<Value> {
  const hasFieldNames = target.hasFieldNames || source.hasFieldNames;
  if (target.count === 0) {
    if (target instanceof SortedMap && !target.keepsApart)
      return sortedMapOf(branch, pairsOf(branch, source), target.order, hasFieldNames);
    if (target.keepsApart !== true && !(source instanceof SortedMap))
      return hasFieldNames ? asFields(source) : source;
  }
  let merged = hasFieldNames ? asFields(target) : target;
  const added = hasFieldNames ? asFields(source) : source;
  added.forEach((key, value) => {
    if (--branch.ticks < 0) branch.refill();
    merged = writeMerged(branch, merged, mergedKey(merged, key, added, branch), value);
  });
  return merged;
}

/** `into` without a transducer. */
export function pour(branch: Branch, target: Value, source: Value): Value {
  if (target instanceof MapValue && source instanceof MapValue)
    return mergeInto(branch, target, source);
  const elements = elementsOf(branch, source, "into");
  if (target instanceof TrieMap && target.count === 0 && !target.hasFieldNames)
    return mapOfEntries(branch, elements, "into");
  if (target instanceof Vector && target.count === 0 && !target.isSequence) {
    branch.spend(elements.count);
    return elements.as("vector");
  }
  if (target instanceof SetValue && target.count === 0) {
    branch.spend(elements.count);
    return setLike(branch, target, elements);
  }
  let poured = elements.isOfFields && elements.count > 0 ? fillable(target) : target;
  for (let index = 0; index < elements.count; index++) {
    if (--branch.ticks < 0) branch.refill();
    poured = conjoin(branch, poured, elements.at(index), "into");
  }
  return elements.count === 0 ? target : filled(poured);
}

function pairsOf(branch: Branch, map: MapValue<Value>): [Value, Value][] {
  branch.charge(bytesOfVector + map.count * 40);
  branch.spend(map.count);
  const pairs: [Value, Value][] = [];
  map.forEach((key, value) => pairs.push([key, value]));
  return pairs;
}

/** Returns a map of the entries, sorted the way `source` is. */
export function mapLike(
  branch: Branch,
  source: MapValue<Value>,
  entries: Vector<Value>,
  operation: string,
): MapValue<Value> {
  const map = mapOfEntries(branch, entries, operation);
  return source instanceof SortedMap
    ? sortedMapOf(branch, pairsOf(branch, map), source.order, map.hasFieldNames)
    : map;
}

/** Returns a set of the elements, sorted the way `source` is. */
export function setLike(
  branch: Branch,
  source: SetValue<Value>,
  elements: Vector<Value>,
): SetValue<Value> {
  if (!(source instanceof SortedSet)) return setOf(branch, elements);
  return sortedSetOf(branch, elements.toArray(), source.order, elements.isOfFields);
}

export function setOf(branch: Branch, elements: Vector<Value>): SetValue<Value> {
  branch.charge(64 + elements.count * 48);
  const members = new MapBuilder(branch);
  for (let index = 0; index < elements.count; index++) {
    // Count a step per member inside the loop, because millions of members take too long to leave
    // the clock unchecked.
    if (--branch.ticks < 0) branch.refill();
    const member = elements.at(index);
    members.add(member, member);
  }
  return TrieSet.ofKeys(members.build(elements.isOfFields));
}

/** Returns the empty collection of the same kind, or nil if `value` is not a collection. */
export function emptyOf(value: Value): Value {
  if (value instanceof SortedMap)
    return SortedMap.empty(value.order).withFieldNames(value.hasFieldNames);
  if (value instanceof SortedSet) return SortedSet.empty(value.order);
  if (value instanceof MapValue) return TrieMap.empty(value.hasFieldNames);
  if (value instanceof SetValue) return TrieSet.of([]);
  if (value instanceof LazySeq) return emptyList();
  if (!(value instanceof Vector) || value.kind === "entry") return null;
  if (value.kind === "queue") return emptyQueue();
  return value.isSequence ? emptyList() : emptyVector();
}
