// Formats a value for the model.

import type { FieldFirewall } from "@ptc/core/values";
import { firewallByName } from "@ptc/core/internal/values";
import { knownOptions } from "../options/option-checks.ts";
import { lispNotation } from "./lisp-notation.ts";
import { checkLimit, checkRoom, excerptOfAny } from "./shown-value.ts";

/** The options of `formatFeedback`. */
export interface FeedbackFormat {
  /** The number of elements to show of each collection; default 10. */
  readonly feedbackLimit?: number;
  /** The maximum length of the text in UTF-16 units, at least 40; default 512. */
  readonly feedbackMaxChars?: number;
  /** Decimal places of numbers in the text; default: all. */
  readonly floatPrecision?: number;
}

/** A value as text. `truncated` is true if parts of it are omitted. */
export interface FormattedValue {
  readonly text: string;
  readonly truncated: boolean;
}

/**
 * Formats a language value or host value as PTC-Lisp: `{:count 5}`. The text is always one form
 * that the reader accepts. Discarded forms describe omissions: `[1 2 #_(98 more)]` and
 * `"abc..." #_(97 more characters)`. Shows `<Firewalled>` for firewalled fields: those whose name
 * starts with `_`, or those that `firewall` hides.
 * @throws OptionError for an unknown option, or a limit that isn't a number in its range
 */
export function formatFeedback(
  value: unknown,
  format: FeedbackFormat = {},
  firewall: FieldFirewall = firewallByName,
): FormattedValue {
  knownOptions(format, ["feedbackLimit", "feedbackMaxChars", "floatPrecision"]);
  const { feedbackLimit = 10, feedbackMaxChars = 512, floatPrecision } = format;
  const maximumItems = checkLimit("feedbackLimit", feedbackLimit);
  const { text, isWhole } = excerptOfAny(value, lispNotation(floatPrecision), {
    room: checkRoom("feedbackMaxChars", feedbackMaxChars),
    maximumItems,
    firewall,
  });
  return { text, truncated: !isWhole };
}
