// Texts that the maker of a tool has written, as a program is shown them: nothing in them hides or
// acts on a terminal, and none is longer than its place.

import { oneLine } from "@ptc/core/internal/errors";
import { visibleLine } from "@ptc/core/internal/printing";

/** `text` with its lines, every character of them visible. */
export function visibleLines(text: string): string {
  return text.split(/\r?\n/).map(visibleLine).join("\n");
}

/** The same in at most `maximum` UTF-16 units and `…`. */
export function shortLines(text: string, maximum: number): string {
  const visible = visibleLines(text);
  return visible.length > maximum ? `${visible.slice(0, maximum)}…` : visible;
}

/** `text` as one paragraph in at most `maximum` UTF-16 units and `…`. */
export function shortParagraph(text: string, maximum: number): string {
  return oneLine(visibleLine(text.trim().replace(/\s+/g, " ")), maximum);
}
