// Prepares texts by tool authors for programs: makes every character visible, so none acts on a
// terminal, and limits their length.

import { oneLine } from "@ptc/core/internal/errors";
import { shortened, visibleLine } from "@ptc/core/internal/printing";

/** Returns `text` with its lines and every character visible. */
export function visibleLines(text: string): string {
  return text.split(/\r?\n/).map(visibleLine).join("\n");
}

/** Returns the same with at most `maximum` UTF-16 units and `…`. */
export function shortLines(text: string, maximum: number): string {
  const visible = visibleLines(text);
  return shortened(visible, maximum);
}

/** Returns `text` as one paragraph of at most `maximum` UTF-16 units and `…`. */
export function shortParagraph(text: string, maximum: number): string {
  return oneLine(visibleLine(text.trim().replace(/\s+/g, " ")), maximum);
}
