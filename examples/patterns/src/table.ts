// Returns the rows as the Markdown table in the guide.

import type { PatternRow } from "./patterns.ts";

export function patternTable(rows: readonly PatternRow[]): string {
  const head = ["pattern", "answer", "requests", "at once", "input tokens", "output tokens"];
  const cells = rows.map(({ pattern, isRight, requests, atOnce, inputTokens, outputTokens }) => [
    pattern,
    isRight ? "right" : "wrong",
    String(requests),
    String(atOnce),
    inputTokens.toLocaleString("en-US"),
    outputTokens.toLocaleString("en-US"),
  ]);
  const widths = head.map((title, column) =>
    Math.max(title.length, ...cells.map((line) => line[column]?.length ?? 0)),
  );
  const line = (texts: readonly string[]): string =>
    `| ${texts.map((text, column) => text.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const rule = widths.map((width) => "-".repeat(width));
  return [line(head), line(rule), ...cells.map(line)].join("\n");
}
