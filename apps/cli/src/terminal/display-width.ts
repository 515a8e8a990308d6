// How many columns a text takes on a terminal.

import stringWidth from "string-width";

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

export { stringWidth as displayWidth };

/** `text` filled with spaces to `width` columns; `side` is where the text stands. */
export function padded(text: string, width: number, side: "left" | "right"): string {
  const spaces = " ".repeat(Math.max(0, width - stringWidth(text)));
  return side === "left" ? spaces + text : text + spaces;
}

/** `text`, or as much of it as fits `width` columns with an ellipsis. */
export function fitted(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let shown = "";
  let room = width - 1;
  for (const { segment } of segmenter.segment(text)) {
    room -= stringWidth(segment);
    if (room < 0) break;
    shown += segment;
  }
  return width < 1 ? "" : `${shown}…`;
}
