// Text over lines of a width.

import { displayWidth } from "./display-width.ts";

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** `text` cut into pieces of at most `width` columns. A character wider than that stands alone. */
export function wrapped(text: string, width: number): readonly string[] {
  const pieces: string[] = [];
  let piece = "";
  let used = 0;
  for (const { segment } of segmenter.segment(text)) {
    const columns = displayWidth(segment);
    if (piece !== "" && used + columns > width) {
      pieces.push(piece);
      piece = "";
      used = 0;
    }
    piece += segment;
    used += columns;
  }
  return [...pieces, piece];
}

/** The words of `text` over lines of at most `width` columns, each behind `indent`. */
export function wordLines(text: string, width: number, indent: string): readonly string[] {
  const lines: string[] = [];
  const room = Math.max(1, width - displayWidth(indent));
  let line = "";
  for (const word of text.split(/\s+/).filter((part) => part !== "")) {
    if (line !== "" && displayWidth(line) + 1 + displayWidth(word) <= room) {
      line += ` ${word}`;
      continue;
    }
    if (line !== "") lines.push(line);
    const pieces = wrapped(word, room);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? "";
  }
  return [...lines, line].map((text) => indent + text);
}
