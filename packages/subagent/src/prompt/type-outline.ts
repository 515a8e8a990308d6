// The shape of a value in a line, for a model that has not seen it: `[120 maps with order_id, status, total]`.

import { MapValue, SetValue, Vector, keyName, typeName, type Value } from "@ptc/core/values";

const shownKeys = 20;

/** What a value is, without what it holds. */
export function typeOutline(value: Value): string {
  if (value instanceof Vector) return vectorOutline(value);
  if (value instanceof MapValue) return `map with ${keysOutline(value)}`;
  if (value instanceof SetValue) return `set of ${String(value.count)}`;
  return typeName(value);
}

function vectorOutline(value: Vector<Value>): string {
  if (value.count === 0) return "empty vector";
  const first = value.at(0);
  return `vector of ${String(value.count)}, the first a ${first instanceof Vector ? "vector" : typeOutline(first)}`;
}

function keysOutline(value: MapValue<Value>): string {
  if (value.count === 0) return "no keys";
  const names = value.keys().map((key) => keyName(key) ?? typeName(key));
  return `${names.slice(0, shownKeys).join(", ")}${names.length > shownKeys ? `, … (${String(names.length)} keys)` : ""}`;
}
