// The rest of clojure.math and of Java's Math: floor division, arithmetic that fails beyond 64
// bits, hyperbolic functions, and the bits of doubles.

import type { Value } from "@ptc/core/values";
import { exactInteger } from "@ptc/core/internal/values";
import { timesPowerOfTwo } from "../../mathematics/double-words.ts";
import { cosh, expm1, log1p, sinh, tanh } from "../../mathematics/hyperbolic.ts";
import {
  exponentOf,
  ieeeRemainder,
  nextAfter,
  nextDown,
  nextUp,
  ulp,
} from "../../mathematics/neighbors.ts";
import { EvaluationError } from "../../evaluation/errors/errors.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { wrongArgument } from "../../evaluation/arguments/string-argument.ts";
import { row, type BuiltinRow } from "../row.ts";
import { numeric, type Numeric } from "./numbers.ts";

/** Returns a 64-bit integer. */
function longOf(value: Value, operation: string): bigint {
  const isWhole =
    typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value));
  if (!isWhole) throw wrongType(operation, "an integer", value, "drop the fraction with (long x)");
  return inLong(BigInt(value), operation);
}

function inLong(integer: bigint, operation: string): bigint {
  if (BigInt.asIntN(64, integer) === integer) return integer;
  throw new EvaluationError("arithmetic_error", `${operation}: the integer is beyond 64 bits`, {
    op: operation,
    hint: "+, - and * are exact for integers of any size",
  });
}

function exact(
  member: string,
  clojureName: string,
  count: 1 | 2,
  compute: (left: bigint, right: bigint) => bigint,
  doc: string,
  printed: string,
): BuiltinRow {
  const name = `Math/${member}`;
  const apply = (left: Value, right: Value): Numeric =>
    exactInteger(inLong(compute(longOf(left, name), longOf(right, name)), name));
  return row([name, `clojure.math/${clojureName}`], `(${name} ${count === 1 ? "n" : "x y"})`, {
    doc,
    example: [`(${name} ${count === 1 ? "7" : "7 -2"})`, printed],
    arities:
      count === 1
        ? { 1: (_, value) => apply(value, 0) }
        : { 2: (_, left, right) => apply(left, right) },
  });
}

/** @throws EvaluationError for a divisor of 0 */
function floorQuotient(left: bigint, right: bigint): bigint {
  if (right === 0n)
    throw new EvaluationError("arithmetic_error", "Math/floorDiv: divide by zero", {
      op: "Math/floorDiv",
      hint: "guard with (if (zero? d) …)",
    });
  const quotient = left / right;
  return left % right !== 0n && left < 0n !== right < 0n ? quotient - 1n : quotient;
}

function ofDouble(
  member: string,
  clojureName: string,
  compute: (value: number) => number,
  doc: string,
  example: readonly [argument: string, printed: string],
): BuiltinRow {
  const name = `Math/${member}`;
  return row([name, `clojure.math/${clojureName}`], `(${name} x)`, {
    doc,
    example: [`(${name} ${example[0]})`, example[1]],
    arities: { 1: (_, value) => compute(Number(numeric(value, name))) + 0 },
  });
}

function ofDoubles(
  member: string,
  clojureName: string,
  compute: (left: number, right: number) => number,
  doc: string,
  example: readonly [args: string, printed: string],
): BuiltinRow {
  const name = `Math/${member}`;
  return row([name, `clojure.math/${clojureName}`], `(${name} x y)`, {
    doc,
    example: [`(${name} ${example[0]})`, example[1]],
    arities: {
      2: (_, left, right) => compute(Number(numeric(left, name)), Number(numeric(right, name))) + 0,
    },
  });
}

function scaled(value: number, power: number): number {
  if (!Number.isInteger(power))
    throw wrongArgument("Math/scalb", "the exponent must be an integer", "truncate with (long x)");
  // Scale in steps that a double can represent, and no more of them than have an effect.
  const total = Math.max(-2200, Math.min(2200, power));
  const first = Math.trunc(total / 3);
  return timesPowerOfTwo(timesPowerOfTwo(timesPowerOfTwo(value, first), first), total - 2 * first);
}

function withSign(size: number, sign: number): number {
  const isNegative = sign < 0 || Object.is(sign, -0);
  return isNegative ? -Math.abs(size) : Math.abs(size);
}

export const moreMathRows: readonly BuiltinRow[] = [
  exact("floorDiv", "floor-div", 2, floorQuotient, "Divides two integers, rounding down.", "-4"),
  exact(
    "floorMod",
    "floor-mod",
    2,
    (x, y) => x - floorQuotient(x, y) * y,
    "Returns the remainder, with the sign of the divisor.",
    "-1",
  ),
  exact("addExact", "add-exact", 2, (x, y) => x + y, "The sum; fails beyond 64 bits.", "5"),
  exact(
    "subtractExact",
    "subtract-exact",
    2,
    (x, y) => x - y,
    "The difference; fails beyond 64 bits.",
    "9",
  ),
  exact(
    "multiplyExact",
    "multiply-exact",
    2,
    (x, y) => x * y,
    "The product; fails beyond 64 bits.",
    "-14",
  ),
  exact("incrementExact", "increment-exact", 1, (x) => x + 1n, "n + 1; fails beyond 64 bits.", "8"),
  exact("decrementExact", "decrement-exact", 1, (x) => x - 1n, "n - 1; fails beyond 64 bits.", "6"),
  exact("negateExact", "negate-exact", 1, (x) => -x, "-n; fails beyond 64 bits.", "-7"),
  ofDouble("sinh", "sinh", sinh, "The hyperbolic sine.", ["0", "0"]),
  ofDouble("cosh", "cosh", cosh, "The hyperbolic cosine.", ["0", "1"]),
  ofDouble("tanh", "tanh", tanh, "The hyperbolic tangent.", ["0", "0"]),
  ofDouble("expm1", "expm1", expm1, "e to the power of x, minus 1, exact near 0.", ["0", "0"]),
  ofDouble("log1p", "log1p", log1p, "The natural logarithm of 1 + x, exact near 0.", ["0", "0"]),
  ofDouble("ulp", "ulp", ulp, "The distance to the next greater number.", [
    "4503599627370496",
    "1",
  ]),
  ofDouble("nextUp", "next-up", nextUp, "The next greater number.", ["1", "1.0000000000000002"]),
  ofDouble("nextDown", "next-down", nextDown, "The next smaller number.", [
    "1",
    "0.9999999999999999",
  ]),
  ofDouble("getExponent", "get-exponent", exponentOf, "The power of two in x.", ["10", "3"]),
  ofDoubles("nextAfter", "next-after", nextAfter, "The next number from x toward y.", [
    "1 2",
    "1.0000000000000002",
  ]),
  ofDoubles("copySign", "copy-sign", withSign, "x with the sign of y.", ["3 -1", "-3"]),
  ofDoubles("scalb", "scalb", scaled, "x times 2 to the power of y.", ["3 4", "48"]),
  ofDoubles(
    "IEEEremainder",
    "IEEE-remainder",
    ieeeRemainder,
    "The remainder by nearest quotient.",
    ["5 3", "-1"],
  ),
];
