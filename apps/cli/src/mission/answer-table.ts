// Shows a list of maps as a table. Nothing is left out: what does not fit the terminal continues in
// further lines of its cell.

import { visibleText } from "@ptc/core/printing";
import { defineField } from "@ptc/core/values";
import { displayWidth, padded } from "../terminal/display-width.ts";
import { hostJson } from "../values/host-json.ts";

type Row = Readonly<Record<string, unknown>>;

/** Columns are not made narrower than this. */
const minimumColumn = 16;
const gap = "  ";

export function isTable(value: unknown): value is readonly Row[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(
      (row) =>
        typeof row === "object" && row !== null && !Array.isArray(row) && !(row instanceof Date),
    )
  );
}

/**
 * The lines have no control characters. `width`: the columns of the terminal; Infinity for no
 * bound.
 */
export function tableLines(answer: readonly Row[], width: number): string[] {
  const rows = unnested(answer);
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row) =>
    names.map((name) => cellText(Object.hasOwn(row, name) ? row[name] : undefined)),
  );
  const titles = names.map(oneLine);
  const isNumeric = names.map((name) =>
    rows.every((row) => !Object.hasOwn(row, name) || typeof row[name] === "number"),
  );
  const widths = columnWidths([titles, ...cells], width);
  const line = (texts: readonly string[]): string =>
    texts
      .map((text, column) =>
        padded(text, widths[column] ?? 0, isNumeric[column] === true ? "left" : "right"),
      )
      .join(gap)
      .trimEnd();
  return [
    ...wrappedRow(titles, widths).map(line),
    widths.map((columns) => "-".repeat(columns)).join(gap),
    ...cells.flatMap((texts) => wrappedRow(texts, widths).map(line)),
  ];
}

/**
 * When one column holds lists of maps, each of those maps gets a row of its own, and the other
 * columns are filled in the first of these rows only.
 */
function unnested(rows: readonly Row[]): readonly Row[] {
  const nested = new Set(
    rows.flatMap((row) => Object.keys(row).filter((name) => isTable(row[name]))),
  );
  const [column] = nested;
  if (column === undefined || nested.size > 1 || !rows.every((row) => Array.isArray(row[column])))
    return rows;
  const outerNames = new Set(
    rows.flatMap((row) => Object.keys(row)).filter((name) => name !== column),
  );
  return rows.flatMap((row) => {
    const outer = Object.entries(row).filter(([name]) => name !== column);
    const [first = [], ...others] = (row[column] as readonly Row[]).map((item) =>
      Object.entries(item).map(([name, value]): [string, unknown] => [
        outerNames.has(name) ? `${column}.${name}` : name,
        value,
      ]),
    );
    return [[...outer, ...first], ...others].map((fields) => rowOf(fields));
  });
}

function rowOf(fields: readonly (readonly [string, unknown])[]): Row {
  const row = {};
  for (const [name, value] of fields) defineField(row, name, value);
  return row;
}

/** A text without quotes, a list with its elements joined, anything else as JSON. */
function cellText(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.map(cellText).join(", ");
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "" : value.toISOString();
  return oneLine(typeof value === "string" ? value : JSON.stringify(hostJson(value)));
}

function oneLine(text: string): string {
  return visibleText(text.replace(/[\r\n\t]+/g, " "));
}

/**
 * The widths of the columns: as wide as their content or, when that does not fit the terminal, with
 * the widest columns made narrower.
 */
function columnWidths(lines: readonly (readonly string[])[], width: number): number[] {
  const widths = (lines[0] ?? []).map((_, column) =>
    lines.reduce((widest, texts) => Math.max(widest, displayWidth(texts[column] ?? "")), 1),
  );
  const room = width - gap.length * (widths.length - 1);
  let excess = widths.reduce((sum, columns) => sum + columns, 0) - room;
  while (excess > 0) {
    const widest = Math.max(...widths);
    if (widest <= minimumColumn) break;
    const narrowed = Math.max(
      minimumColumn,
      widest - excess,
      ...widths.filter((columns) => columns < widest),
    );
    widths[widths.indexOf(widest)] = narrowed;
    excess -= widest - narrowed;
  }
  return widths;
}

function wrappedRow(texts: readonly string[], widths: readonly number[]): string[][] {
  const columns = texts.map((text, column) => wrapped(text, widths[column] ?? 0));
  const height = Math.max(...columns.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) => columns.map((lines) => lines[line] ?? ""));
}

/** Breaks a text into lines at spaces; a word that is longer than a line is cut. */
function wrapped(text: string, width: number): string[] {
  if (displayWidth(text) <= width) return [text];
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").flatMap((part) => pieces(part, width))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (displayWidth(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

function pieces(word: string, width: number): string[] {
  if (displayWidth(word) <= width) return [word];
  const characters = Array.from(word);
  const size = Math.max(1, Math.floor(width / 2));
  return Array.from({ length: Math.ceil(characters.length / size) }, (_, index) =>
    characters.slice(index * size, (index + 1) * size).join(""),
  );
}
