// Strings as characters. A character is what a reader sees as one: an extended grapheme cluster. ASCII text, which is
// nearly all of it, needs no segmentation.

// eslint-disable-next-line no-control-regex -- the class is exactly ASCII
const ascii = /^[\u0000-\u000c\u000e-\u007f]*$/;

/** The characters of `text`, each a string. */
export function characters(text: string): string[] {
  return ascii.test(text) ? text.split("") : segments(text);
}

/** How many characters `text` has. */
export function characterCount(text: string): number {
  return ascii.test(text) ? text.length : segments(text).length;
}

function segments(text: string): string[] {
  return Array.from(new Intl.Segmenter("und", { granularity: "grapheme" }).segment(text), (part) => part.segment);
}
