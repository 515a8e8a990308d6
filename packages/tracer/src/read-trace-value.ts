// Reads the tagged JSON of trace files, also of those written before traces, memory and the command
// line shared one table of tags. The file may come from anyone: an unknown tag, or one whose
// content does not fit, is an ordinary object.

import { readSpecialNumber, tags } from "@ptc/core/encoding";
import { parseInstant } from "@ptc/core/values";
import { defineField } from "./host-object.ts";
import { maximumTraceDepth } from "./markers.ts";
import { tagOf } from "./trace-json.ts";

/** Tagged JSON is deeper than what it encodes: a Map's value lies under four more levels. */
const maximumDecodingDepth = maximumTraceDepth * 4 + 16;

/**
 * The host value that tagged JSON stands for.
 * @throws RangeError when it is deeper than any event is written.
 */
export function readTraceValue(json: unknown, depth = 0): unknown {
  if (typeof json !== "object" || json === null) return json;
  if (depth > maximumDecodingDepth) throw new RangeError("nested too deep");
  if (Array.isArray(json)) return readItems(json, depth + 1);
  const tag = tagOf(json);
  const tagged =
    tag === undefined
      ? undefined
      : tagReaders.get(tag)?.((json as Readonly<Record<string, unknown>>)[tag], depth + 1);
  return tagged === undefined ? readFields(Object.entries(json), depth + 1) : tagged.value;
}

/** Boxed, since the value may be undefined; no box means that the content does not fit the tag. */
type TagReader = (content: unknown, depth: number) => { readonly value: unknown } | undefined;

const tagReaders: ReadonlyMap<string, TagReader> = new Map<string, TagReader>([
  [tags.integer, readInteger],
  [tags.number, readNumber],
  [tags.undefined, (content) => (content === true ? { value: undefined } : undefined)],
  [tags.instant, readInstant],
  [tags.set, readSet],
  [tags.map, readMap],
  [tags.fields, readPairs],
  // What the first traces wrote for `$integer`, `$instant` and `$fields`.
  ["$bigint", readInteger],
  ["$date", readDate],
  ["$object", readObject],
]);

function readInteger(content: unknown): ReturnType<TagReader> {
  return typeof content === "string" && /^-?\d+$/.test(content)
    ? { value: BigInt(content) }
    : undefined;
}

function readNumber(content: unknown): ReturnType<TagReader> {
  const value = readSpecialNumber(content);
  return value === undefined ? undefined : { value };
}

function readInstant(content: unknown): ReturnType<TagReader> {
  if (content === null) return { value: new Date(NaN) };
  const instant = typeof content === "string" ? parseInstant(content) : undefined;
  return instant === undefined ? undefined : { value: new Date(instant.amount) };
}

function readDate(content: unknown): ReturnType<TagReader> {
  return typeof content === "string" || content === null
    ? { value: new Date(content ?? NaN) }
    : undefined;
}

function readSet(content: unknown, depth: number): ReturnType<TagReader> {
  return Array.isArray(content) ? { value: new Set(readItems(content, depth)) } : undefined;
}

function readMap(content: unknown, depth: number): ReturnType<TagReader> {
  return isPairs(content)
    ? {
        value: new Map(
          content.map(([key, value]) => [readTraceValue(key, depth), readTraceValue(value, depth)]),
        ),
      }
    : undefined;
}

function readPairs(content: unknown, depth: number): ReturnType<TagReader> {
  return isPairs(content) && content.every(isNamed)
    ? { value: readFields(content, depth) }
    : undefined;
}

function readObject(content: unknown, depth: number): ReturnType<TagReader> {
  return typeof content === "object" && content !== null
    ? { value: readFields(Object.entries(content), depth) }
    : undefined;
}

function readItems(items: readonly unknown[], depth: number): unknown[] {
  return items.map((item) => readTraceValue(item, depth));
}

function readFields(fields: readonly (readonly [string, unknown])[], depth: number): object {
  const object = {};
  for (const [name, value] of fields) defineField(object, name, readTraceValue(value, depth));
  return object;
}

type Pair = readonly [unknown, unknown];

function isPairs(content: unknown): content is readonly Pair[] {
  return (
    Array.isArray(content) && content.every((pair) => Array.isArray(pair) && pair.length === 2)
  );
}

function isNamed(pair: Pair): pair is readonly [string, unknown] {
  return typeof pair[0] === "string";
}
