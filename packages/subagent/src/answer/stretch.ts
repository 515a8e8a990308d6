// Ranges of an answer that its readers skip.

/** A range of the answer, in UTF-16 units. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the text with its ranges replaced by `blank`, so that everything else keeps its position.
 */
export function withBlanks(text: string, stretches: readonly Stretch[], blank = " "): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of stretches) {
    pieces.push(text.slice(from, start), blank.repeat(end - start));
    from = end;
  }
  return pieces.length === 0 ? text : [...pieces, text.slice(from)].join("");
}
