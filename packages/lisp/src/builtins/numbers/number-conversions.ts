// Conversions between kinds of numbers. The language has one kind of number, so these remove
// fractions and check ranges.

import type { Value } from "@ptc/core/values";
import { exactInteger } from "@ptc/core/internal/values";
import { EvaluationError } from "../../evaluation/errors/errors.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { notNumber } from "../../evaluation/arguments/operand-error.ts";
import { printShort } from "../../evaluation/errors/print-short.ts";
import { numeric, type Numeric } from "./numbers.ts";
import { isCharacter } from "../../sequence/text-positions.ts";
import { row, type BuiltinRow, type Example } from "../row.ts";

/**
 * Returns the whole part of a number or the code point of a character. Like on the JVM, NaN gives
 * 0. The character `\5` is the text `"5"` here. Its code would be a wrong number for the text, so
 * digits are rejected.
 */
function wholePart(value: Value, operation: string): Numeric {
  if (typeof value === "string" && /^\p{Nd}$/u.test(value))
    throw wrongType(
      operation,
      "a number",
      value,
      `a character is a text of one character here: read its number with (parse-long ${printShort(value)}), or its code with (.codePointAt ${printShort(value)} 0)`,
    );
  if (typeof value === "string" && isCharacter(value)) return value.codePointAt(0) ?? 0;
  if (typeof value === "string")
    throw wrongType(
      operation,
      "a number",
      value,
      `read the number with (parse-long ${printShort(value)})`,
    );
  const number = numeric(value, operation);
  if (typeof number === "bigint" || Number.isSafeInteger(number)) return number;
  return Number.isNaN(number) ? 0 : Math.trunc(number) + 0;
}

function toInteger(value: Value, operation: string, bits: number): Numeric {
  const whole = wholePart(value, operation);
  if (
    typeof whole === "number" &&
    Number.isSafeInteger(whole) &&
    (bits === 64 || (whole << (32 - bits)) >> (32 - bits) === whole)
  )
    return whole;
  if (Number.isFinite(Number(whole))) {
    const exact = BigInt(whole);
    if (BigInt.asIntN(bits, exact) === exact) return exactInteger(exact);
  }
  throw new EvaluationError(
    "arithmetic_error",
    `${operation}: the number does not fit in ${String(bits)} bits`,
    {
      op: operation,
      hint:
        bits === 64
          ? "keep the number as it is: integers have any size here"
          : "use long, or keep the number as it is",
    },
  );
}

function integerRow(name: string, bits: number, example: Example): BuiltinRow {
  return row(name, `(${name} x)`, {
    doc: `x as an integer of ${String(bits)} bits, without fraction; a character that isn't a digit gives its code.`,
    example,
    readsElements: false,
    arities: { 1: (_, value) => toInteger(value, name, bits) },
  });
}

function decimalRow(name: "double" | "float"): BuiltinRow {
  return row(name, `(${name} x)`, {
    doc: "Converts x to a decimal; only integers too large to be safe change.",
    example: [`(${name} 3)`, "3"],
    readsElements: false,
    arities: { 1: (_, value) => Number(numeric(value, name)) },
  });
}

/** Longer texts are rejected, because reading them takes longer than one step may. */
const mostDigits = 100_000;

/** Converts text of digits or a number to an integer of any size. */
function bigInteger(branch: Branch, value: Value): Numeric {
  if (typeof value === "string") {
    if (!/^[+-]?\d+$/.test(value) || value.length > mostDigits)
      throw wrongType(
        "bigint",
        "a number or its digits",
        value,
        "read numbers from text with parse-long or parse-double",
      );
    branch.charge(value.length);
    branch.spend(value.length);
    return exactInteger(BigInt(value));
  }
  const number = numeric(value, "bigint");
  if (typeof number === "bigint" || Number.isSafeInteger(number)) return number;
  if (!Number.isFinite(number)) throw notNumber(value, "bigint");
  return exactInteger(BigInt(Math.trunc(number)));
}

function characterOf(value: Value): string {
  if (typeof value === "string" && isCharacter(value)) return value;
  if (
    typeof value === "number" &&
    Number.isInteger(value) &&
    value >= 0 &&
    value <= 0x10ffff &&
    (value < 0xd800 || value > 0xdfff)
  )
    return String.fromCodePoint(value);
  throw wrongType("char", "the code of a character", value);
}

export const conversionRows: readonly BuiltinRow[] = [
  integerRow("int", 32, ["(int 3.9)", "3"]),
  integerRow("long", 64, ["(long -3.9)", "-3"]),
  integerRow("short", 16, ["(short 3.9)", "3"]),
  integerRow("byte", 8, ["(byte 3.9)", "3"]),
  decimalRow("double"),
  decimalRow("float"),
  row(["bigint", "biginteger"], "(bigint x)", {
    doc: "Converts a number or text of digits to an integer of any size, without fraction.",
    example: ["(bigint 3.9)", "3"],
    arities: { 1: bigInteger },
  }),
  row("num", "(num x)", {
    doc: "Returns x, a number or nil.",
    example: ["(num 3)", "3"],
    readsElements: false,
    arities: { 1: (_, value) => (value === null ? null : numeric(value, "num")) },
  }),
  row("char", "(char code)", {
    doc: "Returns the character of a code, a string.",
    example: ["(char 65)", '"A"'],
    arities: { 1: (_, value) => characterOf(value) },
  }),
];
