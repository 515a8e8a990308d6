// Formats a value as a model is shown it.

import type { FieldFirewall } from "@ptc/core/values";
import { firewallByName } from "@ptc/core/internal/values";
import { knownOptions } from "../options/option-checks.ts";
import { lispNotation } from "./lisp-notation.ts";
import { checkLimit, checkRoom, excerptOfAny } from "./shown-value.ts";

/** How `formatFeedback` shows a value to a model. */
export interface FeedbackFormat {
  /** How many elements of each collection are shown; default 10. */
  readonly feedbackLimit?: number;
  /** How many UTF-16 units the text may have, at least 40; default 512. */
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
 * A value of the language or of the host as PTC-Lisp: `{:count 5}`. The text is always one form
 * that the reader accepts. Discarded forms say what is left out: `[1 2 #_(98 more)]` and `"abc..."
 * #_(97 more characters)`. Firewalled fields show `<Firewalled>`:
 * those whose name starts with `_`, or those that `firewall` hides.
 * @throws OptionError for an unknown option, and for a bound that is not a number in its range
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
