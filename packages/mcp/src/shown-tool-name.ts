// The name of a tool in messages. It comes from a server.

import { oneLine } from "@ptc/core/internal/errors";
import { quotedText } from "@ptc/core/internal/printing";

const longestShown = 80;

/** In quotation marks, shortened, every character of it visible. */
export function shownToolName(name: string): string {
  return oneLine(quotedText(name.slice(0, longestShown)), 2 * longestShown);
}
