// Reads string arguments and reports other types.

import { FunctionValue, Keyword, RegexValue, Vector, type Value } from "@ptc/core/values";
import { EvaluationError } from "../errors/errors.ts";
import { wrongType } from "./expectations.ts";

/** @throws EvaluationError `type_error` unless `value` is a string */
export function stringArgument(value: Value, operation: string, expected = "a string"): string {
  if (typeof value === "string") return value;
  throw wrongType(operation, expected, value, hintFor(value, operation));
}

/** Operations that other languages also have for collections. */
const searches: ReadonlySet<string> = new Set(["includes?", "index-of", "last-index-of"]);

function hintFor(value: Value, operation: string): string {
  if (value === null)
    return `check that the data has a field of that name; if it may be missing, guard with (when s (${operation} s …)), or use (or s "")`;
  if (operation === "format") return 'the format string comes first: (format "%d" x)';
  if (value instanceof RegexValue && !operation.startsWith("re-"))
    return `the string comes first: (${operation} s #"…"); thread a string with ->, not ->>`;
  if (value instanceof Vector && searches.has(operation))
    return `for an element of a collection use (some #{x} coll), for its index (.indexOf coll x)`;
  if (value instanceof Vector) return `use map for each element: (map #(${operation} %) coll)`;
  if (value instanceof Keyword) return "get its name first: (name x)";
  return value instanceof FunctionValue ? "call the function first" : "convert it first: (str x)";
}

/** Returns an EvaluationError of kind `argument_error`. */
export function wrongArgument(operation: string, message: string, hint?: string): EvaluationError {
  return new EvaluationError("argument_error", `${operation}: ${message}`, {
    op: operation,
    ...(hint === undefined ? {} : { hint }),
  });
}
