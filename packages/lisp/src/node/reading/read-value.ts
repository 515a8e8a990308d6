// Reads the tagged JSON of a value from bytes, in slices. The result is that of `decodeValue`,
// which blocks the event loop for the whole value.

import { decodeValue, type FunctionDecoder } from "@ptc/core/decoding";
import { tags, type Json } from "@ptc/core/encoding";
import {
  FunctionValue,
  Keyword,
  Vector,
  DataDepthError,
  maximumDataDepth,
  type Value,
  type VectorKind,
  type WorkMeter,
} from "@ptc/core/values";
import {
  MapBuilder,
  OrderError,
  SortedMap,
  SortedSet,
  TrieSet,
  orderNamed,
  type KeyOrder,
} from "@ptc/core/internal/values";
import { MessageError } from "../message-error.ts";
import { malformed } from "./json-bytes.ts";
import { JsonReader, closeList, closeObject, openList, openObject, quote } from "./read-json.ts";
import type { Slice, SlicedWork } from "./turns.ts";

/**
 * Reads `bytes` as the tagged JSON of a value.
 * @throws MessageError, DecodingError, DataDepthError; errors of the meter
 */
export function* readValue(
  bytes: Buffer,
  functions: FunctionDecoder,
  meter: WorkMeter,
  slice: Slice,
): SlicedWork<Value> {
  const reader = new ValueReader(new JsonReader(bytes, meter, slice), functions);
  const value = yield* reader.value(0);
  reader.json.bytes.expectEnd();
  return value;
}

type TagReader = (reader: ValueReader, depth: number) => SlicedWork<Value>;

/** Tags whose content may be large. The content of the others is one text or number. */
const tagReaders: ReadonlyMap<string, TagReader> = new Map<string, TagReader>([
  [tags.list, (reader, depth) => reader.items(depth, "list")],
  [tags.queue, (reader, depth) => reader.items(depth, "queue")],
  [tags.sequence, (reader, depth) => reader.items(depth, "sequence")],
  [tags.fieldVector, (reader, depth) => reader.items(depth, "vector", true)],
  [tags.fieldList, (reader, depth) => reader.items(depth, "list", true)],
  [tags.fieldSequence, (reader, depth) => reader.items(depth, "sequence", true)],
  [tags.fieldQueue, (reader, depth) => reader.items(depth, "queue", true)],
  [tags.entry, (reader, depth) => reader.items(depth, "entry")],
  [tags.fieldEntry, (reader, depth) => reader.items(depth, "entry", true)],
  [tags.set, (reader, depth) => reader.set(depth)],
  [tags.fieldSet, (reader, depth) => reader.set(depth, true)],
  [tags.sortedFieldSet, (reader, depth) => reader.sortedSet(depth, true)],
  [tags.map, (reader, depth) => reader.map(depth, false)],
  [tags.fields, (reader, depth) => reader.map(depth, true)],
  [tags.sortedSet, (reader, depth) => reader.sortedSet(depth)],
  [tags.sortedMap, (reader, depth) => reader.sortedMap(depth, false)],
  [tags.sortedFields, (reader, depth) => reader.sortedMap(depth, true)],
  [tags.function, (reader) => reader.functionValue()],
  [tags.opaque, (reader, depth) => reader.opaque(depth)],
]);

const scalarTags: ReadonlySet<string> = new Set([
  tags.integer,
  tags.number,
  tags.instant,
  tags.localDate,
  tags.duration,
  tags.localDateTime,
  tags.localTime,
  tags.yearMonth,
  tags.offsetDateTime,
  tags.zonedDateTime,
  tags.period,
  tags.keyword,
  tags.symbol,
  tags.regex,
]);

/** Entries up to which a sorted collection is sorted in one slice. */
const longestSorting = 2_000;

/** Fields that `opaque-encoder.ts` writes with encoded values. */
const valuesOfOpaque: ReadonlySet<string> = new Set(["reduced", "data", "cause"]);

