// Arithmetic on host numbers with exact integers. If both operands are integers and the result
// isn't a safe integer, it is a bigint; a result that fits becomes a number again. A double beyond
// the safe range stays a double, as do results computed with it.

import type { Value } from "@ptc/core/values";
import { exactInteger, hexadecimalLength, maximumIntegerBits } from "@ptc/core/internal/values";
import { EvaluationError } from "../../evaluation/errors/errors.ts";
import { notNumber } from "../../evaluation/arguments/operand-error.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";

export type Numeric = number | bigint;

/**
 * @throws OperandError `type_error` unless `value`, the argument at `index`, is a number
 */
export function numeric(value: Value, operation: string, index = 0): Numeric {
  if (typeof value === "number" || typeof value === "bigint") return value;
  throw notNumber(value, operation, index);
}

function isZero(value: Numeric): boolean {
  return value === 0 || value === 0n;
}

/** True if an operand counts as an exact integer. */
function isExact(value: Numeric): boolean {
  return typeof value === "bigint" || Number.isSafeInteger(value);
}

export function add(left: Value, right: Value, branch: Branch): Numeric {
  if (typeof left === "number" && typeof right === "number") {
    const sum = left + right;
    if (sum <= Number.MAX_SAFE_INTEGER && sum >= -Number.MAX_SAFE_INTEGER) return sum;
  }
  return slow("+", left, right, branch);
}

export function subtract(left: Value, right: Value, branch: Branch): Numeric {
  if (typeof left === "number" && typeof right === "number") {
    const difference = left - right;
    if (difference <= Number.MAX_SAFE_INTEGER && difference >= -Number.MAX_SAFE_INTEGER)
      return difference;
  }
  return slow("-", left, right, branch);
}

export function multiply(left: Value, right: Value, branch: Branch): Numeric {
  if (typeof left === "number" && typeof right === "number") {
    const product = left * right;
    if (product <= Number.MAX_SAFE_INTEGER && product >= -Number.MAX_SAFE_INTEGER) return product;
  }
  return slow("*", left, right, branch);
}

/**
 * Divides exactly if the quotient is an integer, else returns a double. Like on the JVM, dividing
 * an integer by zero is an error.
 */
export function divide(left: Value, right: Value, branch: Branch): Numeric {
  const [dividend, divisor] = [numeric(left, "/"), numeric(right, "/", 1)];
  if (isExact(dividend) && isExact(divisor)) {
    if (isZero(divisor)) throw divisionByZero("/");
    if (typeof dividend === "number" && typeof divisor === "number") return dividend / divisor;
    chargeProduct(dividend, divisor, branch);
    const [whole, part] = [BigInt(dividend), BigInt(divisor)];
    return whole % part === 0n ? exactInteger(whole / part) : Number(whole) / Number(part);
  }
  return Number(dividend) / Number(divisor);
}

/**
 * Divides where the source has a decimal: like decimals, by zero it returns ##Inf, ##-Inf or
 * ##NaN.
 */
export function divideDecimals(left: Value, right: Value): Numeric {
  return Number(numeric(left, "/")) / Number(numeric(right, "/", 1));
}

function divisionByZero(operation: string): EvaluationError {
  return new EvaluationError("arithmetic_error", `${operation}: division by zero`, {
    op: operation,
    hint: "check the divisor first: (if (zero? n) … (/ x n))",
  });
}

const exactOperations = {
  "+": (left: bigint, right: bigint) => left + right,
  "-": (left: bigint, right: bigint) => left - right,
  "*": (left: bigint, right: bigint) => left * right,
} as const;

const doubleOperations = {
  "+": (left: number, right: number) => left + right,
  "-": (left: number, right: number) => left - right,
  "*": (left: number, right: number) => left * right,
} as const;

function slow(operation: "+" | "-" | "*", left: Value, right: Value, branch: Branch): Numeric {
  const [first, second] = [numeric(left, operation), numeric(right, operation, 1)];
  if (!isExact(first) || !isExact(second))
    return doubleOperations[operation](Number(first), Number(second));
  if (operation === "*") chargeProduct(first, second, branch);
  else charge(first, second, branch);
  return exactInteger(exactOperations[operation](BigInt(first), BigInt(second)));
}

