// Reads objects from the host, which may be anything: checks whether they have fields, and reads
// these. Never throws, even if reading a field does.

import { isObject } from "@ptc/core/internal/host";

/** True for a Map, whose entries aren't fields. */
export function isMap(value: unknown): boolean {
  try {
    return value instanceof Map;
  } catch {
    return false;
  }
}

/**
 * Returns the own enumerable fields of `source`. Reads each accessor once, and omits those that
 * throw.
 */
export function fieldsOf(source: object): [name: string, value: unknown][] {
  const fields: [string, unknown][] = [];
  for (const name of namesOf(source)) {
    try {
      fields.push([name, (source as Readonly<Record<string, unknown>>)[name]]);
    } catch {
      // The accessor or proxy threw, so the field counts as absent.
    }
  }
  return fields;
}

function namesOf(source: object): readonly string[] {
  try {
    return Object.keys(source);
  } catch {
    return [];
  }
}

/** Returns the own field `name` of `source` if it is text, and `undefined` otherwise. */
export function ownText(source: unknown, name: string): string | undefined {
  if (!isObject(source)) return undefined;
  const [, value] = fieldsOf(source).find(([field]) => field === name) ?? [];
  return typeof value === "string" ? value : undefined;
}
