// Describes the shape of a value in one line, for a model that has not seen it: `[120 maps with
// order_id, status, total]`.

import { oneLine } from "@ptc/core/errors";
import type { Firewall } from "@ptc/core/printing";
import {
  MapValue,
  SetValue,
  Vector,
  firewalledMarker,
  keyName,
  typeName,
  type Value,
} from "@ptc/core/values";
import { visibleData } from "../preview/visible-data.ts";

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
/** Letters that show nothing, such as the fillers of Hangul. */
const blankLetter = /\p{Default_Ignorable_Code_Point}/u;
const longestName = 40;

/**
 * A field's name for use outside of data envelopes. Names come from data: one that is not plain is
 * quoted on one line, shortened, and cannot open or close an envelope.
 */
export function shownName(name: string): string {
  if (plainName.test(name) && !blankLetter.test(name)) return name;
  const visible = visibleData(oneLine(name, longestName)).replace(/["<\uFE64\uFF1C]/g, unitEscape);
  return `"${visible}"`;
}

function unitEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
