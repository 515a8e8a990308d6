// Prints values for error messages. Hides firewalled fields, because models read these messages.

import { printBounded } from "@ptc/core/printing";
import type { Value } from "@ptc/core/values";

/** Returns the first characters of a printed value, with `…` if there are more. */
export function printShort(value: Value, maxCharacters = 40): string {
  const { text, truncated } = printBounded(value, { maxCharacters, hideFirewalled: true });
  return truncated ? `${text}…` : text;
}
