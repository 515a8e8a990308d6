// One line of JSON.

import { visibleText } from "@ptc/core/printing";

/**
 * `value` as one line of JSON. Control characters, line separators and marks of direction are
 * escaped, as JSON allows, so that no program breaks the line at them. `undefined` when the text
 * would be longer than the host's strings can be.
 */
export function jsonLine(value: unknown): string | undefined {
  try {
    return visibleText(JSON.stringify(value));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
