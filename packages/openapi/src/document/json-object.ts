// Looks at parsed JSON that others wrote. Only own properties count, so `__proto__` and `toString`
// are names like any other.

import { isObject, type JsonObject } from "@ptc/core/internal/host";

export function own(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

export function ownText(object: JsonObject, name: string): string | undefined {
  const value = own(object, name);
  return typeof value === "string" ? value : undefined;
}

/** A field that is an object; an empty one where it is anything else. */
export function ownObject(object: JsonObject, name: string): JsonObject {
  const value = own(object, name);
  return isObject(value) ? value : {};
}

/** The elements of a field that is a list; none where it is anything else. */
export function ownList(object: JsonObject, name: string): readonly unknown[] {
  const value = own(object, name);
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}
