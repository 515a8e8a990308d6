// Options that say how much of what a program produced the model is shown, and how much of it later
// programs can read.

import { knownOptions, wholeNumber, wrongOption } from "../options/option-checks.ts";

/** How much of values and prints an agent is shown, and how much history it keeps. */
export interface FormatOptions {
  /** How many elements of a collection are shown to the model; default 10. */
  readonly feedbackLimit: number;
  /** How many UTF-16 units of a value are shown to the model, at least 40; default 512. */
  readonly feedbackMaxChars: number;
  /**
   * How many UTF-16 units of everything printed in a turn are shown to the model; default 4,000.
   */
  readonly printsMaxChars: number;
  /** How many UTF-16 units of one printed text are shown to the model; default 2,000. */
  readonly maxPrintLength: number;
  /**
   * How many UTF-16 units the prompt tells of what stands in each field of the context, at least
   * 40. Default: 3,000 shared by all fields, and 1,500 where they are more than two.
   */
  readonly sampleMaxChars?: number;
  /**
   * How many UTF-16 units the prompt tells of the tools, at least 1,000; default 6,000. Beyond that
   * it has their names, and programs find the rest with `(tool/search "words")`. It has four times
   * as much for a model that answers once only and cannot ask.
   */
  readonly toolsMaxChars: number;
  /**
   * How many UTF-16 units of the answer to a call that the model made itself it is shown, at least
   * 40; default 20,000.
   */
  readonly nativeResultMaxChars: number;
  /**
   * How many bytes each of the values may have that later programs read as `*1`, `*2` and `*3`, at
   * least 40; default 1,024. A larger value is shortened.
   */
  readonly historyMaxBytes: number;
  /**
   * Decimal places of numbers in values shown to the model; the values themselves are never
   * rounded. Default: all.
   */
  readonly floatPrecision?: number;
}

/**
 * `toolsMaxChars`: 6,000 characters are some 1,600 tokens, in each of the two requests that a
 * mission takes as a rule. A look for tools takes a third request and what it shows: about as much.
 */
const defaults: FormatOptions = {
  feedbackLimit: 10,
  feedbackMaxChars: 512,
  printsMaxChars: 4_000,
  maxPrintLength: 2_000,
  toolsMaxChars: 6_000,
  nativeResultMaxChars: 20_000,
  historyMaxBytes: 1_024,
};
const smallest: Readonly<Record<keyof FormatOptions, number>> = {
  feedbackLimit: 1,
  feedbackMaxChars: 40,
  printsMaxChars: 40,
  maxPrintLength: 40,
  sampleMaxChars: 40,
  toolsMaxChars: 1_000,
  nativeResultMaxChars: 40,
  historyMaxBytes: 40,
  floatPrecision: 0,
};
const mostDecimals = 20;

/** @throws OptionError naming the option */
export function formatOptions(options: Partial<FormatOptions> = {}): FormatOptions {
  knownOptions(options, Object.keys(smallest), "format.");
  for (const [name, least] of Object.entries(smallest)) {
    const value = options[name as keyof FormatOptions];
    if (value !== undefined) wholeNumber(`format.${name}`, value, least);
  }
  if ((options.floatPrecision ?? 0) > mostDecimals)
    throw wrongOption(
      "format.floatPrecision",
      `expected at most ${String(mostDecimals)} decimal places`,
      options.floatPrecision,
    );
  return { ...defaults, ...options };
}
