// Reads and writes the fields of maps. Reading finds a field in every map however it is spelled;
// writing does so only in maps whose fields come from the host (`hasFieldNames`).

import { HostMap } from "./host-map.ts";
import { Keyword } from "./keyword.ts";
import { hostFieldName, keyName } from "./key-names.ts";
import { SortedMap } from "./sorted-map.ts";
import { spendHashedText } from "./text-work.ts";
import type { MapValue } from "./map-value.ts";
import type { Value } from "./value.ts";
import type { WorkMeter } from "./work-meter.ts";

/**
 * The value of the field that `key` names, however the map spells it; `undefined` when there is
 * none.
 */
export function getField(map: MapValue<Value>, key: Value, meter?: WorkMeter): Value | undefined {
  if (map instanceof HostMap) return map.findField(key, meter);
  const exact = map.find(key, meter);
  if (exact !== undefined) return exact;
  const spelled = presentSpelling(map, key, meter);
  return spelled === undefined ? undefined : spellings(map, meter).find(spelled, meter);
}

/**
 * The key under which `map` holds the field that `key` names. The exact key is tried first, then
 * the keyword or string of the same name, then both with underscores for hyphens.
 */
export function presentKey(map: MapValue<Value>, key: Value, meter?: WorkMeter): Value | undefined {
  return map.find(key, meter) === undefined ? presentSpelling(map, key, meter) : key;
}

/**
 * `assoc` for fields. In a map from the host it replaces a field that is spelled another way; in a
 * map made by a program the key is exact.
 */
export function assocField(
  map: MapValue<Value>,
  key: Value,
  value: Value,
  meter?: WorkMeter,
): MapValue<Value> {
  return map.assoc(map.hasFieldNames ? (presentKey(map, key, meter) ?? key) : key, value, meter);
}

/** `dissoc` under the same rule as `assocField`. */
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
  // Pays for the other spellings, which are made and hashed below.
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
 * The map in which other spellings are looked up. A program's function may order the keys of a
 * sorted map and fail on a string where it expects keywords, so those are looked up by equality.
 */
function spellings(map: MapValue<Value>, meter: WorkMeter | undefined): MapValue<Value> {
  return map instanceof SortedMap && map.isOrderedByFunction ? map.byEquality(meter) : map;
}
