// Turns trace events into the data of a page: events -> tree -> placed spans -> turns -> view.

import type { TraceEvent } from "@ptc/core/contracts";
import { presentFields } from "@ptc/core/internal/host";
import { buildTraceTree, type TraceSpan } from "@ptc/tracer";
import { failView } from "./fail-view.ts";
import { dataOf, placedSpans, type PlacedSpan } from "./placed-span.ts";
import { keyOf, runSummary } from "./run-summary.ts";
import type { MissionView, RunView } from "./run-view.ts";
import { described } from "./span-view.ts";
import { TextTable } from "./text-table.ts";
import { timelineRows } from "./timeline-rows.ts";
import { turnViews } from "./turn-views.ts";

/** A run with its texts, which a page gets in parts. */
export interface ViewedRun {
  readonly view: RunView;
  readonly texts: TextTable;
}

const usualSpans = 50_000;

/**
 * Returns the runs of a trace: one for each outermost mission, and one for the other outermost
 * spans of each trace. Events may be of several traces. At most `mostSpans` spans of each run are
 * included.
 */
export function buildRunViews(
  events: readonly TraceEvent[],
  mostSpans = usualSpans,
): readonly ViewedRun[] {
  const texts = new TextTable();
  for (const event of events) texts.note(event);
  return rootsOfRuns(buildTraceTree(events)).map((roots) => viewedRun(roots, texts, mostSpans));
}

/**
 * Returns the outermost spans of each run. A span outside a mission belongs to the mission of its
 * trace before it, because a resumed run continues a trace.
 */
function rootsOfRuns(roots: readonly TraceSpan[]): readonly (readonly TraceSpan[])[] {
  const runs: TraceSpan[][] = [];
  const last = new Map<string, TraceSpan[]>();
  for (const root of roots) {
    const known = last.get(root.traceId);
    if (known !== undefined && root.name !== "mission") {
      known.push(root);
      continue;
    }
    const run = [root];
    last.set(root.traceId, run);
    runs.push(run);
  }
  return runs;
}

function viewedRun(roots: readonly TraceSpan[], noted: TextTable, mostSpans: number): ViewedRun {
  const texts = noted.emptied();
  const { spans, omitted } = placedSpans(roots, mostSpans);
  const { turns, messages, turnOf } = turnViews(spans, texts);
  const summary = runSummary(spans, turns, texts);
  const { rows, count } = timelineRows(spans);
  return {
    texts,
    view: {
      summary,
      spans: spans.map((placed) => {
        const { span, index, parent, next, depth, start, end } = placed;
        const { name, status, brief } = described(placed, texts);
        return {
          ...{ kind: span.name, id: keyOf(placed), parent, next, depth, row: rows[index] ?? 0 },
          start: start - summary.startedAt,
          ...{ name, status, turn: turnOf[index] ?? -1 },
          ...presentFields({ brief, end: span.isOpen ? undefined : end - summary.startedAt }),
        };
      }),
      missions: spans.flatMap((placed) =>
        placed.span.name === "mission" ? [missionView(placed, texts)] : [],
      ),
      turns,
      messages,
      rows: count,
      omittedSpans: omitted,
    },
  };
}

function missionView({ span, index }: PlacedSpan, texts: TextTable): MissionView {
  const started = dataOf(span.start, "mission-start");
  const ended = dataOf(span.end, "mission-end");
  const agent = started?.name ?? (span.start ?? span.end)?.agent;
  return {
    span: index,
    promptText: texts.text(started?.prompt ?? ""),
    tools: (started?.tools ?? []).slice(0, 500).map((tool) => texts.line(tool, 80)),
    depth: started?.depth ?? 0,
    ...presentFields({
      signature: started?.signature === undefined ? undefined : texts.message(started.signature),
      agent: agent === undefined ? undefined : texts.line(agent, 80),
      returnText: ended?.return === undefined ? undefined : texts.value(ended.return).index,
      fail: failOf(ended, texts),
    }),
  };
}

function failOf(
  ended: ReturnType<typeof dataOf<"mission-end">>,
  texts: TextTable,
): MissionView["fail"] {
  const fail = ended?.fail ?? ended?.partial;
  return fail && failView(fail, texts);
}
