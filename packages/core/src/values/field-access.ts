// Reading and writing maps by field name: reading is flexible in every map, writing only where the map's fields come
// from the host (`hasFieldNames`).

import { HostMap } from "./host-map.ts";
import { Keyword } from "./keyword.ts";
import { hostFieldName, keyName } from "./key-names.ts";
import type { MapValue } from "./map-value.ts";
import type { Value } from "./value.ts";

/** The value at `key`, however the map spells it; `undefined` when no spelling is present. */
export function getField(map: MapValue<Value>, key: Value): Value | undefined {
  if (map instanceof HostMap) return map.findField(key);
  const exact = map.find(key);
  if (exact !== undefined) return exact;
  const spelled = presentSpelling(map, key);
  return spelled === undefined ? undefined : map.find(spelled);
}

/** The key under which `map` holds what `key` asks for: exact first, then the other kind, then with underscores. */
export function presentKey(map: MapValue<Value>, key: Value): Value | undefined {
  return map.find(key) === undefined ? presentSpelling(map, key) : key;
}

/** `assoc` that meets an existing field of host data however it is spelled; exact in a map made by the program. */
export function assocField(map: MapValue<Value>, key: Value, value: Value): MapValue<Value> {
  return map.assoc(map.hasFieldNames ? (presentKey(map, key) ?? key) : key, value);
}

/** `dissoc` under the same rule as `assocField`. */
export function dissocField(map: MapValue<Value>, key: Value): MapValue<Value> {
  return map.dissoc(map.hasFieldNames ? (presentKey(map, key) ?? key) : key);
}

function presentSpelling(map: MapValue<Value>, key: Value): Value | undefined {
  const name = keyName(key);
  if (name === undefined) return undefined;
  const other = typeof key === "string" ? new Keyword(name) : name;
  if (map.find(other) !== undefined) return other;
  const underscored = hostFieldName(name);
  if (underscored === name) return undefined;
  if (map.find(underscored) !== undefined) return underscored;
  const keyword = new Keyword(underscored);
  return map.find(keyword) === undefined ? undefined : keyword;
}
