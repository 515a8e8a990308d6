// Shows a list of maps as a table. What does not fit the terminal continues in further lines of its
// cell. Rows, columns and cells are bounded, whatever a mission answers, and lines below the table
// say what is left out.

import { oneLine } from "@ptc/core/internal/errors";
import { WorkLimitError, workBudget } from "@ptc/core/values";
import { displayWidth, padded } from "../terminal/display-width.ts";
import { wordLines } from "../terminal/wrapped.ts";
import { hostJson } from "../values/host-json.ts";
import { countText } from "./data-size.ts";
import { unnested, type Row } from "./nested-rows.ts";

/** Columns are not made narrower than this. */
const minimumColumn = 16;
const gap = "  ";

const shownRows = 1_000;
const shownColumns = 40;
const shownCell = 4_000;
/** The characters of all cells together. */
const shownCharacters = 200_000;
const namedColumns = 10;
const shownName = 60;

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

/** The names of the columns, in the order in which rows have them. */
function namesOf(rows: readonly Row[]): string[] {
  const names = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  return Array.from(names);
}

/** The texts of the first rows, as many as there is room for. */
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

/** A text without quotes, a list with its elements joined, anything else as JSON. */
function cellText(value: unknown): string {
  return shortened(onOneLine(textOf(value, shownCell)));
}

/** The text of a value, or somewhat more than `room` characters of it. */
function textOf(value: unknown, room: number): string {
  if (value === undefined || value === null) return "";
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

function shortened(text: string): string {
  return text.length > shownCell ? `${text.slice(0, shownCell)}…` : text;
}

/** Line ends become spaces, everything else that acts on a terminal an escape. */
function onOneLine(text: string): string {
  return oneLine(text.replace(/[\r\n\t]+/g, " "), 2 * shownCell);
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
  const columns = texts.map((text, column) => {
    const width = widths[column] ?? 0;
    return displayWidth(text) <= width ? [text] : wordLines(text, width);
  });
  const height = Math.max(...columns.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) => columns.map((lines) => lines[line] ?? ""));
}
