// Host values as JSON, and the way back. What JSON lacks carries a tag:
//
//   bigint        {"$integer":"123"}            a Map with text keys       {"key": …}
//   NaN, ±inf     {"$number":"NaN"}             any other Map              {"$map": [[key, value], …]}
//   Set           […]                           Date                       "2025-01-01T00:00:00.000Z"
//   text for what cannot be handed over at all, in Clojure's spelling      {"$text": "…"}

import { defineField, maximumDataDepth } from "@ptc/core/values";

/** Readers of tags; `undefined` means the content does not fit, and the object is data. */
const tagReaders: ReadonlyMap<string, (content: unknown, depth: number) => unknown> = new Map<
  string,
  (content: unknown, depth: number) => unknown
>([
  [
    "$integer",
    (content) =>
      typeof content === "string" && /^-?\d+$/.test(content) ? BigInt(content) : undefined,
  ],
  [
    "$number",
    (content) =>
      typeof content === "string" && /^(?:NaN|-?Infinity)$/.test(content)
        ? Number(content)
        : undefined,
  ],
  ["$map", mapOfPairs],
]);

const textTag = "$text";

/**
 * What `JSON.stringify` writes without loss. Data must be finite and not too deep, as `toHost`
 * makes it.
 */
export function hostJson(value: unknown): unknown {
  if (typeof value === "number") return Number.isFinite(value) ? value : { $number: String(value) };
  if (typeof value === "bigint") return { $integer: String(value) };
  if (typeof value !== "object" || value === null) return value ?? null;
  if (Array.isArray(value)) return value.map(hostJson);
  if (value instanceof Set) return Array.from(value, hostJson);
  if (value instanceof Map) return mapJson(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  return mapJson(new Map(Object.entries(value)));
}

/** Stands for a value that cannot be handed over. */
export function textJson(text: string): unknown {
  return { [textTag]: text };
}

/**
 * Host values for JSON made by `hostJson`: bigints, special numbers and Maps come back, Sets and
 * Dates do not. What lies too deep for the language is left as it is.
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
    return { $map: pairs.map(([key, item]) => [hostJson(key), hostJson(item)]) };
  const object = {};
  for (const [name, item] of pairs as readonly (readonly [string, unknown])[])
    defineField(object, name, hostJson(item));
  return object;
}

/** Data in the shape of a tag is written as pairs, so that it is not taken for one. */
function looksTagged(map: ReadonlyMap<unknown, unknown>): boolean {
  const [name] = map.keys();
  return map.size === 1 && (name === textTag || (typeof name === "string" && tagReaders.has(name)));
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
