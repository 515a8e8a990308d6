// Converts a value for the host in slices. The result is that of `toHost`, which blocks the event
// loop for the whole value.

import {
  DataDepthError,
  FunctionValue,
  HostKeyError,
  Keyword,
  MapValue,
  OpaqueValue,
  SetValue,
  Vector,
  maximumDataDepth,
  toHost,
  type HostCollections,
  type Value,
  type WorkMeter,
} from "@ptc/core/values";
import { MapBuilder, defineField } from "@ptc/core/internal/values";
import type { Slice, SlicedWork } from "./turns.ts";

/** @throws HostKeyError, DataDepthError; errors of the meter */
export function toHostInSlices(
  value: Value,
  collections: HostCollections,
  meter: WorkMeter,
  slice: Slice,
): SlicedWork<unknown> {
  return new HostWriter(collections, meter, slice).convert(value, 0);
}

class HostWriter {
  private readonly collections: HostCollections;
  private readonly meter: WorkMeter;
  private readonly slice: Slice;

  constructor(collections: HostCollections, meter: WorkMeter, slice: Slice) {
    this.collections = collections;
    this.meter = meter;
    this.slice = slice;
  }

  *convert(value: Value, depth: number): SlicedWork<unknown> {
    if (depth > maximumDataDepth) throw new DataDepthError();
    if (value instanceof Vector) return yield* this.items(inOrder(value), depth);
    if (value instanceof SetValue) {
      const members = yield* this.items(value.inOrder(), depth);
      return this.collections === "native" ? distinct(members) : members;
    }
    if (value instanceof MapValue) return yield* this.map(value, depth);
    if (value instanceof OpaqueValue && !(value instanceof FunctionValue) && hasData(value))
      return yield* this.convert(value.asData as Value, depth + 1);
    return toHost(value);
  }

  private *items(values: Iterable<Value>, depth: number): SlicedWork<unknown[]> {
    const items: unknown[] = [];
    for (const item of values) {
      items.push(isWalked(item) ? yield* this.convert(item, depth + 1) : toHost(item));
      this.meter.spend(1);
      if (this.slice.isOver()) yield;
    }
    return items;
  }

  private *map(map: MapValue<Value>, depth: number): SlicedWork<unknown> {
    const entries: [Value, Value][] = [];
    map.forEach((key, item) => entries.push([key, item]));
    const host = this.collections === "native" ? new Map<unknown, unknown>() : {};
    for (const [key, item] of entries) {
      const hosted = yield* this.convert(item, depth + 1);
      if (host instanceof Map) addEntry(host, yield* this.convert(key, depth + 1), hosted);
      else addField(host, key, hosted);
      this.meter.spend(1);
      if (this.slice.isOver()) yield;
    }
    return host;
  }
}

function* inOrder(vector: Vector<Value>): Iterable<Value> {
  for (let index = 0; index < vector.count; index++) yield vector.at(index);
}

function isWalked(value: Value): boolean {
  return (
    value instanceof Vector ||
    value instanceof MapValue ||
    value instanceof SetValue ||
    value instanceof OpaqueValue
  );
}

function hasData(value: OpaqueValue): boolean {
  return value.asData !== undefined;
}

function addField(object: object, key: Value, item: unknown): void {
  const name = fieldName(key);
  if (Object.hasOwn(object, name)) throw sameText(name);
  defineField(object, name, item);
}

function addEntry(map: Map<unknown, unknown>, key: unknown, item: unknown): void {
  if (map.has(key)) throw sameText(String(key));
  map.set(key, item);
}

function distinct(members: readonly unknown[]): Set<unknown> {
  // The process ensures that no two members have the same text.
  return new Set(members);
}

/** Returns the field name that `toHost` uses for this key. */
function fieldName(key: Value): string {
  if (typeof key === "string") return key;
  if (key instanceof Keyword) return key.text;
  const single = new MapBuilder();
  single.set(key, null);
  return Object.keys(toHost(single.build()) as object)[0] ?? "";
}

function sameText(text: string): HostKeyError {
  return new HostKeyError(`two keys have the same text ${JSON.stringify(text)}`);
}
