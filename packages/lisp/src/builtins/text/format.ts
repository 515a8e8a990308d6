// `format`: text with directives, like Java's Formatter. Writes nil as `null`.

import { spendDecimalDigits } from "@ptc/core/internal/printing";
import type { Value } from "@ptc/core/values";
import { isTruthy } from "@ptc/core/internal/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { characterCount } from "../../sequence/characters.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { formatParts, type FormatDirective } from "./format-directive.ts";
import { formatDecimal, formatInteger, formatRadix } from "./format-number.ts";
import { formatTime } from "./format-time.ts";
import { joinTexts, textOf } from "./printed-text.ts";
import { stringArgument, wrongArgument } from "../../evaluation/arguments/string-argument.ts";
import { chargeText, spendText } from "./text-cost.ts";
import { isCharacter, sliceText } from "../../sequence/text-positions.ts";
import { row, type BuiltinRow } from "../row.ts";

type Conversion = (directive: FormatDirective, value: Value, branch: Branch) => string;

/** Wraps a conversion to write nil as `null`, for conversions without their own handling of nil. */
function unlessNil(convert: Conversion): Conversion {
  return (directive, value, branch) =>
    value === null ? "null".slice(0, directive.precision) : convert(directive, value, branch);
}

/** The conversions by the letter of the directive. */
const conversions: ReadonlyMap<string, Conversion> = new Map<string, Conversion>([
  [
    "s",
    unlessNil((directive, value, branch) =>
      cut(branch, textOf(branch, value, "format"), directive),
    ),
  ],
  ["b", (directive, value, branch) => cut(branch, String(isTruthy(value)), directive)],
  ["d", unlessNil(formatInteger)],
  ["x", unlessNil((directive, value) => formatRadix(directive, value, 16))],
  ["o", unlessNil((directive, value) => formatRadix(directive, value, 8))],
  ["f", unlessNil(formatDecimal)],
  ["e", unlessNil(formatDecimal)],
  ["g", unlessNil(formatDecimal)],
  ["c", unlessNil(characterText)],
  ["h", unlessNil(hashText)],
  ["t", unlessNil(formatTime)],
]);

function cut(branch: Branch, text: string, { precision }: FormatDirective): string {
  return precision === undefined ? text : sliceText(branch, text, 0, precision);
}

function characterText(directive: FormatDirective, value: Value): string {
  if (typeof value === "string" && isCharacter(value)) return value;
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 0x10ffff)
    return String.fromCodePoint(value);
  throw wrongType("format", `a character for ${directive.text}`, value);
}

/** Returns Java's hash code of a string in hexadecimal. */
function hashText(directive: FormatDirective, value: Value, branch: Branch): string {
  if (typeof value !== "string") throw wrongType("format", `a string for ${directive.text}`, value);
  spendText(branch, value.length);
  let hash = 0;
  for (let index = 0; index < value.length; index++)
    hash = (Math.imul(hash, 31) + value.charCodeAt(index)) | 0;
  return (hash >>> 0).toString(16);
}

/** Pads to the width with spaces, on the left unless the flag `-` is set. */
function padded({ width = 0, flags }: FormatDirective, text: string): string {
  const count = width > text.length ? Math.max(0, width - characterCount(text)) : 0;
  return flags.has("-") ? text + " ".repeat(count) : " ".repeat(count) + text;
}

function converted(branch: Branch, directive: FormatDirective, value: Value): string {
  const convert = conversions.get(directive.conversion);
  if (convert === undefined)
    throw wrongArgument(
      "format",
      `${directive.text} is not a supported directive`,
      "use %s %d %f %e %g %x %o %c %b %n %% and %t for dates",
    );
  if (typeof value === "bigint" && directive.conversion !== "s") spendDecimalDigits(value, branch);
  const text = convert(directive, value, branch);
  if (!directive.isUpper) return padded(directive, text);
  chargeText(branch, text.length);
  return padded(directive, text.toUpperCase());
}

/** The arguments of one call, read in order, by number, or again. */
class FormatArguments {
  private readonly values: readonly Value[];
  private nextIndex = 0;
  private lastIndex = -1;

  constructor(values: readonly Value[]) {
    this.values = values;
  }

  valueFor(directive: FormatDirective): Value {
    const { argument } = directive;
    this.lastIndex =
      argument === "next"
        ? this.nextIndex++
        : argument === "previous"
          ? this.lastIndex
          : argument - 1;
    const value = this.values[this.lastIndex];
    if (value !== undefined) return value;
    const given = this.values.length;
    throw wrongArgument(
      "format",
      `no argument for ${directive.text}: ${String(given)} ${given === 1 ? "was" : "were"} given`,
      "pass one argument for each directive, and write %% for a percent sign",
    );
  }
}

export function formatText(
  branch: Branch,
  [formatValue = null, ...values]: readonly Value[],
): string {
  const source = stringArgument(formatValue, "format", "a format string");
  chargeText(branch, source.length);
  const args = new FormatArguments(values);
  const texts: string[] = [];
  for (const part of formatParts(source)) {
    branch.spend(1);
    if (typeof part === "string") texts.push(part);
    else {
      chargeText(branch, (part.width ?? 0) + (part.conversion === "s" ? 0 : (part.precision ?? 0)));
      if (part.conversion === "n" && !part.isUpper) texts.push("\n");
      else
        texts.push(
          part.conversion === "%"
            ? padded(part, "%")
            : converted(branch, part, args.valueFor(part)),
        );
    }
  }
  return joinTexts(branch, texts, "");
}

export const formatRow: BuiltinRow = row(
  ["format", "String/format"],
  "(format format-string & args)",
  {
    doc: "Formats text: %s any value, %d integer, %.2f decimals, %,d grouped, %5d and %-5s width, %05d zeros, %x %o %e %b %c, %tF date, %n, %%.",
    example: ['(format "%-5s|%5.1f|%,d" "ab" 3.14159 1234567)', '"ab   |  3.1|1,234,567"'],
    arities: { rest: { from: 1, apply: formatText } },
  },
);
