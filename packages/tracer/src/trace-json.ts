// The tagged JSON of trace files. Common data reads as ordinary JSON; what JSON cannot say carries
// a tag:
//
//   12n  NaN ∞ -0         {"$bigint":"12"}  {"$number":"NaN"}
//   undefined             {"$undefined":true} in a list; a field that is undefined is left out
//   Date                  {"$date":"2025-01-01T00:00:00.000Z"}, or null in it when it is no valid date
//   Map Set               {"$map":[[k,v],…]}  {"$set":[…]}
//   {$map: 1}             {"$object":{"$map":1}}: an object that looks like a tag
//
// Functions, symbols, bytes, cycles and what is too deep or too large become a text in angle
// brackets.

import { hideFirewalledJson } from "@ptc/core/printing";
import { firewalledMarker } from "@ptc/core/values";
import { defineField, inspectHostObject, type HostObject } from "./host-object.ts";
import { asHost } from "./language-values.ts";
import { markers, maximumTraceDepth } from "./markers.ts";
import { isFirewalledEntry, isFirewalledKey } from "./mask-firewalled.ts";

export type TraceJson =
  null | boolean | number | string | TraceJson[] | { [name: string]: TraceJson };

/** About how many characters one event may have; what comes after is left out. */
const maximumEventSize = 16_000_000;

/**
 * `value` as tagged JSON, with firewalled fields masked unless `reveal`. Never throws, whatever
 * `value` is.
 */
export function encodeTraceValue(value: unknown, reveal: boolean): TraceJson {
  return new TraceEncoder(reveal).encode(value);
}

class TraceEncoder {
  private readonly reveal: boolean;
  /** The objects around the current one: meeting one of them again is a cycle. */
  private readonly around = new Set<object>();
  private sizeLeft = maximumEventSize;

  constructor(reveal: boolean) {
    this.reveal = reveal;
  }

  encode(value: unknown): TraceJson {
    this.sizeLeft -= typeof value === "string" ? value.length + 4 : 16;
    if (this.sizeLeft < 0) return markers.tooLarge;
    switch (typeof value) {
      case "string":
        return this.reveal ? value : hideFirewalledJson(value);
      case "boolean":
        return value;
      case "number":
        return Number.isFinite(value) && !Object.is(value, -0)
          ? value
          : { $number: Object.is(value, -0) ? "-0" : String(value) };
      case "bigint":
        return { $bigint: value.toString() };
      case "undefined":
        return { $undefined: true };
      case "function":
        return markers.function;
      case "symbol":
        return markers.symbol;
      case "object":
        return value === null ? null : this.encodeObject(value);
    }
  }

  private encodeObject(object: object): TraceJson {
    if (this.around.has(object)) return markers.cycle;
    if (this.around.size >= maximumTraceDepth) return markers.tooDeep;
    this.around.add(object);
    try {
      const host = asHost(object);
      return host === object ? this.encodeHost(inspectHostObject(object)) : this.encode(host);
    } catch {
      return markers.unreadable;
    } finally {
      this.around.delete(object);
    }
  }

  private encodeHost(host: HostObject): TraceJson {
    switch (host.kind) {
      case "array":
        return !this.reveal && isFirewalledEntry(host.array)
          ? this.encodeItems([host.array[0], firewalledMarker])
          : this.encodeItems(host.array);
      case "set":
        return { $set: this.encodeItems(Set.prototype.values.call(host.set)) };
      case "map":
        return { $map: this.encodeEntries(Map.prototype.entries.call(host.map)) };
      case "date":
        return {
          $date: Number.isNaN(Date.prototype.getTime.call(host.date))
            ? null
            : Date.prototype.toISOString.call(host.date),
        };
      case "bytes":
        return `<${String(host.byteLength)} bytes>`;
      case "fields":
        return this.encodeFields(host.fields);
    }
  }

  private encodeItems(items: Iterable<unknown>): TraceJson[] {
    const list: TraceJson[] = [];
    for (const item of items) {
      list.push(this.encode(item));
      if (this.sizeLeft < 0) break;
    }
    return list;
  }

