// Reads and writes fields of maps. Reading finds a field in any map under any spelling. Writing
// does so only in maps whose fields come from the host (`hasFieldNames`).

import { HostMap } from "./host-map.ts";
import { Keyword } from "./keyword.ts";
import { hostFieldName, keyName } from "./key-names.ts";
import { SortedMap } from "./sorted-map.ts";
import { spendHashedText } from "./text-work.ts";
import type { MapValue } from "./map-value.ts";
import type { Value } from "./value.ts";
import type { WorkMeter } from "./work-meter.ts";

/**
 * Returns the value of the field that `key` names, under any spelling, or `undefined` if it
 * doesn't exist.
 */
export function getField(map: MapValue<Value>, key: Value, meter?: WorkMeter): Value | undefined {
  if (map instanceof HostMap) return map.findField(key, meter);
  const exact = map.find(key, meter);
  if (exact !== undefined) return exact;
  const spelled = presentSpelling(map, key, meter);
  return spelled === undefined ? undefined : spellings(map, meter).find(spelled, meter);
}

/**
 * Returns the key under which `map` has the field that `key` names. Tries the exact key first,
 * then the keyword or string of the same name, then both with underscores instead of hyphens.
 */
export function presentKey(map: MapValue<Value>, key: Value, meter?: WorkMeter): Value | undefined {
  return map.find(key, meter) === undefined ? presentSpelling(map, key, meter) : key;
}

/**
 * The `assoc` of fields. In a map from the host, replaces a field even if its spelling differs. In
 * a map made by a program, uses the exact key.
 */
export function assocField(
  map: MapValue<Value>,
  key: Value,
  value: Value,
  meter?: WorkMeter,
): MapValue<Value> {
  return map.assoc(map.hasFieldNames ? (presentKey(map, key, meter) ?? key) : key, value, meter);
}

/** The `dissoc` of fields, with the same rule as `assocField`. */
export function dissocField(map: MapValue<Value>, key: Value, meter?: WorkMeter): MapValue<Value> {
  return map.dissoc(map.hasFieldNames ? (presentKey(map, key, meter) ?? key) : key, meter);
}

function presentSpelling(
  map: MapValue<Value>,
  key: Value,
  meter: WorkMeter | undefined,
): Value | undefined {
  const name = keyName(key);
  if (name === undefined) return undefined;
  // Charge for the other spellings, which are built and hashed below.
  spendHashedText(name.length, meter);
  const searched = spellings(map, meter);
  const other = typeof key === "string" ? new Keyword(name) : name;
  if (searched.find(other, meter) !== undefined) return other;
  const underscored = hostFieldName(name);
  if (underscored === name) return undefined;
  if (searched.find(underscored, meter) !== undefined) return underscored;
  const keyword = new Keyword(underscored);
  return searched.find(keyword, meter) === undefined ? undefined : keyword;
}

/**
 * Returns the map in which other spellings are looked up. A program's function that orders a
 * sorted map may fail on a string if it expects keywords, so such a map is searched by equality.
 */
function spellings(map: MapValue<Value>, meter: WorkMeter | undefined): MapValue<Value> {
  return map instanceof SortedMap && map.isOrderedByFunction ? map.byEquality(meter) : map;
}
