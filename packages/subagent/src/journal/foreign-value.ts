// Finds values that a journal would store as something else: a promise without `await` would become
// an empty map, and an invalid date nil.

import { isThenable } from "@ptc/core/internal/contracts";
import { fromHost, maximumDataDepth } from "@ptc/core/values";

/** Returns the problem with `value` or a part of it. Undefined if it can be stored unchanged. */
export function foreignValue(value: unknown): string | undefined {
  return foreignWithin(value, 0, new Set());
}

function foreignWithin(value: unknown, depth: number, seen: Set<unknown>): string | undefined {
  if (typeof value === "function" || typeof value === "symbol")
    return `a ${typeof value} cannot be stored`;
  // Values that are too deep are refused on writing.
  if (typeof value !== "object" || value === null || depth > maximumDataDepth || seen.has(value))
    return undefined;
  seen.add(value);
  if (isThenable(value)) return "a promise cannot be stored: await it";
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? "an invalid date cannot be stored" : undefined;
  if (holdsNothing(value)) return `an object of the class ${classOf(value)} has no fields to store`;
  for (const part of partsOf(value)) {
    const foreign = foreignWithin(part, depth + 1, seen);
    if (foreign !== undefined) return foreign;
  }
  return undefined;
}

function partsOf(value: object): Iterable<unknown> {
  if (value instanceof Map) return [...value.keys(), ...value.values()] as unknown[];
  if (value instanceof Set) return value;
  return isPlain(value) || Array.isArray(value) ? (Object.values(value) as unknown[]) : [];
}

/** True for an object of a class without own fields, such as a RegExp, if it has no conversion. */
function holdsNothing(value: object): boolean {
  return (
    !isPlain(value) &&
    Object.keys(value).length === 0 &&
    !Array.isArray(value) &&
    !ArrayBuffer.isView(value) &&
    !(value instanceof Map || value instanceof Set || value instanceof Error) &&
    // A language value converts to itself.
    fromHost(value) !== value
  );
}

/** True if `value` consists only of its fields. Also works for objects of another realm. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

export function classOf(value: object): string {
  const { constructor } = value;
  return typeof constructor === "function" ? constructor.name : "without a name";
}
