// Finds what a journal would keep as something else than it is: a promise that nobody awaited would
// be an empty map, and a date that is none would be nil.

import { isThenable } from "@ptc/core/internal/contracts";
import { fromHost, maximumDataDepth } from "@ptc/core/values";

/** What is wrong with `value` or a part of it; undefined where it can be kept as it is. */
export function foreignValue(value: unknown): string | undefined {
  return foreignWithin(value, 0, new Set());
}

function foreignWithin(value: unknown, depth: number, seen: Set<unknown>): string | undefined {
  if (typeof value === "function" || typeof value === "symbol")
    return `a ${typeof value} cannot be kept`;
  // What is too deep is refused when it is written.
  if (typeof value !== "object" || value === null || depth > maximumDataDepth || seen.has(value))
    return undefined;
  seen.add(value);
  if (isThenable(value)) return "a promise cannot be kept: await it";
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? "a date that is not valid cannot be kept" : undefined;
  if (holdsNothing(value))
    return `an object of the class ${classOf(value)} has no fields that could be kept`;
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

/** An object of a class without own fields, such as a RegExp, of a kind that is not converted. */
function holdsNothing(value: object): boolean {
  return (
    !isPlain(value) &&
    Object.keys(value).length === 0 &&
    !Array.isArray(value) &&
    !ArrayBuffer.isView(value) &&
    !(value instanceof Map || value instanceof Set || value instanceof Error) &&
    // A value of the language is its own conversion.
    fromHost(value) !== value
  );
}

/** Whether the fields of `value` are all there is of it; also for objects of another realm. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

export function classOf(value: object): string {
  const { constructor } = value;
  return typeof constructor === "function" ? constructor.name : "without a name";
}
