// Formats the server's name of a tool for messages.

import { oneLine } from "@ptc/core/internal/errors";
import { quotedText, shortened } from "@ptc/core/internal/printing";

const longestShown = 80;

/** Returns the name quoted, shortened and escaped. */
export function shownToolName(name: string): string {
  return oneLine(quotedText(shortened(name, longestShown)), 2 * longestShown);
}
