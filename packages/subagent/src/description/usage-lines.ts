// Shows what a mission used, on one line or as a table: together, and by its child missions.

import type { MissionUsage, SpentByMissions } from "../step/step.ts";
import { countText, durationText, numberText } from "./count-text.ts";
import type { Page } from "./page.ts";
import { note, plain } from "./span.ts";

/**
 * Formats usage as in
 * `2 turns (9 with missions below), 9 requests, 1,200 tokens, 4 tool calls, 1.2 s`.
 */
export function usageText(usage: MissionUsage | undefined): string {
  if (usage === undefined) return "no model was called";
  const { turns, llmRequests, toolCalls, totalTokens, cost, durationMs, children } = usage;
  const own = countText(turns - (children?.turns ?? 0), "turn");
  return [
    children === undefined ? own : `${own} (${numberText(turns)} with missions below)`,
    countText(llmRequests, "request"),
    ...(totalTokens === undefined ? [] : [countText(totalTokens, "token")]),
    countText(toolCalls, "tool call"),
    ...(cost === undefined ? [] : [`cost ${numberText(cost)}`]),
    durationText(durationMs),
  ].join(", ");
}

type Counter = Exclude<keyof SpentByMissions, "durationMs">;

const rows: readonly (readonly [label: string, counter: Counter])[] = [
  ["turns", "turns"],
  ["model requests", "llmRequests"],
  ["input tokens", "inputTokens"],
  ["  of them cached", "cachedInputTokens"],
  ["output tokens", "outputTokens"],
  ["tokens", "totalTokens"],
  ["cost", "cost"],
  ["tool calls", "toolCalls"],
  ["evaluation steps", "steps"],
  ["program bytes", "memoryBytes"],
  ["  of one program", "peakMemoryBytes"],
];
const widths = { label: 20, number: 16 };

export function usageLines(page: Page, usage: MissionUsage | undefined): void {
  page.heading("Usage");
  const inside = page.inside;
  if (usage === undefined) {
    inside.line(note("no model was called"));
    return;
  }
  const { children, durationMs, schemaUsed, schemaBytes, compaction } = usage;
  if (children !== undefined)
    inside.line({ kind: "label", text: row("", ["together", "missions below"]) });
  for (const [label, counter] of rows) {
    const amounts = [usage[counter], ...(children === undefined ? [] : [children[counter]])];
    if (amounts.some((amount) => amount !== undefined))
      inside.line(
        plain(
          row(
            label,
            amounts.map((amount) => (amount === undefined ? "-" : numberText(amount))),
          ),
        ),
      );
  }
  inside.line(plain(row("time", [durationText(durationMs)])));
  if (compaction?.triggered === true)
    inside.line(
      plain(
        row("omitted", [
          countText(compaction.droppedTurns, "turn"),
          `${numberText(compaction.count)} times`,
        ]),
      ),
    );
  if (schemaUsed !== undefined)
    inside.line(
      plain(
        row("answer by schema", [
          schemaUsed ? "yes" : "in the prompt",
          ...(schemaBytes === undefined ? [] : [countText(schemaBytes, "byte")]),
        ]),
      ),
    );
}

function row(label: string, cells: readonly string[]): string {
  return label.padEnd(widths.label) + cells.map((cell) => cell.padStart(widths.number)).join("");
}
