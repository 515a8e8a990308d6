// The answer of a mission, for a person: lists of maps as tables, everything else as text.

import { visibleText } from "@ptc/core/printing";
import { WorkLimitError, workBudget, type WorkMeter } from "@ptc/core/values";
import { formatResult } from "@ptc/subagent";
import { hostJson } from "@ptc/core/internal/json";
import { isTable, tableLines } from "./answer-table.ts";

/** The work that writing out an answer may make; of a larger one an excerpt is shown. */
const maximumWork = 200_000;
/** How many characters an answer may have with the spaces in front of its lines. */
const mostCharacters = 2_000_000;
const excerpt = { resultLimit: 1_000, resultMaxChars: 100_000 };

/** The lines have no control characters. */
export function answerLines(answer: unknown, width: number): string[] {
  if (isTable(answer)) return tableLines(answer, width);
  return visibleText(typeof answer === "string" ? answer : answerText(answer)).split("\n");
}

function answerText(answer: unknown): string {
  try {
    const json = hostJson(answer, workBudget("showing the answer", maximumWork));
    spendIndentation(json, 0, workBudget("indenting the answer", mostCharacters));
    return JSON.stringify(json, undefined, 2);
  } catch (error) {
    // Indentation can make a text longer than those of the host may be.
    if (!(error instanceof WorkLimitError || error instanceof RangeError)) throw error;
    return `${formatResult(answer, excerpt).text}\n(an excerpt: the answer is too large to be shown)`;
  }
}

/** What is nested deep has more spaces in front of its lines than text in them. */
function spendIndentation(json: unknown, depth: number, meter: WorkMeter): void {
  meter.spend(1 + 2 * depth);
  if (typeof json !== "object" || json === null) return;
  for (const part of Object.values(json)) spendIndentation(part, depth + 1, meter);
}
