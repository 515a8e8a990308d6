// Reads host values. Only own enumerable fields exist, as for host data in the language
// (`@ptc/core/values`). An accessor that throws reads as undefined.

import { defineField, hostFieldName } from "@ptc/core/internal/values";

/**
 * True for a plain object, an object of a class with plain data, or a `Map`. False for dates,
 * sets, arrays and similar objects.
 */
export function isMapLike(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return true;
  return (
    value instanceof Map ||
    (!Array.isArray(value) && Object.prototype.toString.call(value) === "[object Object]")
  );
}

export function isNil(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/**
 * Returns the key under which a map has the field: in the same spelling, or with hyphens and
 * underscores exchanged. `spellings` returns the keys of the map as `spellingsOf` does; it is
 * called only if no key has the same spelling.
 */
export function findKey(
  map: object,
  name: string,
  spellings: () => ReadonlyMap<string, string>,
): string | undefined {
  if (hasKey(map, name)) return name;
  const spelling = hostFieldName(name);
  return spelling === name && !name.includes("_") ? undefined : spellings().get(spelling);
}

/** Returns the first key of each spelling, by its name with underscores. */
export function spellingsOf(keys: readonly string[]): ReadonlyMap<string, string> {
  const spellings = new Map<string, string>();
  for (const key of keys) {
    const spelling = hostFieldName(key);
    if (!spellings.has(spelling)) spellings.set(spelling, key);
  }
  return spellings;
}

export function readKey(map: object, key: string): unknown {
  if (map instanceof Map) return (map as ReadonlyMap<unknown, unknown>).get(key);
  try {
    return (map as Readonly<Record<string, unknown>>)[key];
  } catch {
    return undefined;
  }
}

/** Returns the string keys, in the order of the map. */
export function keysOf(map: object): string[] {
  if (map instanceof Map) return Array.from(map.keys()).filter((key) => typeof key === "string");
  return Object.keys(map);
}

/** The new key (in the spelling of the field) and value of an entry. */
export interface Replacement {
  readonly name: string;
  readonly value: unknown;
}

/** Returns a copy of a map, in the same order, with some entries renamed or replaced. */
export function withReplacements(
  map: object,
  replacements: ReadonlyMap<unknown, Replacement>,
): object {
  if (map instanceof Map) {
    const entries = Array.from(
      map as ReadonlyMap<unknown, unknown>,
      ([key, value]): [unknown, unknown] => {
        const replacement = replacements.get(key);
        return replacement === undefined ? [key, value] : [replacement.name, replacement.value];
      },
    );
    return new Map(entries);
  }
  const copy = {};
  for (const key of Object.keys(map)) {
    const replacement = replacements.get(key);
    if (replacement === undefined) defineField(copy, key, readKey(map, key));
    else defineField(copy, replacement.name, replacement.value);
  }
  return copy;
}

function hasKey(map: object, name: string): boolean {
  return map instanceof Map ? map.has(name) : Object.prototype.propertyIsEnumerable.call(map, name);
}
