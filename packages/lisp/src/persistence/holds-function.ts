// Says whether a value, or the JSON that is written for one, holds a function anywhere. A function
// that an earlier program made may reach effects. One that was written down may use builtins that a
// later program does not mention.

import {
  FunctionValue,
  HostMap,
  MapValue,
  SetValue,
  Vector,
  maximumDataDepth,
  type Value,
} from "@ptc/core/values";
import { fieldsOf } from "../evaluation/is-object.ts";

/**
 * Answers true also where the value is too deep to tell. Host data is not walked, because it holds
 * no function of the language.
 */
export function holdsFunction(value: Value): boolean {
  return holds(value, 0, new Set());
}

/** `seen` makes sure that structure which is shared is walked only once. */
function holds(value: Value, depth: number, seen: Set<Value>): boolean {
  if (value instanceof FunctionValue || depth > maximumDataDepth) return true;
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

/**
 * Whether tagged JSON holds a function; also true for JSON that is too large to look through. The
 * JSON comes from outside and may have any shape: it may be deep, or even circular.
 */
export function holdsEncodedFunction(json: unknown): boolean {
  const seen = new Set([json]);
  for (const value of seen) {
    if (typeof value !== "object" || value === null) continue;
    if (seen.size > mostValues) return true;
    for (const [name, part] of fieldsOf(value)) {
      if (name === "$function") return true;
      if (typeof part === "object") seen.add(part);
    }
  }
  return false;
}

const mostValues = 10_000;
