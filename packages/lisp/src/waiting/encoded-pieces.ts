// Encodes, hides and measures large data in pieces, so that other work of the host gets its turns.
// Small data takes one step, as without this file.

import type { Json } from "@ptc/core/encoding";
import {
  encodedValue,
  isFields,
  maskedJson,
  plainJson,
  type JsonMask,
} from "@ptc/core/internal/stored";
import { recordOf } from "@ptc/core/internal/values";
import type { WorkMeter } from "@ptc/core/values";
import { Pieces, splitLevels } from "./pieces.ts";

/** Units of a visited value, in proportion to those of a text. */
const visitUnits = 5;
/** Units of an encoded value. */
const encodedUnits = 25;
/** Parts of at most this size are visited in one step. */
const mostSize = 20_000;

/** Names whose fields are encoded alone: neither tags nor names with a meaning for objects. */
const plainName = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
/** Names that aren't tags. */
const fieldName = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/**
 * Does the same as `encodedValue`.
 * @throws the same errors
 */
export async function encodedInPieces(value: unknown, meter: WorkMeter): Promise<Json> {
  const pieces = new Pieces();
  let work = 0;
  const counted: WorkMeter = {
    spend: (amount) => {
      work += amount;
      meter.spend(amount);
    },
  };
  const visit = async (part: unknown, level: number): Promise<Json> => {
    const before = work;
    const plain = plainJson(part, counted);
    const items = plain === undefined && level < splitLevels ? itemsOf(part) : undefined;
    if (items === undefined) {
      const json = plain ?? encodedValue(part, counted);
      const turn = pieces.after(encodedUnits * (1 + work - before));
      if (turn !== undefined) await turn;
      return json;
    }
    counted.spend(items.values.length);
    if (items.names === undefined) {
      const list: Json[] = [];
      for (const item of items.values) list.push(await visit(item, level + 1));
      return list;
    }
    const fields: Record<string, Json> = {};
    // No name is one that objects have already.
    for (const [index, name] of items.names.entries())
      fields[name] = await visit(items.values[index], level + 1);
    return fields;
  };
  return await visit(value, 0);
}

interface Items {
  /** Undefined for a list. */
  readonly names: readonly string[] | undefined;
  readonly values: readonly unknown[];
}

/** Returns the parts of plain data that are encoded alone. Undefined for all other data. */
function itemsOf(value: unknown): Items | undefined {
  try {
    if (Array.isArray(value))
      return Object.getPrototypeOf(value) === Array.prototype
        ? { names: undefined, values: Array.from<unknown>(value) }
        : undefined;
    if (!isFields(value) || "toJSON" in value) return undefined;
    const names = Object.keys(value);
    return names.length > 0 &&
      names.every((name) => plainName.test(name) && !(name in Object.prototype))
      ? { names, values: names.map((name) => value[name]) }
      : undefined;
  } catch {
    // Reading a proxy or an accessor may throw. The encoding decides what is written then.
    return undefined;
  }
}

/** Does the same as `maskedJson`. */
export async function maskedInPieces(json: Json, mask: JsonMask): Promise<Json> {
  const pieces = new Pieces();
  const visit = async (part: Json, level: number): Promise<Json> => {
    if (level >= splitLevels || !isSplit(part, mask)) return maskedJson(part, mask);
    let isChanged = false;
    const shown: Json[] = [];
    const names = isList(part) ? undefined : Object.keys(part);
    const values = isList(part) ? part : Object.values(part);
    for (const [index, item] of values.entries()) {
      const size = sizeOf(item);
      const name = names?.[index];
      let made: Json;
      if (name !== undefined && mask.hides(name)) made = mask.field(item);
      else made = size > mostSize ? await visit(item, level + 1) : maskedJson(item, mask);
      isChanged ||= made !== item;
      shown.push(made);
      const turn = pieces.after(size);
      if (turn !== undefined) await turn;
    }
    if (!isChanged) return part;
    return names === undefined
      ? shown
      : recordOf(names.map((name, index) => [name, shown[index] ?? null]));
  };
  return sizeOf(json) > mostSize ? await visit(json, 0) : maskedJson(json, mask);
}

/** Returns the length of the text of JSON. */
export async function lengthInPieces(json: Json): Promise<number> {
  const pieces = new Pieces();
  const visit = async (part: readonly Json[] | Fields, level: number): Promise<number> => {
    if (level >= splitLevels) return JSON.stringify(part).length;
    const names = isList(part) ? [] : Object.keys(part);
    const values = isList(part) ? part : Object.values(part);
    // The brackets, and the commas between the values.
    let length = 1 + Math.max(1, values.length);
    for (const name of names) length += JSON.stringify(name).length + 1;
    for (const value of values) {
      const size = sizeOf(value);
      length +=
        size > mostSize && typeof value === "object" && value !== null
          ? await visit(value, level + 1)
          : JSON.stringify(value).length;
      const turn = pieces.after(size);
      if (turn !== undefined) await turn;
    }
    return length;
  };
  return typeof json === "object" && json !== null && sizeOf(json) > mostSize
    ? await visit(json, 0)
    : JSON.stringify(json).length;
}

/** True for parts whose items are shown alone. */
function isSplit(part: Json, mask: JsonMask): part is readonly Json[] | Fields {
  if (typeof part !== "object" || part === null) return false;
  // A list of two may be an entry of a map.
  if (isList(part)) return part.length !== 2;
  return Object.keys(part).every((name) => fieldName.test(name) && mask.name(name) === name);
}

/** Returns the units to visit all of `json`, or more than `mostSize`. */
function sizeOf(json: Json): number {
  let size = 0;
  const visit = (part: Json): void => {
    size += typeof part === "string" ? visitUnits + part.length : visitUnits;
    if (size > mostSize || typeof part !== "object" || part === null) return;
    for (const item of isList(part) ? part : Object.values(part)) visit(item);
  };
  visit(json);
  return size;
}

type Fields = Readonly<Record<string, Json>>;

function isList(json: Json): json is readonly Json[] {
  return Array.isArray(json);
}
