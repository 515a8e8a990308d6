// `ptc trace timeline`: the spans of each run on one axis of time.
//
//   turn 1              |■■■■■■■             | 313 ms
//   tool/customer × 44  |   ■■■■             | 120 ms

import { oneLine } from "@ptc/core/internal/errors";
import { countText, jsonLine } from "@ptc/core/internal/json";
import { timelineOf, type TracedRun, type Timeline, type TimelineRow } from "@ptc/tracer";
import { displayWidth, fitted, foldHead, indentation } from "@ptc/tracer/internal/node";
import { exitCode, type ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import { write } from "../terminal/output.ts";
import { styleFor } from "../terminal/style.ts";
import { readRuns } from "./read-runs.ts";
import { outcomeText, timeText } from "./run-texts.ts";
import type { ShowLimitedOptions } from "./show-slowest.ts";

const mostRuns = 20;
const usualColumns = 100;
const leastColumns = 40;
/** The columns of the time after a bar. */
const timeColumns = 12;

/** @throws LoadError if nothing can be read */
export async function showTimeline(
  host: Host,
  { path, limit = 200, isJson }: ShowLimitedOptions,
): Promise<ExitCode> {
  const { runs } = await readRuns(host, path);
  for (const [index, run] of runs.slice(0, isJson ? undefined : mostRuns).entries()) {
    const timeline = timelineOf(run.roots, { limit });
    const lines = isJson
      ? jsonRows(run, timeline)
      : [...(index > 0 ? [""] : []), ...linesOf(host, run, timeline)];
    for (const line of lines) await write(host.output, `${line}\n`);
  }
  if (!isJson && runs.length > mostRuns)
    await write(
      host.output,
      `\n… ${countText(runs.length - mostRuns, "more run")} (--json shows all)\n`,
    );
  return exitCode.ok;
}

function jsonRows({ traceId }: TracedRun, { rows }: Timeline): readonly string[] {
  return rows.map(({ fold, level, startMs, endMs }) => {
    const { kind, name, turn, spans, failed, open } = fold;
    const line = {
      traceId,
      level,
      kind,
      name,
      turn,
      spans: spans.length,
      failed,
      open,
      startMs,
      endMs,
    };
    return jsonLine(line) ?? "{}";
  });
}

function linesOf(host: Host, run: TracedRun, timeline: Timeline): readonly string[] {
  const style = styleFor(host.output, host);
  const columns = Math.max(leastColumns, host.output.columns ?? usualColumns);
  const labels = timeline.rows.map(labelOf);
  const widest = Math.max(...labels.map((label) => displayWidth(label)), 1);
  const labelColumns = Math.min(widest, Math.floor(columns / 2) - timeColumns / 2);
  const barColumns = Math.max(1, columns - labelColumns - timeColumns - 4);
  const name = run.agent === undefined ? "" : `${oneLine(run.agent, 60)}: `;
  return [
    style("bold", fitted(`${name}${outcomeText(run)}`, columns)),
    ...timeline.rows.map((row, index) => {
      const label = fitted(labels[index] ?? "", labelColumns);
      const space = " ".repeat(Math.max(0, labelColumns - displayWidth(label)));
      const bar = barOf(row, timeline.durationMs, barColumns);
      const time = timeText(row.endMs - row.startMs);
      return `${label}${space} |${style(row.fold.failed > 0 ? "red" : "cyan", bar)}| ${style("dim", time)}`;
    }),
    ...(timeline.isCut ? [style("dim", "… more rows (--limit)")] : []),
  ];
}

function labelOf({ fold, level }: TimelineRow): string {
  return `${indentation(level)}${foldHead(fold)}`;
}

/** Returns a bar of at least one column. */
function barOf({ startMs, endMs }: TimelineRow, durationMs: number, columns: number): string {
  const scale = durationMs > 0 ? columns / durationMs : 0;
  const start = Math.min(columns - 1, Math.floor(startMs * scale));
  const length = Math.max(1, Math.min(columns - start, Math.round((endMs - startMs) * scale)));
  return `${" ".repeat(start)}${"■".repeat(length)}${" ".repeat(columns - start - length)}`;
}
