// Fits text into the columns of a terminal. The text must not contain control characters.

import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";

export { stringWidth as displayWidth };

/** Returns `text` padded with spaces to `width` columns. `side` is the side of the spaces. */
export function padded(text: string, width: number, side: "left" | "right"): string {
  const spaces = " ".repeat(Math.max(0, width - stringWidth(text)));
  return side === "left" ? spaces + text : text + spaces;
}

/** Returns the words of `text` in lines of at most `width` columns. Longer words are cut. */
export function wordLines(text: string, width: number): readonly string[] {
  return wrapAnsi(text, width, { hard: true }).split("\n");
}
