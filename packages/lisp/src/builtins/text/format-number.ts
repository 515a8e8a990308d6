// Formats numbers: `%d %x %o %f %e %g`, with signs, grouping and leading zeros.

import type { Value } from "@ptc/core/values";
import {
  decimalOf,
  fixedDigits,
  groupedDigits,
  scientificDigits,
  type Decimal,
} from "../numbers/decimal-digits.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import type { FormatDirective } from "./format-directive.ts";
import { wrongArgument } from "../../evaluation/arguments/string-argument.ts";

/** `%d`: an integer in decimal digits. */
export function formatInteger(directive: FormatDirective, value: Value): string {
  const integer = integerFor(directive, value);
  const digits = (integer < 0n ? -integer : integer).toString();
  return signed(directive, integer < 0n, directive.flags.has(",") ? groupedDigits(digits) : digits);
}

/** `%x` and `%o`: negative integers as 64 bits in two's complement. */
export function formatRadix(directive: FormatDirective, value: Value, radix: 8 | 16): string {
  const integer = integerFor(directive, value);
  const fits = BigInt.asIntN(64, integer) === integer;
  const bits = integer < 0n && fits ? BigInt.asUintN(64, integer) : integer;
  const prefix = directive.flags.has("#") ? (radix === 16 ? "0x" : "0") : "";
  const digits = (bits < 0n ? -bits : bits).toString(radix);
  const zeros = directive.flags.has("0")
    ? Math.max(0, (directive.width ?? 0) - prefix.length - digits.length)
    : 0;
  return `${bits < 0n ? "-" : ""}${prefix}${"0".repeat(zeros)}${digits}`;
}

/** `%f`, `%e` and `%g`. */
export function formatDecimal(directive: FormatDirective, value: Value): string {
  if (typeof value !== "number" && typeof value !== "bigint")
    throw wrongType("format", `a number for ${directive.text}`, value);
  if (Number.isNaN(value)) return "NaN";
  const isNegative = value < 0 || Object.is(value, -0);
  if (value === Infinity || value === -Infinity)
    return signed(directive, isNegative, "Infinity", false);
  return signed(directive, isNegative, decimalText(directive, decimalOf(value)));
}

function decimalText(directive: FormatDirective, decimal: Decimal): string {
  const { conversion, precision = 6 } = directive;
  if (conversion === "f") return fixedText(directive, decimal, precision);
  if (conversion === "e") return scientificText(directive, decimal, precision);
  // `%g`: uses the precision as the number of digits, in the shorter of the two notations.
  const count = Math.max(precision, 1);
  const { exponent } = scientificDigits(decimal, count - 1);
  return exponent < -4 || exponent >= count
    ? scientificText(directive, decimal, count - 1)
    : fixedText(directive, decimal, count - 1 - exponent);
}

function fixedText(directive: FormatDirective, decimal: Decimal, places: number): string {
  const { whole, fraction } = fixedDigits(decimal, places);
  return (directive.flags.has(",") ? groupedDigits(whole) : whole) + pointed(directive, fraction);
}

function scientificText(directive: FormatDirective, decimal: Decimal, places: number): string {
  const { whole, fraction, exponent } = scientificDigits(decimal, places);
  return `${whole}${pointed(directive, fraction)}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

function pointed(directive: FormatDirective, fraction: string): string {
  return fraction === "" && !directive.flags.has("#") ? "" : `.${fraction}`;
}

/** Returns the amount with its sign, zero-padded if the flag `0` is set. */
function signed(
  { flags, width = 0 }: FormatDirective,
  isNegative: boolean,
  amount: string,
  mayFill = true,
): string {
  const before = isNegative
    ? flags.has("(")
      ? "("
      : "-"
    : flags.has("+")
      ? "+"
      : flags.has(" ")
        ? " "
        : "";
  const after = isNegative && flags.has("(") ? ")" : "";
  const zeros =
    mayFill && flags.has("0")
      ? Math.max(0, width - before.length - amount.length - after.length)
      : 0;
  return `${before}${"0".repeat(zeros)}${amount}${after}`;
}

function integerFor(directive: FormatDirective, value: Value): bigint {
  if (directive.precision !== undefined)
    throw wrongArgument(
      "format",
      `${directive.text} has a precision, but integers have none`,
      "write %d, or %.2f for decimals",
    );
  if (typeof value === "bigint") return value;
  if (typeof value === "number" && Number.isInteger(value)) return BigInt(value);
  throw wrongType(
    "format",
    `an integer for ${directive.text}`,
    value,
    typeof value === "number"
      ? "use %.2f for decimals, or round the number first"
      : "use %s for text",
  );
}
