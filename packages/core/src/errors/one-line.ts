// Fits a text from outside into one line of a list, a message or a terminal. So it can't start a
// line of its own, which a reader would attribute to another source, or fill the page.

import { visibleLine } from "../printing/internal.ts";

const usualLength = 500;

/**
 * Returns the first `maximum` UTF-16 units of `text` on one line. Escapes line breaks and control
 * or invisible characters (`a\u000ab`), and marks omitted text with `…`.
 */
export function oneLine(text: string, maximum: number = usualLength): string {
  return text.length > maximum
    ? `${visibleLine(withoutHalf(text.slice(0, maximum)))}…`
    : visibleLine(text);
}

/** Drops half of a surrogate pair at the end. */
function withoutHalf(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}
