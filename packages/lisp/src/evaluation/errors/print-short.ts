// Prints values for the texts of errors. Models read these texts, so fields whose name starts with
// `_` (firewalled fields, which no model may see) are hidden.

import { printBounded } from "@ptc/core/printing";
import type { Value } from "@ptc/core/values";

/** The beginning of a value as it prints, with `…` where it goes on. */
export function shownValue(value: Value, maxCharacters = 40): string {
  const { text, truncated } = printBounded(value, { maxCharacters, hideFirewalled: true });
  return truncated ? `${text}…` : text;
}
