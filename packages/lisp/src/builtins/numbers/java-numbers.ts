// Methods of Java's number classes: digits in other bases, conversions, and predicates of doubles.

import type { Value } from "@ptc/core/values";
import { exactInteger } from "@ptc/core/internal/values";
import { row, type BuiltinRow } from "../row.ts";
import { bits, integerOf, type IntegerClass } from "./class-integers.ts";
import { numeric, type Numeric } from "./numbers.ts";

function digitsRow(
  className: IntegerClass,
  member: string,
  radix: number,
  words: string,
  printed: string,
): BuiltinRow {
  const operation = `${className}/${member}`;
  return row(operation, `(${operation} n)`, {
    doc: `The ${words} digits of n; of a negative n, its ${String(bits[className])} bits.`,
    example: [`(${operation} 10)`, printed],
    arities: {
      1: (_, value) =>
        BigInt.asUintN(bits[className], integerOf(value, className, operation)).toString(radix),
    },
  });
}

function toStringRow(className: IntegerClass): BuiltinRow {
  const operation = `${className}/toString`;
  const write = (value: Value, base: Value): string => {
    const radix = Number(integerOf(base, "Integer", operation));
    // Like Java, an invalid radix means ten.
    const known = radix >= 2 && radix <= 36 ? radix : 10;
    return integerOf(value, className, operation).toString(known);
  };
  return row(operation, [`(${operation} n)`, `(${operation} n radix)`], {
    doc: "Writes n in a radix from 2 to 36.",
    example: [`(${operation} 255 16)`, '"ff"'],
    arities: { 1: (_, value) => write(value, 10), 2: (_, value, radix) => write(value, radix) },
  });
}

function bitCountRow(className: IntegerClass): BuiltinRow {
  const operation = `${className}/bitCount`;
  return row(operation, `(${operation} n)`, {
    doc: "Counts the set bits of n.",
    example: [`(${operation} 7)`, "3"],
    arities: {
      1: (_, value) => {
        const unsigned = BigInt.asUintN(bits[className], integerOf(value, className, operation));
        return unsigned.toString(2).replaceAll("0", "").length;
      },
    },
  });
}

function compareRow(className: "Integer" | "Long" | "Double"): BuiltinRow {
  const operation = `${className}/compare`;
  return row(operation, `(${operation} x y)`, {
    doc: "-1, 0 or 1 if x is below, equal to or above y.",
    example: [`(${operation} 1 2)`, "-1"],
    arities: {
      2: (_, left, right) => compared(numeric(left, operation), numeric(right, operation)),
    },
  });
}

/** Compares two numbers. Like Java, NaN is greater than every other number. */
export function compared(left: Numeric, right: Numeric): number {
  if (left < right) return -1;
  if (left > right) return 1;
  return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
}

/** Removes the fraction, and clamps the number to the range of the class, like Java. */
function truncatedTo(value: Numeric, className: IntegerClass): Numeric {
  const size = BigInt(bits[className]);
  if (typeof value === "bigint") return exactInteger(BigInt.asIntN(bits[className], value));
  if (Number.isInteger(value) && Number.isSafeInteger(value))
    return exactInteger(BigInt.asIntN(bits[className], BigInt(value)));
  if (Number.isNaN(value)) return 0;
  const bound = 1n << (size - 1n);
  if (value >= Number(bound)) return exactInteger(bound - 1n);
  if (value <= -Number(bound)) return exactInteger(-bound);
  return exactInteger(BigInt(Math.trunc(value)));
}

function conversionRow(
  name: string,
  convert: (value: Numeric) => Numeric,
  words: string,
  printed: string,
): BuiltinRow {
  return row(name, `(${name} x)`, {
    doc: words,
    example: [`(${name} 2.9)`, printed],
    arities: { 1: (_, value) => convert(numeric(value, name)) },
  });
}

function questionRow(member: string, ask: (value: number) => boolean, words: string): BuiltinRow {
  const name = `Double/${member}`;
  return row(name, `(${name} x)`, {
    doc: `True if x is ${words}.`,
    example: [`(${name} 1.5)`, String(ask(1.5))],
    arities: { 1: (_, value) => ask(Number(numeric(value, name))) },
  });
}

export const javaNumberRows: readonly BuiltinRow[] = [
  digitsRow("Integer", "toBinaryString", 2, "binary", '"1010"'),
  digitsRow("Integer", "toHexString", 16, "hexadecimal", '"a"'),
  digitsRow("Integer", "toOctalString", 8, "octal", '"12"'),
  digitsRow("Long", "toBinaryString", 2, "binary", '"1010"'),
  digitsRow("Long", "toHexString", 16, "hexadecimal", '"a"'),
  digitsRow("Long", "toOctalString", 8, "octal", '"12"'),
  toStringRow("Integer"),
  toStringRow("Long"),
  bitCountRow("Integer"),
  bitCountRow("Long"),
  compareRow("Integer"),
  compareRow("Long"),
  compareRow("Double"),
  conversionRow(
    ".intValue",
    (value) => truncatedTo(value, "Integer"),
    "x as an integer of 32 bits, without its fraction.",
    "2",
  ),
  conversionRow(
    ".longValue",
    (value) => truncatedTo(value, "Long"),
    "x as an integer of 64 bits, without its fraction.",
    "2",
  ),
  conversionRow(".doubleValue", (value) => Number(value), "x as a double.", "2.9"),
  questionRow("isNaN", Number.isNaN, "not a number"),
  questionRow("isInfinite", (value) => Math.abs(value) === Infinity, "infinite"),
  questionRow("isFinite", Number.isFinite, "a finite number"),
];
