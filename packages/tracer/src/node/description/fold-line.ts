// Shows siblings that do the same work as one line: `tool/customer × 44, 6 failed`.

import { oneLine } from "@ptc/core/internal/errors";
import { groupedNumber } from "@ptc/core/internal/json";
import { isFailed } from "../../analysis/span-parts.ts";
import type { SpanFold } from "../../analysis/fold-spans.ts";
import { spanFacts } from "./span-facts.ts";
import { indentation, spanHead, spanLine, type LineOptions } from "./span-line.ts";

const shownError = 160;

/** Returns `tool/customer × 44, 6 failed`, or the head of a single span. Escapes its text. */
export function foldHead({ spans, failed, open }: SpanFold): string {
  const [first] = spans;
  const head = first === undefined ? "" : spanHead(spanFacts(first)).replace(/:$/, "");
  if (spans.length === 1) return head;
  const parts = [
    `${head} × ${groupedNumber(spans.length)}`,
    ...(failed === 0 ? [] : [`${groupedNumber(failed)} failed`]),
    ...(open === 0 ? [] : [`${groupedNumber(open)} did not end`]),
  ];
  return parts.join(", ");
}

/** Returns a line whose only control characters are those of `style`. */
export function foldLine(fold: SpanFold, level: number, options: LineOptions): string {
  const { spans, failed, totalMs, longestMs } = fold;
  const [first] = spans;
  if (first !== undefined && spans.length === 1) return spanLine(spanFacts(first), level, options);
  const firstFailed = failed === 0 ? undefined : spans.find(isFailed);
  const error = firstFailed === undefined ? undefined : spanFacts(firstFailed).error;
  const times = ` -> ${groupedNumber(totalMs)} ms together, the longest ${groupedNumber(longestMs)} ms`;
  const problem = error === undefined ? "" : `; first failure: ${oneLine(error, shownError)}`;
  const { style } = options;
  return `${indentation(level)}${foldHead(fold)}${style(failed > 0 ? "red" : "dim", times + problem)}`;
}
