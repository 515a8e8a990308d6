// Parses one directive of a format, such as `%-8.2f`:
// `%[index$][flags][width][.precision]conversion`. Source: Java's Formatter.

import { shortened } from "@ptc/core/internal/printing";
import { wrongArgument } from "../../evaluation/arguments/string-argument.ts";

export interface FormatDirective {
  /** Its source text for messages, truncated if long. */
  readonly text: string;
  /** The number of the argument (from 1), the next one, or the previous one again. */
  readonly argument: number | "next" | "previous";
  readonly flags: ReadonlySet<string>;
  readonly width: number | undefined;
  readonly precision: number | undefined;
  /** In lower case; `isUpper` is true if the result is in upper case. */
  readonly conversion: string;
  readonly isUpper: boolean;
  /** The letter after `%t`. */
  readonly timePart: string | undefined;
}

/**
 * A width can't begin with 0, which is a flag. Each text therefore matches in only one way, and
 * matching takes linear time.
 */
const directivePattern =
  /%(?:(\d+)\$)?([-#+ 0,(<]*)([1-9]\d*)?(?:\.(\d+))?(?:([tT])([A-Za-z])|([A-Za-z%]))/y;

/**
 * The longest shown part of a directive in messages, because a program can make directives of any
 * length.
 */
const longestShown = 40;

/**
 * Yields the directives of `format` and the texts between them, in order.
 * @throws EvaluationError `argument_error`
 */
export function* formatParts(format: string): Iterable<string | FormatDirective> {
  let start = 0;
  for (let percent = format.indexOf("%"); percent >= 0; percent = format.indexOf("%", start)) {
    if (percent > start) yield format.slice(start, percent);
    directivePattern.lastIndex = percent;
    const match = directivePattern.exec(format);
    if (match === null)
      throw wrongArgument(
        "format",
        `${format.slice(percent, percent + 5)} is not a directive`,
        "write %% for a percent sign",
      );
    yield checked(directiveOf(match));
    start = percent + match[0].length;
  }
  if (start < format.length) yield format.slice(start);
}

function directiveOf(match: RegExpExecArray): FormatDirective {
  const [text, index, flags = "", width, precision, time, timePart, conversion = time ?? ""] =
    match;
  const numberOf = (digits: string | undefined): number | undefined =>
    digits === undefined ? undefined : Number(digits);
  return {
    text: shortened(text, longestShown),
    argument: index === undefined ? (flags.includes("<") ? "previous" : "next") : Number(index),
    flags: new Set(flags),
    width: numberOf(width),
    precision: numberOf(precision),
    conversion: conversion.toLowerCase(),
    isUpper: conversion !== conversion.toLowerCase(),
    timePart,
  };
}

/** Flags that control how a number is written, and conversions that don't write numbers. */
const numberFlags: ReadonlySet<string> = new Set(["+", ",", " ", "(", "0"]);
const textConversions: ReadonlySet<string> = new Set(["s", "b", "c", "h", "t"]);

function checked(directive: FormatDirective): FormatDirective {
  const { flags, width, text } = directive;
  if (width === undefined && (flags.has("-") || flags.has("0")))
    throw wrongArgument(
      "format",
      `${text} has a flag that needs a width`,
      "write the width after the flag, as in %-8s or %05d",
    );
  if (flags.has("-") && flags.has("0"))
    throw wrongArgument("format", `${text} cannot be padded on the right with zeros`);
  const idle = [...numberFlags].find((flag) => flags.has(flag));
  if (idle !== undefined && textConversions.has(directive.conversion))
    throw wrongArgument(
      "format",
      `${text} has the flag ${idle}, which is for numbers`,
      idle === "0" ? "for a number write %05d" : `for a number write %${idle}d or %${idle}.2f`,
    );
  if (flags.has("+") && flags.has(" "))
    throw wrongArgument("format", `${text} has flags for both a plus sign and a space`);
  return directive;
}
