// The answer of a mission, for a person: lists of maps as tables, everything else as text.

import { visibleText } from "@ptc/core/printing";
import { hostJson } from "../values/host-json.ts";
import { isTable, tableLines } from "./answer-table.ts";

/** The lines have no control characters. */
export function answerLines(answer: unknown, width: number): string[] {
  if (isTable(answer)) return tableLines(answer, width);
  if (typeof answer === "string") return visibleText(answer).split("\n");
  return visibleText(JSON.stringify(hostJson(answer), undefined, 2)).split("\n");
}
