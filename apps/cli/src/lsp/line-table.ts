// Converts between offsets of a text and positions of the language server protocol: line and UTF-16
// character from zero. Lines end with \n, \r\n or \r.

export interface Position {
  readonly line: number;
  /** UTF-16 units from the start of the line. */
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  /** After the last character. */
  readonly end: Position;
}

export class LineTable {
  private readonly text: string;
  private readonly starts: readonly number[];

  constructor(text: string) {
    this.text = text;
    const starts = [0];
    for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + end.length);
    this.starts = starts;
  }

  /** Returns the offset of a position. Positions beyond a line or the text are moved to its end. */
  offsetAt({ line, character }: Position): number {
    const start = this.starts[Math.max(0, line)];
    if (start === undefined) return this.text.length;
    let end = this.starts[Math.max(0, line) + 1] ?? this.text.length;
    while (end > start && /[\r\n]/.test(this.text.charAt(end - 1))) end -= 1;
    return Math.min(start + Math.max(0, character), end);
  }

  positionAt(offset: number): Position {
    let [low, high] = [0, this.starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low, character: offset - (this.starts[low] ?? 0) };
  }

  range(start: number, end: number): Range {
    return { start: this.positionAt(start), end: this.positionAt(end) };
  }
}
