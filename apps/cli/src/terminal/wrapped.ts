// Text over lines of a width, where a line may be as wide as that. The text has no control
// characters.

import wrapAnsi from "wrap-ansi";

/** The words of `text` over lines of at most `width` columns; a word that is longer is cut. */
export function wordLines(text: string, width: number): readonly string[] {
  return wrapAnsi(text, width, { hard: true }).split("\n");
}