/** A value that has been read, in place of its JSON. */
class ReadValue {
  readonly value: Value;

  constructor(value: Value) {
    this.value = value;
  }
}

class ValueReader {
  readonly json: JsonReader;
  private readonly functions: FunctionDecoder;

  constructor(json: JsonReader, functions: FunctionDecoder) {
    this.json = json;
    this.functions = functions;
  }

  *value(depth: number): SlicedWork<Value> {
    const { bytes } = this.json;
    switch (bytes.peek()) {
      case quote:
        return yield* this.json.text();
      case openList:
        return yield* this.items(depth, "vector");
      case openObject:
        return yield* this.object(depth);
      default:
        return bytes.literal();
    }
  }

  *items(depth: number, kind: VectorKind, isOfFields = false): SlicedWork<Value> {
    const items: Value[] = [];
    yield* this.each(depth, (item) => items.push(item));
    if (kind === "entry" && items.length !== 2) throw malformed();
    const read = Vector.of(items, kind);
    return isOfFields ? read.ofFields() : read;
  }

  *set(depth: number, isOfFields = false): SlicedWork<Value> {
    const builder = new MapBuilder(this.json.meter);
    yield* this.each(depth, (member) => builder.add(member, member));
    return TrieSet.ofKeys(builder.build(isOfFields));
  }

  *map(depth: number, hasFieldNames: boolean): SlicedWork<Value> {
    const builder = new MapBuilder(this.json.meter);
    yield* this.eachPair(depth, (key, value) => builder.set(key, value));
    return builder.build(hasFieldNames);
  }

  *sortedMap(depth: number, hasFieldNames: boolean): SlicedWork<Value> {
    const order = yield* this.order(depth);
    const entries: [Value, Value][] = [];
    yield* this.eachPair(depth, (key, value) => entries.push([key, value]));
    this.json.bytes.expect(closeList);
    return yield* this.sorted(entries, order, hasFieldNames);
  }

  *sortedSet(depth: number, isOfFields = false): SlicedWork<Value> {
    const order = yield* this.order(depth);
    const members: [Value, Value][] = [];
    yield* this.each(depth, (member) => members.push([member, null]));
    this.json.bytes.expect(closeList);
    return SortedSet.ofKeys(yield* this.sorted(members, order, isOfFields));
  }

  *functionValue(): SlicedWork<Value> {
    const json = yield* this.json.json();
    const fn = this.functions.decodeFunction(json, (part) => this.decoded(part), this.json.meter);
    if (fn === undefined) throw new MessageError("a function that cannot be read");
    return fn;
  }

  *opaque(depth: number): SlicedWork<Value> {
    assertDepth(depth);
    const content = yield* this.opaqueContent(depth);
    const value = this.functions.decodeOpaque?.(content, (part) => this.decoded(part));
    if (value === undefined) throw new MessageError("a value that cannot be read");
    return value;
  }

  /** Reads the JSON of an opaque value, including the values in it, which may be large. */
  private *opaqueContent(depth: number): SlicedWork<unknown> {
    const { bytes } = this.json;
    const content = new Map<string, unknown>();
    bytes.expect(openObject);
    do {
      const name = yield* bytes.key();
      if (valuesOfOpaque.has(name)) content.set(name, new ReadValue(yield* this.value(depth + 1)));
      else if (name === "exception") content.set(name, yield* this.opaqueContent(depth + 1));
      else content.set(name, yield* this.json.json());
    } while (bytes.hasMore(closeObject));
    return Object.fromEntries(content);
  }

  private decoded(part: unknown): Value {
    if (part instanceof ReadValue) return part.value;
    return decodeValue(part, { functions: this.functions, meter: this.json.meter });
  }

