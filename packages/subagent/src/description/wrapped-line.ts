// A line of text from outside over rows of a width. What could steer a terminal or hide is shown as
// an escape, and so much of the line is looked at as is shown.

import { visibleLine } from "@ptc/core/printing";
import stringWidth from "string-width";

export { stringWidth as displayWidth };

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Characters without a width: so many of them take a column anyway. */
const longestCluster = 16;
const tab = "    ";

export interface WrapOptions {
  /** The columns of a row. */
  readonly width: number;
  /** How many rows there may be. */
  readonly rows: number;
  /** Whether rows end between words where they can. */
  readonly isProse?: boolean;
}

export interface WrappedLine {
  readonly rows: readonly string[];
  /** How many characters of the line stand in them. */
  readonly taken: number;
}

/** A character as it is shown. */
interface Unit {
  readonly shown: string;
  readonly columns: number;
  /** UTF-16 units of the line. */
  readonly length: number;
}

/** `line` has no line break. An empty one is a row. */
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

/** `text` cut into pieces of at most `width` columns. A character wider than that stands alone. */
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

/** Behind the last space of a row, unless that leaves most of the row empty. */
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
