// Reads untrusted parsed JSON. Only own properties count, so `__proto__` and `toString` are
// ordinary names.

import { isObject, type JsonObject } from "@ptc/core/internal/host";

export function own(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

export function ownText(object: JsonObject, name: string): string | undefined {
  const value = own(object, name);
  return typeof value === "string" ? value : undefined;
}

/** Returns a field if it is an object, and an empty object otherwise. */
export function ownObject(object: JsonObject, name: string): JsonObject {
  const value = own(object, name);
  return isObject(value) ? value : {};
}

/** Returns the elements of a field if it is a list, and an empty list otherwise. */
export function ownList(object: JsonObject, name: string): readonly unknown[] {
  const value = own(object, name);
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}
