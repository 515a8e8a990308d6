// Counts the columns of a text, in which each character takes zero, one or two. The tables are
// bundled, so every host lays programs out the same way.

/** East Asian scripts, full-width forms and emoji. */
const wide =
  /[\u1100-\u115f\u231a\u231b\u23e9-\u23ec\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{1fa70}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** Ranges (from, to) of joiners and of marks that combine with the preceding character. */
const marks = [
  [0x300, 0x36f],
  [0x483, 0x489],
  [0x591, 0x5bd],
  [0x64b, 0x65f],
  [0x1ab0, 0x1aff],
  [0x1dc0, 0x1dff],
  [0x200b, 0x200f],
  [0x20d0, 0x20ff],
  [0xfe00, 0xfe0f],
  [0xfe20, 0xfe2f],
  [0xfeff, 0xfeff],
] as const;

export function columnsOf(text: string): number {
  if (/^[\u0020-\u007e]*$/.test(text)) return text.length;
  let columns = 0;
  for (const character of text) columns += wide.test(character) ? 2 : isMark(character) ? 0 : 1;
  return columns;
}

function isMark(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return marks.some(([from, to]) => code >= from && code <= to);
}
