// Values in the texts of errors. They are read by models, so that nothing firewalled stands in
// them.

import { printBounded } from "@ptc/core/printing";
import type { Value } from "@ptc/core/values";

/** The beginning of a value as it prints, with `…` where it goes on. */
export function shownValue(value: Value, maxCharacters = 40): string {
  const { text, truncated } = printBounded(value, { maxCharacters, hideFirewalled: true });
  return truncated ? `${text}…` : text;
}
