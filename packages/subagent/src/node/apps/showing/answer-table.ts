// Shows a list of maps as a table. Text that doesn't fit a column continues on the next line of its
// cell. The number of rows, columns and characters is limited; lines below the table report the
// rest.

import { shortened } from "@ptc/core/internal/printing";
import { oneLine } from "@ptc/core/internal/errors";
import { WorkLimitError, workBudget } from "@ptc/core/values";
import { hostJson, countText } from "@ptc/core/internal/json";
import { displayWidth, padded, wordLines } from "./text-width.ts";
import { unnested, type Row } from "./nested-rows.ts";

/** The smallest width of a column. */
const minimumColumn = 16;
const gap = "  ";

const shownRows = 1_000;
const shownColumns = 40;
const shownCell = 4_000;
/** The limit for the characters of all cells. */
const shownCharacters = 200_000;
const namedColumns = 10;
const shownName = 60;

/** True for a list of maps with at least one row. */
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
 * Returns lines without control characters. `width` is the number of columns of the terminal, or
 * Infinity.
 */
export function tableLines(answer: readonly Row[], width: number): string[] {
  const { rows, omittedRows } = unnested(answer, shownRows, isTable);
  const allNames = namesOf(rows);
  const names = allNames.slice(0, shownColumns);
  const cells = cellsOf(rows, names);
  const titles = names.map((name) => oneLine(name, shownCell));
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
    ...omissions(omittedRows + rows.length - cells.length, allNames.slice(names.length)),
  ];
}

/** Returns the names of the columns, in order of appearance. */
function namesOf(rows: readonly Row[]): string[] {
  const names = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  return Array.from(names);
}

/** Returns the texts of the first rows, up to the limit for characters. */
function cellsOf(rows: readonly Row[], names: readonly string[]): string[][] {
  const cells: string[][] = [];
  let room = shownCharacters;
  for (const row of rows) {
    const texts = names.map((name) => cellText(Object.hasOwn(row, name) ? row[name] : undefined));
    room -= texts.reduce((sum, text) => sum + text.length, 0);
    if (room < 0 && cells.length > 0) break;
    cells.push(texts);
  }
  return cells;
}

function omissions(rows: number, names: readonly string[]): string[] {
  const named = names.slice(0, namedColumns).map((name) => oneLine(name, shownName));
  return [
    ...(rows === 0 ? [] : [`… ${countText(rows, "more row")}`]),
    ...(names.length === 0
      ? []
      : [
          `… ${countText(names.length, "more column")}: ${named.join(", ")}${names.length > named.length ? ", …" : ""}`,
        ]),
  ];
}

/** Returns strings without quotes, lists with their elements joined, and anything else as JSON. */
export function cellText(value: unknown): string {
  return shortened(onOneLine(textOf(value, shownCell)), shownCell);
}

/** Returns the text of a value, or slightly more than `room` characters of it. */
function textOf(value: unknown, room: number): string {
  if (value === undefined || value === null) return "";
  // eslint-disable-next-line texts/shortened-texts -- the caller marks the cut
  if (typeof value === "string") return value.slice(0, room + 1);
  if (Array.isArray(value)) return listText(value, room);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "" : value.toISOString();
  try {
    return JSON.stringify(hostJson(value, workBudget("showing a cell", room)));
  } catch (error) {
    if (error instanceof WorkLimitError) return "…";
    throw error;
  }
}

function listText(items: readonly unknown[], room: number): string {
  let text = "";
  for (const [index, item] of items.entries()) {
    text += `${index === 0 ? "" : ", "}${textOf(item, room - text.length)}`;
    if (text.length > room) break;
  }
  return text;
}

/** Replaces line breaks with spaces, and other control characters with escapes. */
function onOneLine(text: string): string {
  return oneLine(text.replace(/[\r\n\t]+/g, " "), 2 * shownCell);
}

/** Returns the widths of the columns. If they don't fit the terminal, the widest get narrower. */
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
  const columns = texts.map((text, column) => {
    const width = widths[column] ?? 0;
    return displayWidth(text) <= width ? [text] : wordLines(text, width);
  });
  const height = Math.max(...columns.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) => columns.map((lines) => lines[line] ?? ""));
}
