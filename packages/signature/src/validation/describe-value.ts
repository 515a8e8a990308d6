// Describes a value in a few words for messages: its type and its shortened content. Descriptions
// have about 100 characters at most, and control characters are escaped.

import { visibleText } from "@ptc/core/printing";
import { numberText, quotedText, shortened } from "@ptc/core/internal/printing";
import { HostFile } from "@ptc/core/values";
import { isMapLike, keysOf } from "./host-data.ts";

const shownCharacters = 40;
const shownKeys = 5;

/**
 * Returns for example `string "abc"`, `int 42`, `nil`, `list of 3 items` or `map with id, name`.
 */
export function describeValue(value: unknown): string {
  switch (typeof value) {
    case "undefined":
      return "nothing";
    case "string":
      return `string ${visibleText(quotedText(shortened(value, shownCharacters)))}`;
    case "bigint":
      return `int ${shortened(bigIntText(value), shownCharacters)}`;
    case "number":
      return `${typeWord(value)} ${numberText(value)}`;
    case "boolean":
      return `bool ${String(value)}`;
    case "object":
      return value === null ? "nil" : describeObject(value);
    default:
      return typeWord(value);
  }
}

/** Returns only the type of a value, for values that must not be shown. */
export function typeWord(value: unknown): string {
  switch (typeof value) {
    case "undefined":
      return "nothing";
    case "number":
      return Number.isSafeInteger(value) ? "int" : "float";
    case "bigint":
      return "int";
    case "boolean":
      return "bool";
    case "object":
      return value === null ? "nil" : objectWord(value);
    default:
      return typeof value;
  }
}

function objectWord(value: object): string {
  if (Array.isArray(value)) return "list";
  if (value instanceof Date) return "datetime";
  if (value instanceof Set) return "set";
  if (HostFile.is(value)) return "file";
  return isMapLike(value) ? "map" : "object that is not a map";
}

function describeObject(value: object): string {
  if (Array.isArray(value)) return `list of ${counted(value.length)}`;
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? "an invalid Date" : `datetime ${value.toISOString()}`;
  if (value instanceof Set) return `set of ${counted(value.size)}`;
  if (HostFile.is(value)) return "file";
  return isMapLike(value) ? describeMap(value) : objectWord(value);
}

function describeMap(map: object): string {
  const keys = keysOf(map);
  if (keys.length === 0) return "map without keys";
  const names = keys
    .slice(0, shownKeys)
    .map((key) => visibleText(quotedText(shortened(key, shownCharacters)).slice(1, -1)));
  return `map with ${names.join(", ")}${keys.length > shownKeys ? ` and ${String(keys.length - shownKeys)} more` : ""}`;
}

function counted(count: number): string {
  return `${String(count)} ${count === 1 ? "item" : "items"}`;
}

/**
 * Returns the digits of a bigint only if there are few, because converting it takes time that
 * grows faster than their number.
 */
function bigIntText(value: bigint): string {
  const bound = 10n ** BigInt(2 * shownCharacters);
  return value < bound && value > -bound
    ? String(value)
    : `of more than ${String(2 * shownCharacters)} digits`;
}
