// Describes the shape of a value in one line, for a model that has not seen it: `[120 maps with
// order_id, status, total]`.

import { visibleLine, type Firewall } from "@ptc/core/printing";
import {
  MapValue,
  SetValue,
  Vector,
  firewalledMarker,
  keyName,
  typeName,
  type Value,
} from "@ptc/core/values";

const shownKeys = 20;

/** What kind of value it is, without its contents. */
export function typeOutline(value: Value, firewall: Firewall): string {
  if (value instanceof Vector) return vectorOutline(value, firewall);
  if (value instanceof MapValue) return `map with ${keysOutline(value, firewall)}`;
  if (value instanceof SetValue) return `set of ${String(value.count)}`;
  return typeName(value);
}

function vectorOutline(value: Vector<Value>, firewall: Firewall): string {
  if (value.count === 0) return "empty vector";
  const first = value.at(0);
  return `vector of ${String(value.count)}, the first a ${first instanceof Vector ? "vector" : typeOutline(first, firewall)}`;
}

function keysOutline(value: MapValue<Value>, firewall: Firewall): string {
  if (value.count === 0) return "no keys";
  const keys = value.keys();
  if (firewall.hidesKeys(value)) return `${String(keys.length)} keys, each ${firewalledMarker}`;
  const names = keys
    .slice(0, shownKeys)
    .map((key) => shownName(firewall.maskValues(keyName(key) ?? typeName(key))));
  return `${names.join(", ")}${keys.length > shownKeys ? `, … (${String(keys.length)} keys)` : ""}`;
}

/**
 * Names of letters, digits and a few marks, which a model cannot mistake for anything but a name.
 */
const plainName = /^[\p{L}\p{N}_.:/?!*+$@#-]{1,60}$/u;
const longestName = 40;

/**
 * A field's name for use outside of data envelopes. Names come from data: one that is not plain is
 * quoted on one line, shortened, and cannot open or close an envelope.
 */
export function shownName(name: string): string {
  if (plainName.test(name)) return name;
  const visible = visibleLine(name.slice(0, longestName)).replace(/["<]/g, (character) =>
    character === "<" ? "\\u003c" : "\\u0022",
  );
  return `"${visible}${name.length > longestName ? "…" : ""}"`;
}
