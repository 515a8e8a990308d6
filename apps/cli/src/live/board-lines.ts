// The lines of the live view: one for each running mission, one for the ended missions of each
// name, and one with the sums.
//
//   desk        turn 1 of 8   calls tools: find × 3   7 calls   2 requests   3.2 s
//     finder    turn 2 of 4   asks the model          1 call    2 requests   0.3 s
//     finder × 2 answered, 1 failed
//   in all: 12 requests, 18,400 tokens in, 1,210 out, 31 calls, 1 failed

import { countText, groupedNumber } from "@ptc/core/internal/json";
import { wordLines } from "@ptc/subagent/internal/node";
import { displayWidth, fitted } from "@ptc/tracer/internal/node";
import type { Style } from "../terminal/style.ts";
import type { Activity, MissionBoard, MissionRow } from "./mission-board.ts";

export interface BoardLinesOptions {
  readonly columns: number;
  /** The maximum number of lines, at least 4. */
  readonly rows: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly style: Style;
}

const gap = "   ";
const mostIndented = 8;
/** Words are wrapped in this many columns at least. */
const leastRoom = 10;
const mostTools = 3;
/** The lines that are reserved for ended missions. */
const mostEnded = 3;

/** Returns lines of at most `columns` columns, without control characters but those of `style`. */
export function boardLines(board: MissionBoard, options: BoardLinesOptions): readonly string[] {
  const { columns, rows: most, now, style } = options;
  const totals = totalsLine(board, columns, style);
  const ended = endedLines(board, columns, style);
  const missions = board.inTree();
  // More missions than lines are not laid out.
  const cells = missions.slice(0, most).map((row) => cellsOf(row, now));
  const widths = columnWidths(cells);
  const room = Math.max(1, most - totals.length - Math.min(ended.length, mostEnded) - 1);
  const lines: string[] = [];
  let shown = 0;
  for (const [index, row] of missions.slice(0, most).entries()) {
    const missionLines = linesOf(row, cells[index] ?? [], widths, options);
    if (shown > 0 && lines.length + missionLines.length > room) break;
    lines.push(...missionLines);
    shown += 1;
  }
  if (missions.length > shown)
    lines.push(
      style("dim", fitted(`  … ${countText(missions.length - shown, "more mission")}`, columns)),
    );
  lines.push(...ended.slice(0, Math.max(0, most - totals.length - lines.length)));
  return [...lines, ...totals].slice(0, most);
}

function cellsOf(row: MissionRow, now: number): readonly string[] {
  const { turn, mostTurns, repairs, calls, failedCalls, requests, startedAt, endedAt } = row;
  const failed = failedCalls === 0 ? "" : `, ${groupedNumber(failedCalls)} failed`;
  const repaired = repairs === 0 ? "" : `, ${countText(repairs, "repair")}`;
  return [
    `${"  ".repeat(Math.min(row.depth, mostIndented))}${row.name}`,
    turn === 0 ? "" : `turn ${groupedNumber(turn)} of ${groupedNumber(mostTurns)}${repaired}`,
    activityText(row),
    calls === 0 ? "" : `${countText(calls, "call")}${failed}`,
    requests === 0 ? "" : countText(requests, "request"),
    secondsText(Math.max(0, (endedAt ?? now) - startedAt)),
  ];
}

function activityText({ activity, running }: MissionRow): string {
  if (activity !== "calls tools" || running.size === 0) return activity;
  const counts = new Map<string, number>();
  for (const name of running.values()) counts.set(name, (counts.get(name) ?? 0) + 1);
  const tools = [...counts].map(([name, count]) =>
    count === 1 ? name : `${name} × ${groupedNumber(count)}`,
  );
  const more = tools.length > mostTools ? ", …" : "";
  return `calls ${tools.slice(0, mostTools).join(", ")}${more}`;
}

/** Returns `0.3 s`, `12 s` or `2 min 5 s`. */
function secondsText(milliseconds: number): string {
  const seconds = milliseconds / 1_000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${String(Math.floor(seconds))} s`;
  return `${groupedNumber(Math.floor(seconds / 60))} min ${String(Math.floor(seconds % 60))} s`;
}

function columnWidths(cells: readonly (readonly string[])[]): readonly number[] {
  const count = cells[0]?.length ?? 0;
  return Array.from({ length: count }, (_, column) =>
    Math.max(...cells.map((texts) => displayWidth(texts[column] ?? ""))),
  );
}

const stylesOf: Readonly<Partial<Record<Activity, "green" | "red" | "yellow">>> = {
  answered: "green",
  failed: "red",
  "waits for a decision": "yellow",
};

/** Returns the cells in columns, or wrapped at their words if the columns don't fit. */
function linesOf(
  { activity, depth }: MissionRow,
  cells: readonly string[],
  widths: readonly number[],
  { columns, style }: BoardLinesOptions,
): readonly string[] {
  // Cells that are empty in all lines take no room.
  const padded = cells.flatMap((text, column) => {
    const width = widths[column] ?? 0;
    return width === 0 ? [] : [`${text}${" ".repeat(width - displayWidth(text))}`];
  });
  const line = padded.join(gap).trimEnd();
  const indentation = "  ".repeat(Math.min(depth, mostIndented));
  const wrapped = (): readonly string[] => {
    const words = cells
      .filter((text) => text !== "")
      .join(", ")
      .trimStart();
    const room = Math.max(leastRoom, columns - indentation.length - gap.length);
    return wordLines(words, room).map((text, index) =>
      fitted(`${indentation}${index === 0 ? "" : gap}${text.trim()}`, columns),
    );
  };
  const lines = displayWidth(line) <= columns ? [line] : wrapped();
  const name = stylesOf[activity] ?? (depth === 0 ? "bold" : undefined);
  return name === undefined ? lines : lines.map((text) => style(name, text));
}

function endedLines({ ended }: MissionBoard, columns: number, style: Style): readonly string[] {
  return Array.from(ended, ([name, { answered, failed }]) => {
    const parts = [
      ...(answered === 0 ? [] : [`${groupedNumber(answered)} answered`]),
      ...(failed === 0 ? [] : [`${groupedNumber(failed)} failed`]),
    ];
    const line = fitted(`  ${name} × ${parts.join(", ")}`, columns);
    return style(failed === 0 ? "dim" : "red", line);
  });
}

/** The sums are shown if they differ from the counters of the only mission. */
function totalsLine(
  { rows, ended, totals }: MissionBoard,
  columns: number,
  style: Style,
): readonly string[] {
  const { requests, inputTokens, outputTokens, calls, failedCalls } = totals;
  if (rows.size + ended.size < 2 && inputTokens === 0) return [];
  const parts = [
    countText(requests, "request"),
    ...(inputTokens + outputTokens === 0
      ? []
      : [`${countText(inputTokens, "token")} in, ${groupedNumber(outputTokens)} out`]),
    ...(calls === 0 ? [] : [countText(calls, "call")]),
    ...(failedCalls === 0 ? [] : [`${groupedNumber(failedCalls)} failed`]),
  ];
  return [style("dim", fitted(`in all: ${parts.join(", ")}`, columns))];
}
