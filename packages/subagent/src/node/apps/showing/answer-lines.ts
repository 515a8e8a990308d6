// Shows the answer of a mission to a person: lists of maps as tables, also inside maps, and
// everything else as text.

import { visibleText } from "@ptc/core/printing";
import { WorkLimitError, workBudget, type WorkMeter } from "@ptc/core/values";
import { hostJson } from "@ptc/core/internal/json";
import { formatResult } from "../../../preview/format-result.ts";
import { isRecordOfTables, recordLines } from "./answer-record.ts";
import { isTable, tableLines } from "./answer-table.ts";
import { displayWidth, wordLines } from "./text-width.ts";

/** The work limit for writing an answer. Larger answers are shown as an excerpt. */
const maximumWork = 200_000;
/** The limit for an answer's characters, including indentation. */
const mostCharacters = 2_000_000;
const leastWidth = 20;
const excerpt = { resultLimit: 1_000, resultMaxChars: 100_000 };

/** Returns lines without control characters. */
export function answerLines(answer: unknown, width: number): string[] {
  if (isTable(answer)) return tableLines(answer, width);
  if (isRecordOfTables(answer)) return recordLines(answer, width);
  const lines = visibleText(typeof answer === "string" ? answer : answerText(answer)).split("\n");
  return width === Infinity
    ? lines
    : lines.flatMap((line) =>
        displayWidth(line) <= width ? [line] : wordLines(line, Math.max(leastWidth, width)),
      );
}

function answerText(answer: unknown): string {
  try {
    const json = hostJson(answer, workBudget("showing the answer", maximumWork));
    spendIndentation(json, 0, workBudget("indenting the answer", mostCharacters));
    return JSON.stringify(json, undefined, 2);
  } catch (error) {
    // Indentation can make the text longer than the host's longest string.
    if (!(error instanceof WorkLimitError || error instanceof RangeError)) throw error;
    return `${formatResult(answer, excerpt).text}\n(an excerpt: the whole answer is too large to show)`;
  }
}

/** Deeply nested data has more indentation than text. */
function spendIndentation(json: unknown, depth: number, meter: WorkMeter): void {
  meter.spend(1 + 2 * depth);
  if (typeof json !== "object" || json === null) return;
  for (const part of Object.values(json)) spendIndentation(part, depth + 1, meter);
}
