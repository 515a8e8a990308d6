// Checks arguments for many builtins: texts of type errors, and conversion of counts and indexes.

import { FunctionValue, OpaqueValue, typeName, type Value } from "@ptc/core/values";
import { firewalledMarker } from "@ptc/core/internal/values";
import { EvaluationError } from "../errors/errors.ts";
import { printShort } from "../errors/print-short.ts";
import { OperandError } from "./operand-error.ts";

/** Describes a value for a message: `string "10"`, `nil`, `a function`. */
export function described(value: Value): string {
  if (value === null) return "nil";
  if (value instanceof FunctionValue) return "a function";
  if (value instanceof OpaqueValue) return `a ${value.typeName}`;
  return `${typeName(value)} ${printShort(value)}`;
}

/**
 * Returns an error such as `take: expected a number of elements, got string "x"`. For nil, callers
 * can add the field that it was read from.
 */
export function wrongType(
  operation: string,
  expected: string,
  value: Value,
  hint?: string,
): EvaluationError {
  if (value === null)
    return new OperandError({ type: "type", op: operation, operand: null, expected, advice: hint });
  return new EvaluationError(
    "type_error",
    `${operation}: expected ${expected}, got ${described(value)}`,
    { op: operation, ...(hint === undefined ? {} : { hint }) },
  );
}

/** Returns the same error for a value from a firewalled field, without showing the value. */
export function wrongHiddenType(
  operation: string,
  expected: string,
  value: Value,
  hint?: string,
): EvaluationError {
  return new EvaluationError(
    "type_error",
    `${operation}: expected ${expected}, got ${typeName(value)} ${firewalledMarker}`,
    { op: operation, ...(hint === undefined ? {} : { hint }) },
  );
}

/**
 * Reads a number of elements. A fraction is rounded up, as in Clojure, and a negative number
 * becomes 0.
 */
export function elementCount(value: Value, operation: string): number {
  const count = wholeNumber(value, operation, "a number of elements", Math.ceil);
  return count > 0 ? count : 0;
}

/** Reads an index. Fractions are truncated; the index may be negative or infinite. */
export function elementIndex(value: Value, operation: string): number {
  return wholeNumber(value, operation, "an index", Math.trunc);
}

function wholeNumber(
  value: Value,
  operation: string,
  expected: string,
  round: (value: number) => number,
): number {
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "number")
    throw wrongType(
      operation,
      expected,
      value,
      value !== null && typeof value === "object" ? orderHint(operation) : undefined,
    );
  return Number.isNaN(value) ? 0 : round(value);
}

const numberFirst: ReadonlySet<string> = new Set([
  "take",
  "drop",
  "take-last",
  "drop-last",
  "take-nth",
  "partition",
  "partition-all",
  "split-at",
]);

function orderHint(operation: string): string {
  if (numberFirst.has(operation)) return `the number comes first: (${operation} n coll)`;
  return operation === "nth"
    ? "the collection comes first: (nth coll index)"
    : "check the order of the arguments";
}

/**
 * Throws if there are more than `most` arguments. For builtins whose `rest` in the table accepts
 * any number.
 */
export function atMost(
  args: readonly Value[],
  most: number,
  operation: string,
  form: string,
): void {
  if (args.length <= most) return;
  throw new EvaluationError(
    "arity_error",
    `${operation} takes at most ${most} arguments, got ${args.length}`,
    { op: operation, hint: `write ${form}` },
  );
}
