// Fits a text from outside into one line of a list, a message or a terminal. So it can't start a
// line of its own, which a reader would attribute to another source, or fill the page.

import { shortened, visibleLine } from "../printing/internal.ts";

const usualLength = 500;

/**
 * Returns the first `maximum` UTF-16 units of `text` on one line. Escapes line breaks and control
 * or invisible characters (`a\u000ab`), and marks omitted text with `…`.
 */
export function oneLine(text: string, maximum: number = usualLength): string {
  return visibleLine(shortened(text, maximum));
}
