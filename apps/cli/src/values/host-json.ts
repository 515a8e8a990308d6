// Host values as JSON, and the way back. What JSON cannot write carries a tag of
// `@ptc/core/encoding`:
//
//   bigint        {"$integer":"123"}            a Map with text keys       {"key": …}
//   NaN, ±inf     {"$number":"NaN"}             any other Map              {"$map": [[key, value], …]}
//   Set           […]                           Date                       "2025-01-01T00:00:00.000Z"
//   a value that the host cannot be given, as Clojure prints it            {"$text": "…"}

import { isTag, readSpecialNumber, tags } from "@ptc/core/encoding";
import { defineField, maximumDataDepth } from "@ptc/core/values";

/** `undefined` means that the content does not fit the tag, and the object is data. */
type TagReader = (content: unknown, depth: number) => unknown;

const tagReaders: ReadonlyMap<string, TagReader> = new Map<string, TagReader>([
  [tags.integer, readInteger],
  [tags.number, readSpecialNumber],
  [tags.map, mapOfPairs],
]);

function readInteger(content: unknown): bigint | undefined {
  return typeof content === "string" && /^-?\d+$/.test(content) ? BigInt(content) : undefined;
}

/**
 * A value that `JSON.stringify` writes without loss of what is tagged. The data must be finite and
 * not too deep, as `toHost` makes it.
 */
export function hostJson(value: unknown): unknown {
  if (typeof value === "number")
    return Number.isFinite(value) ? value : { [tags.number]: String(value) };
  if (typeof value === "bigint") return { [tags.integer]: String(value) };
  if (typeof value !== "object" || value === null) return value ?? null;
  if (Array.isArray(value)) return value.map(hostJson);
  if (value instanceof Set) return Array.from(value, hostJson);
  if (value instanceof Map) return mapJson(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  return mapJson(new Map(Object.entries(value)));
}

/** The JSON for a value that the host cannot be given. */
export function textJson(text: string): unknown {
  return { [tags.text]: text };
}

/**
 * The host value of JSON that `hostJson` made: bigints, special numbers and Maps come back, Sets
 * and Dates do not. What is nested deeper than the language allows is left as it is.
 */
export function fromHostJson(json: unknown): unknown {
  return valueOf(json, 0);
}

function valueOf(json: unknown, depth: number): unknown {
  if (typeof json !== "object" || json === null || depth > maximumDataDepth) return json;
  if (Array.isArray(json)) return json.map((item) => valueOf(item, depth + 1));
  const entries = Object.entries(json) as [string, unknown][];
  const [only] = entries;
  const tagged =
    entries.length === 1 && only !== undefined
      ? tagReaders.get(only[0])?.(only[1], depth + 1)
      : undefined;
  if (tagged !== undefined) return tagged;
  const object = {};
  for (const [name, item] of entries) defineField(object, name, valueOf(item, depth + 1));
  return object;
}

function mapJson(map: ReadonlyMap<unknown, unknown>): unknown {
  const pairs = Array.from(map, ([key, item]) => [key, item] as const);
  if (!pairs.every(([key]) => typeof key === "string") || looksTagged(map))
    return { [tags.map]: pairs.map(([key, item]) => [hostJson(key), hostJson(item)]) };
  const object = {};
  for (const [name, item] of pairs as readonly (readonly [string, unknown])[])
    defineField(object, name, hostJson(item));
  return object;
}

/**
 * Data in the shape of a tag is written as pairs, so that no reader takes it for the tag. This
 * holds for all tags, also those that are written elsewhere only.
 */
function looksTagged(map: ReadonlyMap<unknown, unknown>): boolean {
  const [name] = map.keys();
  return map.size === 1 && typeof name === "string" && isTag(name);
}

function mapOfPairs(content: unknown, depth: number): unknown {
  if (!Array.isArray(content) || !content.every((pair) => Array.isArray(pair) && pair.length === 2))
    return undefined;
  return new Map(
    (content as readonly (readonly [unknown, unknown])[]).map(([key, item]) => [
      valueOf(key, depth),
      valueOf(item, depth),
    ]),
  );
}
