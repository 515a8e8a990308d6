// Changes JSON like an attacker who knows the format: moves parts, renames fields to tags, repeats
// parts.

import type { Random } from "../fuzz/random.ts";

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Names with a meaning for some reader. */
const names: readonly string[] = [
  ...["$map", "$set", "$integer", "$number", "$instant", "$keyword", "$fields", "$function"],
  ...[
    "$sortedMap",
    "$sortedSet",
    "$regex",
    "$localDate",
    "$duration",
    "$symbol",
    "$opaque",
    "$text",
  ],
  ...[
    "$undefined",
    "__proto__",
    "constructor",
    "toJSON",
    "then",
    "length",
    "",
    "source",
    "captured",
  ],
  ...[
    "version",
    "type",
    "run",
    "value",
    "memory",
    "id",
    "data",
    "traceId",
    "spanId",
    "parentSpanId",
  ],
  ...[
    "time",
    "exception",
    "reduced",
    "step",
    "outcome",
    "ok",
    "fail",
    "result",
    "program",
    "context",
  ],
];

const scalars: readonly Json[] = [
  ...[null, true, 0, -1, 1.5, 2 ** 53, 1e308, "", "x", "1", "<", "NaN", "-0", "9".repeat(400)],
  ...["(fn [x] x)", "(fn [", "[", "2024-02-29T00:00:00Z", "__proto__", "\ud800"],
];

/** Returns `json` with one to four changes; `other` replaces some of the parts. */
export function tampered(json: Json, other: Json, random: Random): Json {
  let result = json;
  for (let changes = 1 + random.below(4); changes > 0; changes--)
    result = changedAt(result, placesIn(result, random), other, random);
  return result;
}

/**
 * Returns the path to one part, chosen from the top down, so that small parts are chosen as often
 * as large ones.
 */
function placesIn(json: Json, random: Random): readonly (string | number)[] {
  const path: (string | number)[] = [];
  for (let at = json; typeof at === "object" && at !== null && !random.chance(0.15);) {
    const keys = Array.isArray(at) ? [...at.keys()] : Object.keys(at);
    if (keys.length === 0) break;
    const key = random.pick<string | number>(keys);
    path.push(key);
    at = (at as Readonly<Record<string | number, Json>>)[key] ?? null;
  }
  return path;
}

function changedAt(
  json: Json,
  [key, ...path]: readonly (string | number)[],
  other: Json,
  random: Random,
): Json {
  if (key === undefined || typeof json !== "object" || json === null)
    return changed(json, other, random);
  if (isList(json)) {
    const at = Number(key);
    const copy = [...json];
    copy[at] = changedAt(json[at] ?? null, path, other, random);
    return copy;
  }
  return ofFields(
    Object.entries(json).map(([name, value]) => [
      name,
      name === key ? changedAt(value, path, other, random) : value,
    ]),
  );
}

function changed(json: Json, other: Json, random: Random): Json {
  switch (random.below(9)) {
    case 0:
      return other;
    case 1:
      return random.pick(scalars);
    case 2:
      return ofFields([[random.pick(names), json]]);
    case 3:
      return ofFields([[random.pick(names), other]]);
    case 4:
      return repetitions(json, random) > 1 ? [json, json] : [json];
    case 5:
      return new Array<Json>(repetitions(json, random)).fill(json);
    case 6:
      return renamed(json, random);
    case 7:
      return nested(json, 1 + random.below(700), random);
    default:
      return withoutOne(json, random);
  }
}

/** The maximum length of a repeated part as text. */
const mostRepeated = 2_000_000;

function repetitions(json: Json, random: Random): number {
  const times = 1 + random.below(2_000);
  return Math.max(1, Math.min(times, Math.floor(mostRepeated / JSON.stringify(json).length)));
}

function renamed(json: Json, random: Random): Json {
  if (typeof json !== "object" || json === null || isList(json)) return [json];
  const fields = Object.entries(json);
  const at = random.below(fields.length + 1);
  const [, value = null] = fields[at] ?? [];
  return ofFields([...fields.slice(0, at), [random.pick(names), value], ...fields.slice(at + 1)]);
}

function withoutOne(json: Json, random: Random): Json {
  if (typeof json !== "object" || json === null) return null;
  if (isList(json)) return json.slice(1);
  const fields = Object.entries(json);
  const at = random.below(fields.length);
  return ofFields(fields.filter((_, index) => index !== at));
}

function nested(json: Json, levels: number, random: Random): Json {
  const name = random.pick(["a", "$set", "$map", "$fields", "captured"]);
  const isArray = random.chance(0.5);
  let result = json;
  for (let level = 0; level < levels; level++)
    result = isArray ? [result] : ofFields([[name, name.startsWith("$") ? [result] : result]]);
  return result;
}

/** Makes an object with fields of any name, including `__proto__`. */
function ofFields(fields: readonly (readonly [string, Json])[]): Json {
  return Object.fromEntries(fields);
}

function isList(json: Json): json is readonly Json[] {
  return Array.isArray(json);
}

/** Returns JSON text with up to three characters changed, or cut. */
export function damagedText(text: string, random: Random): string {
  let result = text;
  for (let changes = random.below(4); changes > 0; changes--) {
    const at = random.below(result.length + 1);
    const piece = random.pick([
      '"',
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      "\\",
      "0",
      "\n",
      "\u2028",
      "\ufeff",
      "é",
    ]);
    result = result.slice(0, at) + piece + result.slice(at + random.below(3));
  }
  return random.chance(0.1) ? result.slice(0, random.below(result.length + 1)) : result;
}

export type { Json };
