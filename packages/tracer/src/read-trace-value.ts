// Reads the tagged JSON of trace files, including the older tags from before traces, memory and the
// command line shared one table. The file may come from anyone: an unknown tag, or one whose
// content doesn't fit, is read as an ordinary object.

import { parseInstant } from "@ptc/core/internal/decoding";
import { tags } from "@ptc/core/encoding";
import { readSpecialNumber } from "@ptc/core/internal/encoding";
import type { WorkMeter } from "@ptc/core/values";
import { maximumIntegerBits } from "@ptc/core/internal/values";
import { defineField } from "./host-object.ts";
import { maximumTraceDepth } from "./markers.ts";
import { tagOf } from "./trace-json.ts";

/**
 * Tagged JSON is deeper than the value that it encodes: a Map's value is nested four levels
 * deeper.
 */
const maximumDecodingDepth = maximumTraceDepth * 4 + 16;

/** More digits than the largest integer of the language has. */
const tooManyDigits = Math.ceil(maximumIntegerBits / Math.log2(10)) + 2;

/** Says why an event is not read. */
export class TraceValueError extends Error {}

/**
 * Returns the host value of tagged JSON. `meter` counts the digits of integers; everything else
 * takes time proportional to the file.
 * @throws TraceValueError for values deeper than any written event, and for integers larger than
 * those of the language; also any error of `meter`
 */
export function readTraceValue(json: unknown, meter: WorkMeter): unknown {
  return readValue(json, { meter, depth: 0 });
}

/** The meter and depth of the reader. */
interface Place {
  readonly meter: WorkMeter;
  readonly depth: number;
}

function readValue(json: unknown, { meter, depth }: Place): unknown {
  if (typeof json !== "object" || json === null) return json;
  if (depth > maximumDecodingDepth) throw new TraceValueError("nested too deep");
  const inside: Place = { meter, depth: depth + 1 };
  if (Array.isArray(json)) return readItems(json, inside);
  const tag = tagOf(json);
  const tagged =
    tag === undefined
      ? undefined
      : tagReaders.get(tag)?.((json as Readonly<Record<string, unknown>>)[tag], inside);
  return tagged === undefined ? readFields(Object.entries(json), inside) : tagged.value;
}

/**
 * Returns a box, because the value may be undefined. Returns no box if the content doesn't fit the
 * tag.
 */
type TagReader = (content: unknown, place: Place) => { readonly value: unknown } | undefined;

const tagReaders: ReadonlyMap<string, TagReader> = new Map<string, TagReader>([
  [tags.integer, readInteger],
  [tags.number, readNumber],
  [tags.undefined, (content) => (content === true ? { value: undefined } : undefined)],
  [tags.instant, readInstant],
  [tags.set, readSet],
  [tags.map, readMap],
  [tags.fields, readPairs],
  // The older names of `$integer`, `$instant` and `$fields`.
  ["$bigint", readInteger],
  ["$date", readDate],
  ["$object", readObject],
]);

function readInteger(content: unknown, { meter }: Place): ReturnType<TagReader> {
  if (typeof content !== "string" || !/^-?\d+$/.test(content)) return undefined;
  if (content.length > tooManyDigits)
    throw new TraceValueError(
      `an integer of more than ${String(maximumIntegerBits)} bits can't be read`,
    );
  meter.spend(content.length);
  return { value: BigInt(content) };
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

function readSet(content: unknown, place: Place): ReturnType<TagReader> {
  return Array.isArray(content) ? { value: new Set(readItems(content, place)) } : undefined;
}

function readMap(content: unknown, place: Place): ReturnType<TagReader> {
  return isPairs(content)
    ? {
        value: new Map(
          content.map(([key, value]) => [readValue(key, place), readValue(value, place)]),
        ),
      }
    : undefined;
}

function readPairs(content: unknown, place: Place): ReturnType<TagReader> {
  return isPairs(content) && content.every(isNamed)
    ? { value: readFields(content, place) }
    : undefined;
}

function readObject(content: unknown, place: Place): ReturnType<TagReader> {
  return typeof content === "object" && content !== null
    ? { value: readFields(Object.entries(content), place) }
    : undefined;
}

function readItems(items: readonly unknown[], place: Place): unknown[] {
  return items.map((item) => readValue(item, place));
}

function readFields(fields: readonly (readonly [string, unknown])[], place: Place): object {
  const object = {};
  for (const [name, value] of fields) defineField(object, name, readValue(value, place));
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
