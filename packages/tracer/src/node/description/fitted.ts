// Fits text into the columns of a terminal.

import stringWidth from "string-width";

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

export { stringWidth as displayWidth };

/** Returns `text`, or as much of it as fits into `width` columns with an ellipsis. */
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
