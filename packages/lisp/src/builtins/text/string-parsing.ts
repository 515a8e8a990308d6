// Parses numbers and booleans. Functions with Clojure's names return nil for invalid text (DIV-18);
// those with Java's names, such as Integer/parseInt, fail.

import type { Value } from "@ptc/core/values";
import { exactInteger } from "@ptc/core/internal/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { described, elementIndex } from "../../evaluation/arguments/expectations.ts";
import { stringArgument, wrongArgument } from "../../evaluation/arguments/string-argument.ts";
import { spendText } from "./text-cost.ts";
import { row, type Arities, type BuiltinRow } from "../row.ts";

/** Longer text is rejected. It can't be a 64-bit number unless it begins with hundreds of zeros. */
const longestInteger = 400;

/** A number with at most this many digits is a safe integer in every radix. */
const shortInteger = 10;

/**
 * Returns an integer of at most `bits` bits from digits in `radix`, or `undefined` for other text.
 */
export function parseInteger(text: string, bits: number, radix = 10): number | bigint | undefined {
  if (text.length > longestInteger || !/^[+-]?[0-9A-Za-z]+$/.test(text)) return undefined;
  if (text.length <= shortInteger) return fewDigits(text, bits, radix);
  const [sign, digits] = /^[+-]/.test(text) ? [text[0], text.slice(1)] : ["+", text];
  let amount = 0n;
  for (const digit of digits.toLowerCase()) {
    const value = digitValue(digit);
    if (value >= radix) return undefined;
    amount = amount * BigInt(radix) + BigInt(value);
  }
  const integer = sign === "-" ? -amount : amount;
  return BigInt.asIntN(bits, integer) === integer ? exactInteger(integer) : undefined;
}

/** Does the same for so few digits that all intermediate numbers are safe. */
function fewDigits(text: string, bits: number, radix: number): number | undefined {
  const hasSign = text.startsWith("-") || text.startsWith("+");
  const digits = text.toLowerCase();
  let amount = 0;
  for (let index = hasSign ? 1 : 0; index < digits.length; index++) {
    const value = digitValue(digits.charAt(index));
    if (value >= radix) return undefined;
    amount = amount * radix + value;
  }
  const integer = text.startsWith("-") ? 0 - amount : amount;
  // Every safe integer fits in 64 bits, so the bound needs no check.
  const bound = bits > 32 ? Infinity : (1 << (bits - 2)) * 2;
  return integer < bound && integer >= -bound ? integer : undefined;
}

function digitValue(digit: string): number {
  const code = digit.charCodeAt(0);
  return code <= 0x39 ? code - 0x30 : code - 0x61 + 10;
}

const decimalText = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?$/;
const hexadecimalText = /^([+-]?)0[xX]([0-9a-fA-F]*)(?:\.([0-9a-fA-F]*))?[pP]([+-]?\d+)[fFdD]?$/;
const specialNumbers: ReadonlyMap<string, number> = new Map([
  ["NaN", NaN],
  ["+NaN", NaN],
  ["-NaN", NaN],
  ["Infinity", Infinity],
  ["+Infinity", Infinity],
  ["-Infinity", -Infinity],
]);

/**
 * Source: Java's `Double.valueOf`, which ignores white space (code 32 and below) around the
 * number.
 */
export function parseDecimal(text: string): number | undefined {
  let start = 0;
  let end = text.length;
  while (text.charCodeAt(start) <= 0x20) start++;
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end--;
  const number = text.slice(start, end);
  if (decimalText.test(number)) return Number(number.replace(/[fFdD]$/, ""));
  return specialNumbers.get(number) ?? parseHexadecimal(number);
}

/** Parses a hexadecimal number: `0x1.8p1` is 3. */
function parseHexadecimal(text: string): number | undefined {
  const [, sign, whole = "", fraction = "", exponent] = hexadecimalText.exec(text) ?? [];
  if (exponent === undefined || whole + fraction === "") return undefined;
  const amount = timesPowerOfTwo(
    Number.parseInt(whole + fraction, 16),
    Number(exponent) - 4 * fraction.length,
  );
  return sign === "-" ? -amount : amount;
}

