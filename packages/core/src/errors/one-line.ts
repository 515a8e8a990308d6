// Makes a text from outside fit one line of a list, a message or a terminal, so that it can neither
// begin a line of its own, which a reader would take for somebody else's, nor fill the page.

import { visibleLine } from "../printing/internal.ts";

const usualLength = 500;

/**
 * The first `maximum` UTF-16 units of `text` on one line. Line breaks and all that acts or hides is
 * escaped (`a\u000ab`), and `…` stands for what is left out.
 */
export function oneLine(text: string, maximum: number = usualLength): string {
  return text.length > maximum
    ? `${visibleLine(withoutHalf(text.slice(0, maximum)))}…`
    : visibleLine(text);
}

/** A character of two units is not cut in half. */
function withoutHalf(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}