/** Returns the error for an integer beyond the largest size. */
export function tooLargeInteger(operation?: string, hint?: string): EvaluationError {
  const prefix = operation === undefined ? "" : `${operation}: `;
  return new EvaluationError(
    "arithmetic_error",
    `${prefix}an integer of more than ${String(maximumIntegerBits)} bits`,
    {
      ...(operation === undefined ? {} : { op: operation }),
      hint: hint ?? "use decimals: (double x)",
    },
  );
}

const mostBytes = maximumIntegerBits / 8;

/** Charges for the digits of a sum and the time to compute them. */
function charge(left: Numeric, right: Numeric, branch: Branch): void {
  chargeResult(byteLength(left) + byteLength(right), 1, branch);
}

/**
 * Charges for a product or quotient. Hosts compute those of long numbers in about the longer
 * length times the square root of the shorter.
 */
function chargeProduct(left: Numeric, right: Numeric, branch: Branch): void {
  const [first, second] = [byteLength(left), byteLength(right)];
  chargeResult(first + second, Math.sqrt(Math.min(first, second) / 8), branch);
}

function chargeResult(bytes: number, stepsForEachPart: number, branch: Branch): void {
  if (bytes > mostBytes) throw tooLargeInteger();
  branch.charge(bytes);
  branch.spend(Math.ceil((bytes / 64) * stepsForEachPart));
}

function byteLength(value: Numeric): number {
  if (typeof value === "number") return 8;
  return BigInt.asIntN(64, value) === value ? 8 : hexadecimalLength(value) / 2;
}

/**
 * Returns the quotient truncated toward zero: exact for integers, computed with doubles for
 * decimals.
 */
export function quotient(left: Value, right: Value, branch: Branch): Numeric {
  const [dividend, divisor] = operands("quot", left, right);
  if (typeof dividend === "number" && typeof divisor === "number")
    return Math.trunc(dividend / divisor) + 0;
  if (!isExact(dividend) || !isExact(divisor))
    return Math.trunc(Number(dividend) / Number(divisor));
  chargeProduct(dividend, divisor, branch);
  return exactInteger(BigInt(dividend) / BigInt(divisor));
}

export function remainder(left: Value, right: Value, branch: Branch): Numeric {
  const [dividend, divisor] = operands("rem", left, right);
  if (!isExact(dividend) || !isExact(divisor))
    return decimalRemainder(Number(dividend), Number(divisor));
  if (typeof dividend === "number" && typeof divisor === "number") return (dividend % divisor) + 0;
  chargeProduct(dividend, divisor, branch);
  return exactInteger(BigInt(dividend) % BigInt(divisor));
}

/**
 * Returns the remainder after the whole part of the quotient, as Clojure computes it:
 * `(rem 1 0.1)` is 0, not the 0.09… of an exact computation.
 */
function decimalRemainder(dividend: number, divisor: number): number {
  return dividend - Math.trunc(dividend / divisor) * divisor + 0;
}

/** Returns the remainder with the sign of the divisor. */
export function modulo(left: Value, right: Value, branch: Branch): Numeric {
  const [, divisor] = operands("mod", left, right);
  const rest = remainder(left, right, branch);
  if (isZero(rest) || rest < 0 === divisor < 0) return rest;
  return add(rest, divisor, branch);
}

function operands(operation: string, left: Value, right: Value): [Numeric, Numeric] {
  const pair: [Numeric, Numeric] = [numeric(left, operation), numeric(right, operation, 1)];
  if (isZero(pair[1])) throw divisionByZero(operation);
  // Like on the JVM, an infinite or NaN quotient has no whole part, so this is an error.
  if (
    Number.isNaN(pair[0]) ||
    Number.isNaN(pair[1]) ||
    pair[0] === Infinity ||
    pair[0] === -Infinity
  ) {
    throw new EvaluationError(
      "arithmetic_error",
      `${operation}: ##NaN and ##Inf have no integer quotient`,
      { op: operation },
    );
  }
  return pair;
}
