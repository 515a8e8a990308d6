// Reading and writing maps by field name: reading is flexible in every map, writing only where the
// map's fields come from the host (`hasFieldNames`).

import { HostMap } from "./host-map.ts";
import { Keyword } from "./keyword.ts";
import { hostFieldName, keyName } from "./key-names.ts";
import { SortedMap } from "./sorted-map.ts";
import { spendHashedText } from "./text-work.ts";
import type { MapValue } from "./map-value.ts";
import type { Value } from "./value.ts";
import type { WorkMeter } from "./work-meter.ts";

/** The value at `key`, however the map spells it; `undefined` when no spelling is present. */
export function getField(map: MapValue<Value>, key: Value, meter?: WorkMeter): Value | undefined {
  if (map instanceof HostMap) return map.findField(key, meter);
  const exact = map.find(key, meter);
  if (exact !== undefined) return exact;
  const spelled = presentSpelling(map, key, meter);
  return spelled === undefined ? undefined : spellings(map, meter).find(spelled, meter);
}

/**
 * The key under which `map` holds what `key` asks for: exact first, then the other kind, then with
 * underscores.
 */
export function presentKey(map: MapValue<Value>, key: Value, meter?: WorkMeter): Value | undefined {
  return map.find(key, meter) === undefined ? presentSpelling(map, key, meter) : key;
}

/**
 * `assoc` that meets an existing field of host data however it is spelled; exact in a map made by
 * the program.
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
  // Other spellings are made and looked for.
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

/** Where other spellings are looked for: a function that orders keywords may refuse strings. */
function spellings(map: MapValue<Value>, meter: WorkMeter | undefined): MapValue<Value> {
  return map instanceof SortedMap && map.isOrderedByFunction ? map.byEquality(meter) : map;
}
