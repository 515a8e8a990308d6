// Writes one line of JSON.

import { visibleText } from "../../printing/index.ts";

/**
 * Returns `value` as one line of JSON, or `undefined` if the text exceeds the host's longest
 * string. Escapes control characters, line separators and direction marks, so that readers see one
 * line.
 */
export function jsonLine(value: unknown): string | undefined {
  try {
    return visibleText(JSON.stringify(value));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
