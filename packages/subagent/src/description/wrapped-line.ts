// Wraps a line of untrusted text into rows of a given width. Shows characters that could control a
// terminal, or are invisible, as escapes. Reads only as much of the line as it shows.

import { visibleLine } from "@ptc/core/internal/printing";
import stringWidth from "string-width";

export { stringWidth as displayWidth };

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Characters in one part of a cluster. Each part after the first takes at least one column, so
 * zero-width characters can't pile up.
 */
const longestCluster = 16;
const tab = "    ";

export interface WrapOptions {
  /** The columns of a row. */
  readonly width: number;
  /** The maximum number of rows. */
  readonly rows: number;
  /** True to end rows between words if possible. */
  readonly isProse?: boolean;
}

export interface WrappedLine {
  readonly rows: readonly string[];
  /** The number of characters of the line that the rows contain. */
  readonly taken: number;
}

/** A character in its displayed form. */
interface Unit {
  readonly shown: string;
  readonly columns: number;
  /** UTF-16 units of the line. */
  readonly length: number;
}

/** Wraps `line`, which has no line break. An empty line is one row. */
export function wrappedLine(
  line: string,
  { width, rows: most, isProse = false }: WrapOptions,
): WrappedLine {
  if (most < 1) return { rows: [], taken: 0 };
  const rows: string[] = [];
  let taken = 0;
  let row: Unit[] = [];
  let columns = 0;
  const end = (count: number): void => {
    const units = row.slice(0, count);
    const text = textOf(units);
    rows.push(isProse ? text.trimEnd() : text);
    taken += units.reduce((sum, { length }) => sum + length, 0);
    row = row.slice(count);
    columns = columnsOf(row);
  };
  for (const unit of unitsOf(line.slice(0, most * width * longestCluster))) {
    if (columns + unit.columns > width && row.length > 0) {
      end(isProse && unit.shown !== " " ? wordEnd(row) : row.length);
      if (rows.length === most) return { rows, taken };
    }
    if (isProse && unit.shown === " " && row.length === 0 && rows.length > 0) {
      taken += unit.length;
      continue;
    }
    row.push(unit);
    columns += unit.columns;
  }
  if (row.length > 0 || rows.length === 0) end(row.length);
  return { rows, taken };
}

/** Cuts `text` into pieces of at most `width` columns. A wider character is a piece by itself. */
export function pieces(text: string, width: number): readonly string[] {
  return wrappedLine(text, { width, rows: text.length + 1 }).rows;
}

function* unitsOf(line: string): Generator<Unit> {
  for (const { segment } of segmenter.segment(line))
    for (let start = 0; start < segment.length; start += longestCluster) {
      const part = segment.slice(start, start + longestCluster);
      const shown = part === "\t" ? tab : visibleLine(part);
      const columns = Math.max(start > 0 ? 1 : 0, stringWidth(shown));
      yield { shown, columns, length: part.length };
    }
}

/**
 * Returns the position after the last space of a row, or the end of the row if that would leave
 * most of it empty.
 */
function wordEnd(row: readonly Unit[]): number {
  const last = row.findLastIndex(({ shown }) => shown === " ") + 1;
  return last > row.length / 3 ? last : row.length;
}

function textOf(units: readonly Unit[]): string {
  return units.map(({ shown }) => shown).join("");
}

function columnsOf(units: readonly Unit[]): number {
  return units.reduce((sum, { columns }) => sum + columns, 0);
}
