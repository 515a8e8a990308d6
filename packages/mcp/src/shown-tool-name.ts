// Formats the server's name of a tool for messages.

import { oneLine } from "@ptc/core/internal/errors";
import { quotedText } from "@ptc/core/internal/printing";

const longestShown = 80;

/** Returns the name quoted, shortened and escaped. */
export function shownToolName(name: string): string {
  return oneLine(quotedText(name.slice(0, longestShown)), 2 * longestShown);
}
