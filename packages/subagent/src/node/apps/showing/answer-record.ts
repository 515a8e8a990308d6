// Shows a map whose fields contain lists of maps: these lists as tables, below the names of their
// fields.
//
//   least      Cobalt Marine
//   suppliers
//     supplier       percent
//     -------------  -------
//     Cobalt Marine      4.5

import { oneLine } from "@ptc/core/internal/errors";
import { cellText, isTable, tableLines } from "./answer-table.ts";
import { displayWidth, padded, wordLines } from "./text-width.ts";
import type { Row } from "./nested-rows.ts";

/** Fields are looked for down to this level. */
const mostLevels = 4;
const mostFields = 200;
const shownName = 60;
const indentation = "  ";
/** A narrower table is not readable. */
const leastWidth = 30;

/** True for a map that contains a list of maps, also inside other maps. */
export function isRecordOfTables(value: unknown): value is Row {
  return isRecord(value) && hasTable(value, 1);
}

function hasTable(record: Row, level: number): boolean {
  const fields = Object.values(record);
  if (fields.length > mostFields) return false;
  return fields.some(
    (field) =>
      isTable(field) || (level < mostLevels && isRecord(field) && hasTable(field, level + 1)),
  );
}

/**
 * Returns lines without control characters. `width` is the number of columns of the terminal, or
 * Infinity.
 */
export function recordLines(record: Row, width: number): string[] {
  const names = Object.keys(record);
  const short = names.filter((name) => !isBlock(record[name]));
  const widest = Math.max(0, ...short.map((name) => displayWidth(shownNameOf(name))));
  return names.flatMap((name) => {
    const value = record[name];
    const shown = shownNameOf(name);
    if (!isBlock(value)) return fieldLines(padded(shown, widest, "right"), cellText(value), width);
    const room = Math.max(leastWidth, width - indentation.length);
    const lines = isTable(value) ? tableLines(value, room) : recordLines(value, room);
    return [shown, ...lines.map((line) => `${indentation}${line}`)];
  });
}

function isBlock(value: unknown): value is Row | readonly Row[] {
  return isTable(value) || isRecordOfTables(value);
}

/** Returns a field whose text continues below its beginning. */
function fieldLines(name: string, text: string, width: number): string[] {
  const room = Math.max(leastWidth, width - displayWidth(name) - indentation.length);
  const lines = width === Infinity ? [text] : wordLines(text, room);
  const space = " ".repeat(displayWidth(name));
  return lines.map((line, index) => `${index === 0 ? name : space}${indentation}${line}`.trimEnd());
}

function shownNameOf(name: string): string {
  return oneLine(name, shownName);
}

function isRecord(value: unknown): value is Row {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
