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
import type { Firewall } from "@ptc/core/firewall";
import type { HostFile, WorkMeter } from "@ptc/core/values";
import { isPlainName, isPlainPart } from "./plain-parts.ts";
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

/** True for data that is better encoded in pieces. Reads no more of it than that takes. */
export function isLargeData(value: unknown): boolean {
  let size = 0;
  const visit = (part: unknown): void => {
    size += typeof part === "string" ? visitUnits + part.length : visitUnits;
    if (size > mostSize || typeof part !== "object" || part === null) return;
    if (Array.isArray(part)) for (const item of part) if (size <= mostSize) visit(item);
    if (part instanceof Map || part instanceof Set) size += visitUnits * part.size;
    else if (isFields(part)) for (const name in part) if (size <= mostSize) visit(part[name]);
  };
  try {
    visit(value);
  } catch {
    // Reading a proxy or an accessor may throw. The encoding decides what is written then.
    return false;
  }
  return size > mostSize;
}

/**
 * Does the same as `encodedValue`.
 * @throws the same errors
 */
export async function encodedInPieces(
  value: unknown,
  meter: WorkMeter,
  onFile?: (file: HostFile) => void,
): Promise<Json> {
  const pieces = new Pieces();
  let work = 0;
  const counted: WorkMeter = {
    spend: (amount) => {
      work += amount;
      meter.spend(amount);
    },
  };
  /** Encodes a small part at once: a promise for each of many would cost more than they do. */
  const visit = (part: unknown, level: number): Json | Promise<Json> => {
    const before = work;
    const plain = plainJson(part, counted);
    const items = plain === undefined && level < splitLevels ? itemsOf(part) : undefined;
    if (items !== undefined) return visitItems(items, level + 1);
    const json = plain ?? encodedValue(part, counted, onFile);
    const turn = pieces.after(encodedUnits * (1 + work - before));
    return turn === undefined ? json : turn.then(() => json);
  };
  const visitItems = async ({ names, values }: Items, level: number): Promise<Json> => {
    counted.spend(values.length);
    const made: Json[] = [];
    for (const item of values) {
      const json = visit(item, level);
      made.push(json instanceof Promise ? await json : json);
    }
    if (names === undefined) return made;
    const fields: Record<string, Json> = {};
    // No name is one that objects have already.
    for (const [index, name] of names.entries()) fields[name] = made[index] ?? null;
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
      // An array with holes or fields of its own is encoded as a whole.
      return Object.getPrototypeOf(value) === Array.prototype &&
        Object.keys(value).length === value.length
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

/** Returns the text of JSON. */
export async function textInPieces(json: Json): Promise<string> {
  const pieces = new Pieces();
  const visit = async (part: readonly Json[] | Fields, level: number): Promise<string> => {
    if (level >= splitLevels) return JSON.stringify(part);
    const texts: string[] = [];
    const add = async (name: string, value: Json): Promise<void> => {
      const size = sizeOf(value);
      const isSplit = size > mostSize && typeof value === "object" && value !== null;
      texts.push(name + (isSplit ? await visit(value, level + 1) : JSON.stringify(value)));
      const turn = pieces.after(size);
      if (turn !== undefined) await turn;
    };
    if (isList(part)) {
      for (const value of part) await add("", value);
      return `[${texts.join(",")}]`;
    }
    for (const name of Object.keys(part)) await add(`${JSON.stringify(name)}:`, part[name] ?? null);
    return `{${texts.join(",")}}`;
  };
  return typeof json === "object" && json !== null && sizeOf(json) > mostSize
    ? await visit(json, 0)
    : JSON.stringify(json);
}

/** Does the same as `isPlainPart`. */
export async function isPlainInPieces(json: Json, firewall: Firewall): Promise<boolean> {
  if (sizeOf(json) <= mostSize) return isPlainPart(json, firewall);
  const pieces = new Pieces();
  const visit = (part: Json, level: number): boolean | Promise<boolean> => {
    const size = sizeOf(part);
    if (size > mostSize && typeof part === "object" && part !== null && level < splitLevels)
      return visitItems(part, level + 1);
    const isPlain = isPlainPart(part, firewall, level);
    const turn = pieces.after(size);
    return turn === undefined ? isPlain : turn.then(() => isPlain);
  };
  const visitItems = async (part: readonly Json[] | Fields, level: number): Promise<boolean> => {
    if (!isList(part) && !Object.keys(part).every(isPlainName)) return false;
    for (const item of isList(part) ? part : Object.values(part)) {
      const isPlain = visit(item, level);
      if (!(typeof isPlain === "boolean" ? isPlain : await isPlain)) return false;
    }
    return true;
  };
  return !firewall.hidesValues && (await visit(json, 0));
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
