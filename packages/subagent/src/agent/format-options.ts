// How much of what a program produced the model is shown, and how much later programs find of it.

import { knownOptions, wholeNumber, wrongOption } from "../options/option-checks.ts";

export interface FormatOptions {
  /** Elements of a collection shown to the model; default 10. */
  readonly feedbackLimit: number;
  /** UTF-16 units of a value shown to the model, from 40; default 512. */
  readonly feedbackMaxChars: number;
  /** UTF-16 units of all prints of a turn shown to the model; default 4,000. */
  readonly printsMaxChars: number;
  /** UTF-16 units of one print shown to the model; default 2,000. */
  readonly maxPrintLength: number;
  /** UTF-16 units of the sample of each field of the context, from 40; default 300. */
  readonly sampleMaxChars: number;
  /**
   * Bytes of the values that later programs find as `*1`, `*2` and `*3`, from 40; default 1,024. A
   * larger one is kept shortened.
   */
  readonly historyMaxBytes: number;
  /**
   * Decimal places of numbers in values shown to the model; the values themselves are never
   * rounded. Default: all.
   */
  readonly floatPrecision?: number;
}

const defaults: FormatOptions = {
  feedbackLimit: 10,
  feedbackMaxChars: 512,
  printsMaxChars: 4_000,
  maxPrintLength: 2_000,
  sampleMaxChars: 300,
  historyMaxBytes: 1_024,
};
const smallest: Readonly<Record<keyof FormatOptions, number>> = {
  feedbackLimit: 1,
  feedbackMaxChars: 40,
  printsMaxChars: 40,
  maxPrintLength: 40,
  sampleMaxChars: 40,
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