  private *each(depth: number, take: (item: Value) => void): SlicedWork<void> {
    const { bytes, meter } = this.json;
    assertDepth(depth);
    bytes.expect(openList);
    if (bytes.skip(closeList)) return;
    do {
      take(yield* this.value(depth + 1));
      meter.spend(1);
      if (bytes.slice.isOver()) yield;
    } while (bytes.hasMore(closeList));
  }

  private *eachPair(depth: number, take: (key: Value, value: Value) => void): SlicedWork<void> {
    const { bytes, meter } = this.json;
    assertDepth(depth);
    bytes.expect(openList);
    if (bytes.skip(closeList)) return;
    do {
      bytes.expect(openList);
      const key = yield* this.value(depth + 1);
      if (!bytes.hasMore(closeList)) throw malformed();
      take(key, yield* this.value(depth + 1));
      bytes.expect(closeList);
      meter.spend(1);
      if (bytes.slice.isOver()) yield;
    } while (bytes.hasMore(closeList));
  }

  private *object(depth: number): SlicedWork<Value> {
    const { bytes, meter } = this.json;
    const builder = new MapBuilder(meter);
    let hasFieldNames = false;
    bytes.expect(openObject);
    if (bytes.skip(closeObject)) return builder.build();
    let name = yield* bytes.key();
    if (name.startsWith("$")) return yield* this.tagged(name, depth);
    assertDepth(depth);
    for (;;) {
      if (name.startsWith("$")) throw malformed();
      const isKeyword = name.startsWith(":");
      hasFieldNames ||= !isKeyword;
      builder.set(isKeyword ? new Keyword(name.slice(1)) : name, yield* this.value(depth + 1));
      meter.spend(1);
      if (bytes.slice.isOver()) yield;
      if (!bytes.hasMore(closeObject)) return builder.build(hasFieldNames);
      name = yield* bytes.key();
    }
  }

  private *tagged(tag: string, depth: number): SlicedWork<Value> {
    const read = tagReaders.get(tag);
    const value = read === undefined ? yield* this.scalar(tag) : yield* read(this, depth);
    this.json.bytes.expect(closeObject);
    return value;
  }

  private *scalar(tag: string): SlicedWork<Value> {
    if (!scalarTags.has(tag)) throw new MessageError("an unknown tag");
    const content: Json = yield* this.json.json();
    if (typeof content === "object") throw malformed();
    if (tag === tags.keyword && typeof content === "string") return new Keyword(content);
    const value = decodeValue({ [tag]: content }, { meter: this.json.meter });
    if (this.json.bytes.slice.isOverNow()) yield;
    return value;
  }

  private *order(depth: number): SlicedWork<KeyOrder> {
    const { bytes } = this.json;
    assertDepth(depth);
    bytes.expect(openList);
    const comparator = yield* this.value(depth + 1);
    if (!bytes.hasMore(closeList)) throw malformed();
    const order =
      comparator instanceof FunctionValue
        ? this.functions.orderBy?.(comparator)
        : orderNamed(comparator);
    if (order === undefined) throw malformed();
    return order;
  }

  /**
   * Sorts the entries again, because their writer is untrusted. If a function defines the order,
   * keeps them as they are, because only a run can call it.
   */
  private *sorted(
    entries: [Value, Value][],
    order: KeyOrder,
    areOfFields: boolean,
  ): SlicedWork<SortedMap> {
    const { bytes, meter } = this.json;
    if (typeof order.comparator !== "string")
      return SortedMap.ofSorted(entries, order).withFieldNames(areOfFields);
    try {
      if (entries.length <= longestSorting) return SortedMap.of(entries, order, meter, areOfFields);
      let map = SortedMap.empty(order).withFieldNames(areOfFields);
      for (const [key, value] of entries) {
        meter.spend(4);
        map = map.assoc(key, value, meter);
        if (bytes.slice.isOver()) yield;
      }
      return map;
    } catch (error) {
      throw error instanceof OrderError ? malformed() : error;
    }
  }
}

function assertDepth(depth: number): void {
  if (depth > maximumDataDepth) throw new DataDepthError();
}
