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
import { after, type Result } from "../../evaluation/result.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { lazyCons } from "../../sequence/layered-sequence.ts";
import { emptyList, emptyQueue, emptyVector } from "../../sequence/sequence-source.ts";
import { entriesIn, isPair, mapFromEntries } from "./map-of-entries.ts";
import { chargePath, sortedMapOf, sortedSetOf } from "../../sequence/sorted-source.ts";
import { bytesOfVector } from "../../evaluation/budget/byte-costs.ts";
import { stepEndsTurn } from "../../sequence/turn-checks.ts";

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
  const whole = replacedBy(branch, target, source);
  if (whole !== undefined) return whole;
  const [start, added] = alike(target, source);
  let made = start;
  added.forEach((key, value) => {
    if (--branch.ticks < 0) branch.refill();
    made = writeMerged(branch, made, mergedKey(made, key, added, branch), value);
  });
  return made;
}

/** Maps of at most this size are added at once. */
const smallMap = 64;

/** Like `conjoin`, but lets the host have turns while it adds a large map to a map. */
export function conjoinInTurns(branch: Branch, collection: Value, value: Value): Result {
  return value instanceof MapValue && value.count > smallMap && collection instanceof MapValue
    ? merged(branch, collection, value)
    : conjoin(branch, collection, value, "conj");
}

/** Like `mergeInto`, but lets the host have turns. */
export function merged(branch: Branch, target: MapValue<Value>, source: MapValue<Value>): Result {
  const whole = replacedBy(branch, target, source);
  if (whole !== undefined) return whole;
  const [made, added] = alike(target, source);
  const entries: Value[] = [];
  added.forEach((key, value) => entries.push(key, value));
  return eachMerged(branch, made, added, entries, 0);
}

/** Writes the entries from `start` on; `entries` alternates keys and values. */
function eachMerged(
  branch: Branch,
  target: MapValue<Value>,
  added: MapValue<Value>,
  entries: readonly Value[],
  start: number,
): Result {
  let made = target;
  for (let index = start; index < entries.length; index += 2) {
    const key = mergedKey(made, entries[index] ?? null, added, branch);
    made = writeMerged(branch, made, key, entries[index + 1] ?? null);
    if (stepEndsTurn(branch))
      return branch.inNextTurn(eachMerged, branch, made, added, entries, index + 2);
  }
  return made;
}

/** Returns the result of a merge into an empty map, if it needs no writing. */
function replacedBy(
  branch: Branch,
  target: MapValue<Value>,
  source: MapValue<Value>,
): MapValue<Value> | undefined {
  // A map that keeps keywords apart takes entries one by one.
  if (target.count > 0 || target.keepsApart === true) return undefined;
  const hasFieldNames = target.hasFieldNames || source.hasFieldNames;
  if (target instanceof SortedMap)
    return sortedMapOf(branch, pairsOf(branch, source), target.order, hasFieldNames);
  if (source instanceof SortedMap) return undefined;
  return hasFieldNames ? asFields(source) : source;
}

/** Returns both maps as maps of fields if one of them is. */
function alike(
  target: MapValue<Value>,
  source: MapValue<Value>,
): readonly [MapValue<Value>, MapValue<Value>] {
  return target.hasFieldNames || source.hasFieldNames
    ? [asFields(target), asFields(source)]
    : [target, source];
}

/** `into` without a transducer. */
export function pour(branch: Branch, target: Value, source: Value): Result {
  if (target instanceof MapValue && source instanceof MapValue)
    return merged(branch, target, source);
  const elements = elementsOf(branch, source, "into");
  if (target instanceof TrieMap && target.count === 0 && !target.hasFieldNames)
    return mapFromEntries(branch, elements, "into");
  if (target instanceof Vector && target.count === 0 && !target.isSequence) {
    branch.spend(elements.count);
    return elements.as("vector");
  }
  if (target instanceof SetValue && target.count === 0) {
    branch.spend(elements.count);
    return setLike(branch, target, elements);
  }
  if (elements.count === 0) return target;
  return eachConjoined(branch, elements.isOfFields ? fillable(target) : target, elements, 0);
}

function eachConjoined(
  branch: Branch,
  target: Value,
  elements: Vector<Value>,
  start: number,
): Result {
  let poured = target;
  for (let index = start; index < elements.count; index++) {
    poured = conjoin(branch, poured, elements.at(index), "into");
    if (stepEndsTurn(branch))
      return branch.inNextTurn(eachConjoined, branch, poured, elements, index + 1);
  }
  return filled(poured);
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
): MapValue<Value> | Promise<MapValue<Value>> {
  return after(mapFromEntries(branch, entries, operation), (map) =>
    source instanceof SortedMap
      ? sortedMapOf(branch, pairsOf(branch, map), source.order, map.hasFieldNames)
      : map,
  );
}

/** Returns a set of the elements, sorted the way `source` is. */
export function setLike(branch: Branch, source: SetValue<Value>, elements: Vector<Value>): Result {
  if (!(source instanceof SortedSet)) return setOf(branch, elements);
  return sortedSetOf(branch, elements.toArray(), source.order, elements.isOfFields);
}

/** Like `setLike`, for callers that can't wait. */
export function setLikeAtOnce(
  branch: Branch,
  source: SetValue<Value>,
  members: readonly Value[],
): SetValue<Value> {
  if (source instanceof SortedSet)
    return sortedSetOf(branch, members.slice(), source.order, source.isOfFields);
  branch.charge(64 + members.length * 48);
  branch.spend(members.length);
  return TrieSet.of(members.slice(), branch);
}

export function setOf(branch: Branch, elements: Vector<Value>): Result {
  branch.charge(64 + elements.count * 48);
  return setFrom(branch, elements, new MapBuilder(branch), 0);
}

function setFrom(
  branch: Branch,
  elements: Vector<Value>,
  members: MapBuilder,
  start: number,
): Result {
  for (let index = start; index < elements.count; index++) {
    const member = elements.at(index);
    members.add(member, member);
    // Count a step per member inside the loop, because millions of members take too long to leave
    // the clock unchecked.
    if (stepEndsTurn(branch))
      return branch.inNextTurn(setFrom, branch, elements, members, index + 1);
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
