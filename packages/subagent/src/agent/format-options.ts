// Options for how much of a program's output the model sees, and how much of it later programs can
// read.

import { knownOptions, wholeNumber, wrongOption } from "../options/option-checks.ts";

/**
 * Limits for values and printed text that the model sees, and for past results that programs can
 * read.
 */
export interface FormatOptions {
  /** The number of elements of a collection that the model sees; default 10. */
  readonly feedbackLimit: number;
  /** The number of UTF-16 units of a value that the model sees, at least 40; default 512. */
  readonly feedbackMaxChars: number;
  /**
   * The number of UTF-16 units of all text printed in a turn that the model sees, at least 40;
   * default 4,000.
   */
  readonly printsMaxChars: number;
  /**
   * The number of UTF-16 units of one printed text that the model sees, at least 40; default
   * 2,000.
   */
  readonly maxPrintLength: number;
  /**
   * The number of UTF-16 units in the prompt for a sample of each context field, at least 40.
   * Default: 3,000 shared by all fields, and 1,500 if there are more than two.
   */
  readonly sampleMaxChars?: number;
  /**
   * The number of UTF-16 units in the prompt for tools, at least 1,000; default 6,000. If the
   * tools need more, the prompt lists only their names, and programs look them up with
   * `(tool/search "words")`. A model with a single turn can't look tools up, so its prompt gets
   * four times as much.
   */
  readonly toolsMaxChars: number;
  /**
   * The number of UTF-16 units of a native call's result that the model sees, at least 40; default
   * 20,000.
   */
  readonly nativeResultMaxChars: number;
  /**
   * The number of bytes of each value that later programs read as `*1`, `*2` and `*3`, at least
   * 40; default 1,024. A larger value is shortened.
   */
  readonly historyMaxBytes: number;
  /**
   * Decimal places of numbers in values that the model sees, at most 20. The values themselves are
   * never rounded. Default: all.
   */
  readonly floatPrecision?: number;
}

/**
 * `toolsMaxChars`: 6,000 characters are about 1,600 tokens, in each of the two requests that a
 * typical mission needs. Looking up tools costs about the same: a third request plus its output.
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

/** Checks the option and fills in defaults. @throws OptionError with the option's name */
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
