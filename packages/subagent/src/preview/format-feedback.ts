// A value as a model is shown it.

import { lispNotation } from "./lisp-notation.ts";
import { checkLimit, checkRoom, excerptOfAny } from "./shown-value.ts";

export interface FeedbackFormat {
  /** Elements shown of each collection; default 10. */
  readonly feedbackLimit?: number;
  /** UTF-16 units of the text, from 40; default 512. */
  readonly feedbackMaxChars?: number;
  /** Decimal places of numbers in the text; default: all. */
  readonly floatPrecision?: number;
}

/** A value as text, and whether something is left out of it. */
export interface FormattedValue {
  readonly text: string;
  readonly truncated: boolean;
}

/**
 * A value of the language or of the host as PTC-Lisp: `{:count 5}`. Always one form that the reader
 * accepts; what is left out is said in discarded forms, `[1 2 #_(98 more)]` and `"abc..." #_(97
 * more characters)`. Firewalled fields show `<Firewalled>`.
 * @throws OptionError for a bound that is none
 */
export function formatFeedback(
  value: unknown,
  { feedbackLimit = 10, feedbackMaxChars = 512, floatPrecision }: FeedbackFormat = {},
): FormattedValue {
  const maximumItems = checkLimit("feedbackLimit", feedbackLimit);
  const { text, isWhole } = excerptOfAny(value, lispNotation(floatPrecision), {
    room: checkRoom("feedbackMaxChars", feedbackMaxChars),
    maximumItems,
    hideFirewalled: true,
  });
  return { text, truncated: !isWhole };
}
