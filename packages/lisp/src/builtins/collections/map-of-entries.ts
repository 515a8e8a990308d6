// Makes maps from pairs, maps and sequences of entries. Clojure accepts each of them in place of an
// entry.

import { MapValue, Vector, type Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { elementsOf } from "../../sequence/elements.ts";
import { LazySeq } from "../../sequence/lazy-seq.ts";
import { EntryCollector } from "./entry-collector.ts";
import { stepEndsTurn } from "../../sequence/turn-checks.ts";

/**
 * Returns the elements if all of them are entries of a map, as in results of `filter` and `sort`
 * on a map. Returns `undefined` for any other value, including a pair.
 */
export function entriesIn(
  branch: Branch,
  value: Value,
  operation: string,
): Vector<Value> | undefined {
  const read = value instanceof LazySeq ? elementsOf(branch, value, operation) : value;
  if (!(read instanceof Vector) || !read.isSequence) return undefined;
  branch.spend(read.count);
  for (let index = 0; index < read.count; index++) {
    const element = read.at(index);
    if (!(element instanceof Vector && element.kind === "entry")) return undefined;
  }
  return read;
}

/**
 * True if the value counts as an entry. A sequence of two pairs doesn't, because it may be meant
 * as two entries, which Clojure rejects.
 */
export function isPair(value: Value): value is Vector<Value> {
  return (
    value instanceof Vector &&
    value.count === 2 &&
    !(value.isSequence && isVectorOfTwo(value.at(0)) && isVectorOfTwo(value.at(1)))
  );
}

function isVectorOfTwo(value: Value): boolean {
  return value instanceof Vector && value.count === 2;
}

/** Makes a map from `[key value]` entries or maps in one pass. */
export function mapOfEntries(
  branch: Branch,
  entries: Vector<Value>,
  operation: string,
): MapValue<Value> {
  const collector = collectorFor(branch, entries);
  for (let index = 0; index < entries.count; index++) {
    if (--branch.ticks < 0) branch.refill();
    addEntry(branch, collector, entries.at(index), index, operation);
  }
  return collector.build();
}

/** Like `mapOfEntries`, but lets the host have turns. */
export function mapFromEntries(
  branch: Branch,
  entries: Vector<Value>,
  operation: string,
): MapValue<Value> | Promise<MapValue<Value>> {
  return mapFrom(branch, entries, operation, collectorFor(branch, entries), 0);
}

function mapFrom(
  branch: Branch,
  entries: Vector<Value>,
  operation: string,
  collector: EntryCollector,
  start: number,
): MapValue<Value> | Promise<MapValue<Value>> {
  for (let index = start; index < entries.count; index++) {
    addEntry(branch, collector, entries.at(index), index, operation);
    if (stepEndsTurn(branch))
      return branch.inNextTurn(mapFrom, branch, entries, operation, collector, index + 1);
  }
  return collector.build();
}

function collectorFor(branch: Branch, entries: Vector<Value>): EntryCollector {
  branch.charge(64 + entries.count * 48);
  const collector = new EntryCollector(branch);
  if (entries.isOfFields) collector.ofFields();
  return collector;
}

function addEntry(
  branch: Branch,
  collector: EntryCollector,
  entry: Value,
  index: number,
  operation: string,
): void {
  if (entry instanceof Vector && entry.count === 2 && !entry.isSequence) {
    if (entry.isOfFields) collector.ofFields();
    collector.set(entry.at(0), entry.at(1));
  } else if (entry instanceof MapValue) addAll(branch, collector, entry);
  else if (entry !== null) addSequence(branch, collector, entry, index, operation);
}

/** Adds all entries of a sequence. A sequence of two elements is itself an entry. */
function addSequence(
  branch: Branch,
  collector: EntryCollector,
  value: Value,
  index: number,
  operation: string,
): void {
  const entries = entriesIn(branch, value, operation);
  if (entries !== undefined) addAll(branch, collector, mapOfEntries(branch, entries, operation));
  else if (isPair(value)) collector.set(value.at(0), value.at(1));
  else
    throw wrongType(
      operation,
      `an entry [key value] as element ${index + 1}`,
      value,
      operation === "into" ? "pass pairs: (into {} [[:a 1] [:b 2]])" : undefined,
    );
}

function addAll(branch: Branch, collector: EntryCollector, map: MapValue<Value>): void {
  branch.charge(map.count * 48);
  branch.spend(map.count);
  collector.setAll(map);
}
