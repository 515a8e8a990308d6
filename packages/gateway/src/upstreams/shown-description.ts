// Descriptions come from servers and reach models. So they are bounded, have no control or
// invisible characters, and are quoted on one line: a reader sees where they begin and end.

import { oneLine } from "@ptc/core/internal/errors";

const longestDescription = 4_000;

/** Returns the description in quotes, shortened to about `longest` characters. */
export function shownDescription(text: string, longest: number = longestDescription): string {
  const words = text
    .slice(0, 4 * longest)
    .split(/\s/)
    .filter((word) => word !== "");
  return `"${oneLine(words.join(" ").replaceAll('"', "'"), longest)}"`;
}
