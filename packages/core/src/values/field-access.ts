// Reads and writes maps by the rule of their kind. A map made by a program has exact keys. In a map
// of fields (`hasFieldNames`), a keyword and a string of one text are one field:
//
//   :due-date    the entry :due-date, "due-date", "due_date" or :due_date, in this order
//   :due_date    the entry :due_date, "due_date" or :due-date, which may be written for "due_date"
//   "due_date"   the entry "due_date", or a keyword that would find it: :due_date or :due-date
//
// Two strings never match each other, so ids such as "sku_1" and "sku-1" differ. Two entries of one
// map are never the same field.

import { HostMap } from "./host-map.ts";
import { Keyword } from "./keyword.ts";
import { hostFieldName } from "./key-names.ts";
import { SortedMap } from "./sorted-map.ts";
import { TrieMap } from "./trie-map.ts";
import { spendHashedText } from "./text-work.ts";
import type { MapValue } from "./map-value.ts";
import type { Value } from "./value.ts";
import type { WorkMeter } from "./work-meter.ts";

/** Returns the value at `key` by the rule of the map, or `undefined` if it doesn't exist. */
export function getField(map: MapValue<Value>, key: Value, meter?: WorkMeter): Value | undefined {
  if (map instanceof HostMap) return map.findField(key, meter);
  const isDirect = map.hasFieldNames && key instanceof Keyword && !map.mayHaveKeywords;
  const exact = map.find(isDirect ? key.text : key, meter);
  if (exact !== undefined || !map.hasFieldNames) return exact;
  const spelled = presentSpelling(map, key, meter);
  return spelled === undefined ? undefined : spellings(map, meter).find(spelled, meter);
}

/** Returns the key under which `map` has the entry that `key` finds, or `undefined`. */
export function presentKey(map: MapValue<Value>, key: Value, meter?: WorkMeter): Value | undefined {
  if (map.find(key, meter) !== undefined) return key;
  return map.hasFieldNames ? presentSpelling(map, key, meter) : undefined;
}

/** Returns the key of the entry that `key` writes. */
function writtenKey(map: MapValue<Value>, key: Value, meter: WorkMeter | undefined): Value {
  return map.hasFieldNames ? (presentKey(map, key, meter) ?? key) : key;
}

/**
 * The `assoc` of fields. In a map of fields, replaces the entry that `key` finds, in its spelling.
 */
export function assocField(
  map: MapValue<Value>,
  key: Value,
  value: Value,
  meter?: WorkMeter,
): MapValue<Value> {
  return map.assoc(writtenKey(map, key, meter), value, meter);
}

/**
 * Returns the key of `map` for the entry `key` of `source` that is merged into it. Another spelling
 * is the same field only if it finds this entry in `source`: the map may have `:due-date` for
 * "due_date", while `source` has "due-date" too. If `map` is a map of fields, pass `source` as one.
 */
export function mergedKey(
  map: MapValue<Value>,
  key: Value,
  source: MapValue<Value>,
  meter?: WorkMeter,
): Value {
  const present = writtenKey(map, key, meter);
  return present === key || isSameName(presentKey(source, present, meter), key) ? present : key;
}

/**
 * Returns the key of `map` for an entry of the sequence from which it is made. All its keywords
 * may come from one map, so they stay apart.
 */
export function collectedKey(map: MapValue<Value>, key: Value, meter?: WorkMeter): Value {
  const present = presentKey(map, key, meter) ?? key;
  return present instanceof Keyword && key instanceof Keyword ? key : present;
}

function isSameName(found: Value | undefined, key: Value): boolean {
  return (
    found === key || (found instanceof Keyword && key instanceof Keyword && found.text === key.text)
  );
}

/** The `dissoc` of fields, with the same rule as `assocField`. */
export function dissocField(map: MapValue<Value>, key: Value, meter?: WorkMeter): MapValue<Value> {
  return map.dissoc(writtenKey(map, key, meter), meter);
}

/**
 * Returns the map as a map of fields, with the same entries. `keepsApart` replaces that property of
 * the map.
 */
export function asFields(
  map: MapValue<Value>,
  keepsApart = map.keepsApart === true,
): MapValue<Value> {
  return map instanceof TrieMap || map instanceof SortedMap
    ? map.withFieldNames(true, keepsApart)
    : map;
}

/** Finds another spelling of a key in a map of fields, if it is a keyword or a string. */
function presentSpelling(
  map: MapValue<Value>,
  key: Value,
  meter: WorkMeter | undefined,
): Value | undefined {
  const isText = typeof key === "string";
  if (!isText && !(key instanceof Keyword)) return undefined;
  const searched = spellings(map, meter);
  const has = (spelled: Value): boolean => searched.find(spelled, meter) !== undefined;
  const name = isText ? key : key.text;
  // Charge for the other spellings, which are built and hashed below.
  spendHashedText(name.length, meter);
  const underscored = isText ? name : hostFieldName(name);
  if (!isText) {
    if (has(name)) return name;
    if (underscored !== name && has(underscored)) return underscored;
  }
  if (!map.mayHaveKeywords) return undefined;
  for (const text of map.keepsApart ? [name] : hyphenated(underscored)) {
    if (!isText && text === name) continue;
    meter?.spend(1);
    spendHashedText(text.length, meter);
    const keyword = new Keyword(text);
    if (has(keyword)) return keyword;
  }
  return undefined;
}

/** The number of spellings up to which each `_` is tried as `-` alone. */
const mostSpellings = 8;

/**
 * Returns `name` with `-` for any of its `_`. For a name with more than three `_`, returns only the
 * spellings with none and with all of them replaced.
 */
function hyphenated(name: string): readonly string[] {
  let spelled = [name];
  for (let at = name.indexOf("_"); at >= 0; at = name.indexOf("_", at + 1)) {
    if (spelled.length === mostSpellings) return [name, name.replaceAll("_", "-")];
    spelled = spelled.flatMap((text) => [text, `${text.slice(0, at)}-${text.slice(at + 1)}`]);
  }
  return spelled;
}

/**
 * Returns the map in which other spellings are looked up. A program's function that orders a
 * sorted map may fail on a string if it expects keywords, so such a map is searched by equality.
 */
function spellings(map: MapValue<Value>, meter: WorkMeter | undefined): MapValue<Value> {
  return map instanceof SortedMap && map.isOrderedByFunction ? map.byEquality(meter) : map;
}
