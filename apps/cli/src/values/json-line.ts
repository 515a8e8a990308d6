// One line of JSON.

import { visibleText } from "@ptc/core/printing";

/**
 * `value` on one line. Control characters, line separators and marks of direction stand escaped, as
 * JSON allows, so that no reader breaks the line at them. `undefined` when the text would be longer
 * than the host's strings.
 */
export function jsonLine(value: unknown): string | undefined {
  try {
    return visibleText(JSON.stringify(value));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