  private encodeEntries(entries: Iterable<[unknown, unknown]>): TraceJson[] {
    const list: TraceJson[] = [];
    for (const [key, value] of entries) {
      list.push([this.encode(key), this.encodeField(key, value)]);
      if (this.sizeLeft < 0) break;
    }
    return list;
  }

  private encodeFields(fields: readonly (readonly [string, unknown])[]): TraceJson {
    const object: { [name: string]: TraceJson } = {};
    for (const [name, value] of fields) {
      if (value === undefined) continue;
      this.sizeLeft -= name.length;
      defineField(object, name, this.encodeField(name, value));
      if (this.sizeLeft < 0) break;
    }
    return tagOf(object) === undefined ? object : { $object: object };
  }

  private encodeField(key: unknown, value: unknown): TraceJson {
    return !this.reveal && isFirewalledKey(key) ? firewalledMarker : this.encode(value);
  }
}

/** Tagged JSON is deeper than what it encodes: a Map's value lies under four more levels. */
const maximumDecodingDepth = maximumTraceDepth * 4 + 16;

/**
 * The value that tagged JSON stands for. An unknown or malformed tag is read as an ordinary object.
 * @throws RangeError when it is deeper than any event is written.
 */
export function decodeTraceValue(json: unknown, depth = 0): unknown {
  if (typeof json !== "object" || json === null) return json;
  if (depth > maximumDecodingDepth) throw new RangeError("nested too deep");
  if (Array.isArray(json)) return json.map((item) => decodeTraceValue(item, depth + 1));
  const tag = tagOf(json);
  const tagged =
    tag === undefined
      ? undefined
      : tagReaders.get(tag)?.((json as Readonly<Record<string, unknown>>)[tag], depth + 1);
  return tagged === undefined ? decodeFields(json, depth + 1) : tagged.value;
}

/** The only field of an object, when its name looks like a tag. */
function tagOf(object: object): string | undefined {
  const [name, second] = Object.keys(object);
  return name?.startsWith("$") === true && second === undefined ? name : undefined;
}

function decodeFields(json: object, depth: number): object {
  const object = {};
  for (const [name, value] of Object.entries(json))
    defineField(object, name, decodeTraceValue(value, depth));
  return object;
}

/**
 * Boxed, since the value itself may be undefined; no box means the content does not fit the tag.
 */
type TagReader = (content: unknown, depth: number) => { readonly value: unknown } | undefined;

const tagReaders: ReadonlyMap<string, TagReader> = new Map<string, TagReader>([
  [
    "$bigint",
    (content) =>
      typeof content === "string" && /^-?\d+$/.test(content)
        ? { value: BigInt(content) }
        : undefined,
  ],
  [
    "$number",
    (content) =>
      typeof content === "string" && specialNumbers.has(content)
        ? { value: specialNumbers.get(content) }
        : undefined,
  ],
  ["$undefined", (content) => (content === true ? { value: undefined } : undefined)],
  [
    "$date",
    (content) =>
      typeof content === "string" || content === null
        ? { value: new Date(content ?? NaN) }
        : undefined,
  ],
  [
    "$set",
    (content, depth) =>
      Array.isArray(content)
        ? { value: new Set(content.map((item) => decodeTraceValue(item, depth))) }
        : undefined,
  ],
  [
    "$map",
    (content, depth) =>
      isPairs(content)
        ? {
            value: new Map(
              content.map(([key, value]) => [
                decodeTraceValue(key, depth),
                decodeTraceValue(value, depth),
              ]),
            ),
          }
        : undefined,
  ],
  [
    "$object",
    (content, depth) =>
      typeof content === "object" && content !== null
        ? { value: decodeFields(content, depth) }
        : undefined,
  ],
]);

const specialNumbers: ReadonlyMap<string, number> = new Map([
  ["NaN", NaN],
  ["Infinity", Infinity],
  ["-Infinity", -Infinity],
  ["-0", -0],
]);

function isPairs(content: unknown): content is readonly (readonly [unknown, unknown])[] {
  return (
    Array.isArray(content) && content.every((pair) => Array.isArray(pair) && pair.length === 2)
  );
}
