// How many columns a text takes on a terminal.

// Characters that take two columns in every font: East Asian scripts, full-width forms, emoji.
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

export function displayWidth(text: string): number {
  if (/^[\u0020-\u007e]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += wide.test(segment) ? 2 : 1;
  return width;
}

/** `text` filled with spaces to `width` columns; `side` is where the text stands. */
export function padded(text: string, width: number, side: "left" | "right"): string {
  const spaces = " ".repeat(Math.max(0, width - displayWidth(text)));
  return side === "left" ? spaces + text : text + spaces;
}

/** `text`, or as much of it as fits `width` columns with an ellipsis. */
export function fitted(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let shown = "";
  let room = width - 1;
  for (const { segment } of segmenter.segment(text)) {
    room -= displayWidth(segment);
    if (room < 0) break;
    shown += segment;
  }
  return width < 1 ? "" : `${shown}…`;
}