/**
 * Multiplies in two steps, because one power of two may exceed a double. Makes the powers from
 * bigints, because a host's own powers may be inexact.
 */
function timesPowerOfTwo(integer: number, exponent: number): number {
  const size = Math.min(Math.abs(exponent), 2044);
  const first = Number(1n << BigInt(Math.min(size, 1022)));
  const second = Number(1n << BigInt(Math.max(size - 1022, 0)));
  return exponent < 0 ? integer / first / second : integer * first * second;
}

const booleans: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false],
]);

/** Returns the arities of a parser that returns nil for invalid text. */
function quiet(parse: (text: string) => Value | undefined): Arities {
  return {
    1: (branch, value) => {
      if (typeof value !== "string") return null;
      spendText(branch, value.length);
      return parse(value) ?? null;
    },
  };
}

function failing(
  branch: Branch,
  operation: string,
  value: Value,
  parse: (text: string) => Value | undefined,
  instead: string,
): Value {
  const text = stringArgument(value, operation);
  spendText(branch, text.length);
  const parsed = parse(text);
  if (parsed !== undefined) return parsed;
  throw wrongArgument(
    operation,
    `cannot read a number from ${described(value)}`,
    `${instead} returns nil for other text`,
  );
}

function integerClass(name: "Integer/parseInt" | "Long/parseLong", bits: number): BuiltinRow {
  const parse = (branch: Branch, text: Value, radix: Value): Value => {
    const base = elementIndex(radix, name);
    if (base < 2 || base > 36)
      throw wrongArgument(name, `the radix ${String(base)} is not between 2 and 36`);
    return failing(branch, name, text, (digits) => parseInteger(digits, bits, base), "parse-long");
  };
  return row(
    name === "Integer/parseInt" ? [name, "Integer/valueOf"] : [name, "Long/valueOf"],
    [`(${name} s)`, `(${name} s radix)`],
    {
      doc: `Reads the ${String(bits)}-bit integer in s; fails on other text.`,
      example: [`(${name} "ff" 16)`, "255"],
      arities: { 1: (branch, text) => parse(branch, text, 10), 2: parse },
    },
  );
}

function decimalClass(name: "Double/parseDouble" | "Float/parseFloat"): BuiltinRow {
  return row(name === "Double/parseDouble" ? [name, "Double/valueOf"] : [name], `(${name} s)`, {
    doc: "Reads the number in s; fails on other text.",
    example: [`(${name} "2.5")`, "2.5"],
    arities: { 1: (branch, text) => failing(branch, name, text, parseDecimal, "parse-double") },
  });
}

export const parsingRows: readonly BuiltinRow[] = [
  row(["parse-long", "parse-int"], "(parse-long s)", {
    doc: "Reads an integer, or returns nil if s isn't one.",
    example: ['(parse-long "42")', "42"],
    readsElements: false,
    arities: quiet((text) => parseInteger(text, 64)),
  }),
  row("parse-double", "(parse-double s)", {
    doc: "Reads a number, or returns nil if s isn't one.",
    example: ['(parse-double "2.5")', "2.5"],
    readsElements: false,
    arities: quiet(parseDecimal),
  }),
  row("parse-boolean", "(parse-boolean s)", {
    doc: 'True for "true", false for "false", nil otherwise.',
    example: ['(parse-boolean "true")', "true"],
    arities: quiet((text) => booleans.get(text)),
  }),
  integerClass("Integer/parseInt", 32),
  integerClass("Long/parseLong", 64),
  decimalClass("Double/parseDouble"),
  decimalClass("Float/parseFloat"),
  row("Boolean/parseBoolean", "(Boolean/parseBoolean s)", {
    doc: 'True if s is "true" in any case.',
    example: ['(Boolean/parseBoolean "TRUE")', "true"],
    arities: {
      1: (_, value) => {
        if (value === null) return false;
        const text = stringArgument(value, "Boolean/parseBoolean");
        // A longer text can't be a boolean, so skip lowering its case.
        return text.length === 4 && text.toLowerCase() === "true";
      },
    },
  }),
];
