// Locations in a source text for people and models: line and column, and the line itself with a
// caret under the position.

import type { SourcePosition } from "../../contracts/index.ts";
import { visibleLine } from "../../printing/internal.ts";

/** The approximate number of characters an excerpt shows of a long line. */
const excerptWidth = 80;

/**
 * Returns the position at `offset`. Lines and columns count from 1, columns in UTF-16 units. Lines
 * end with \n, \r\n or \r. Clamps an offset outside the source.
 */
export function positionAt(source: string, offset: number): SourcePosition {
  const place = Math.max(0, Math.min(offset, source.length));
  let line = 1;
  let lineStart = 0;
  for (let index = 0; index < place; index += 1) {
    const code = source.charCodeAt(index);
    // The \r of \r\n belongs to the line that the \n ends.
    if (code === 10 || (code === 13 && source.charCodeAt(index + 1) !== 10)) {
      line += 1;
      lineStart = index + 1;
    }
  }
  return { offset: place, line, column: place - lineStart + 1 };
}

/**
 * Returns two lines: the source line (for a long one, only the part around the position), and a
 * caret below the position. Escapes control characters.
 */
export function excerptAt(source: string, position: SourcePosition): string {
  const lineStart = position.offset - position.column + 1;
  const lineEnd = endOfLine(source, lineStart);
  const from = Math.max(
    lineStart,
    Math.min(position.offset - excerptWidth / 2, lineEnd - excerptWidth),
  );
  const to = Math.min(lineEnd, from + excerptWidth);
  const before = `${from > lineStart ? "…" : ""}${visibleLine(source.slice(from, position.offset))}`;
  const after = `${visibleLine(source.slice(position.offset, to))}${to < lineEnd ? "…" : ""}`;
  return `${before}${after}\n${" ".repeat(before.length)}^`;
}

function endOfLine(source: string, start: number): number {
  let end = start;
  while (end < source.length && source.charCodeAt(end) !== 10 && source.charCodeAt(end) !== 13)
    end += 1;
  return end;
}
