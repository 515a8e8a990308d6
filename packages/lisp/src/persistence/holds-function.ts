// Finds out if a value contains a function. A function from an earlier program may reach effects.

import {
  MapValue,
  OpaqueValue,
  SetValue,
  Vector,
  maximumDataDepth,
  type Value,
} from "@ptc/core/values";
import { HostMap } from "@ptc/core/internal/values";

/**
 * Also true for other values that may hold functions, such as lazy sequences, and if the value is
 * too deep to search. Skips host data, because it never contains
 * functions of the language.
 */
export function holdsFunction(value: Value): boolean {
  return holds(value, 0, new Set());
}

/** `seen` ensures that shared structure is searched only once. */
function holds(value: Value, depth: number, seen: Set<Value>): boolean {
  if (value instanceof OpaqueValue || depth > maximumDataDepth) return true;
  if (typeof value !== "object" || value === null || value instanceof HostMap || seen.has(value))
    return false;
  seen.add(value);
  if (value instanceof Vector)
    return !value.isHost && value.toArray().some((item) => holds(item, depth + 1, seen));
  if (value instanceof MapValue)
    return !value.every(
      (key, item) => !holds(key, depth + 1, seen) && !holds(item, depth + 1, seen),
    );
  return value instanceof SetValue && !value.every((member) => !holds(member, depth + 1, seen));
}
