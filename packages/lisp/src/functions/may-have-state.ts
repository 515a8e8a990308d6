// Finds out if a function may have a state between its calls: an atom or a volatile that it
// captured, or the state of a transducer. Without any, it can be made again elsewhere.

import {
  FunctionValue,
  MapValue,
  SetValue,
  Vector,
  maximumDataDepth,
  type Value,
} from "@ptc/core/values";
import { HostMap } from "@ptc/core/internal/values";
import { ProgramBound } from "../evaluation/state/program-bound.ts";
import { DerivedFunction, NativeFunction } from "./derived-function.ts";
import { WrittenFunction } from "./written-function.ts";

/** Also true if the value is too deep to search. Doesn't search `known`. */
export function mayHaveState(value: Value, known: Value): boolean {
  return searched(value, 0, new Set([known]));
}

/** `seen` ensures that shared structure is searched only once. */
function searched(value: Value, depth: number, seen: Set<Value>): boolean {
  if (typeof value !== "object" || value === null || value instanceof HostMap || seen.has(value))
    return false;
  if (depth > maximumDataDepth || value instanceof ProgramBound) return true;
  seen.add(value);
  const isStateful = (part: Value): boolean => searched(part, depth + 1, seen);
  if (value instanceof WrittenFunction)
    return (
      (value instanceof NativeFunction && !(value instanceof DerivedFunction)) ||
      value.held.some(isStateful)
    );
  if (value instanceof FunctionValue) return true;
  if (value instanceof Vector) return !value.isHost && value.toArray().some(isStateful);
  if (value instanceof MapValue)
    return !value.every((key, item) => !isStateful(key) && !isStateful(item));
  return value instanceof SetValue && !value.every((member) => !isStateful(member));
}
