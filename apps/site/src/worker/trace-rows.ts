// The trace of a run as rows, in the order in which its spans started. Times count from the first.

import type { TraceEvent } from "@ptc/core/contracts";
import { shortened } from "@ptc/core/internal/printing";
import type { TraceRow } from "./messages.ts";

const shownDetail = 200;

export function traceRows(events: readonly TraceEvent[]): readonly TraceRow[] {
  const depths = new Map<string, number>();
  const rows = new Map<string, TraceRow>();
  const first = events[0]?.time ?? 0;
  for (const event of events) {
    const isEnd = event.type.endsWith("-end");
    const started = rows.get(event.spanId);
    if (isEnd && started !== undefined) {
      const failed = "ok" in event.data && !event.data.ok;
      rows.set(event.spanId, {
        ...started,
        durationMs: event.time - first - started.startMs,
        ok: !failed,
        detail: started.detail + resultOf(event),
      });
      continue;
    }
    const parent = event.parentSpanId === undefined ? undefined : depths.get(event.parentSpanId);
    const depth = parent === undefined ? 0 : parent + 1;
    depths.set(event.spanId, depth);
    rows.set(event.spanId, {
      name: nameOf(event),
      depth,
      startMs: event.time - first,
      durationMs: undefined,
      detail: event.type === "tool-call-start" ? jsonOf(event.data.args) : "",
      ok: true,
    });
  }
  return [...rows.values()];
}

function nameOf(event: TraceEvent): string {
  if (event.type === "tool-call-start") return `tool/${event.data.name}`;
  return event.type.replace(/-start$/, "");
}

function resultOf(event: TraceEvent): string {
  if (event.type !== "tool-call-end") return "";
  return ` → ${event.data.error ?? jsonOf(event.data.result)}`;
}

function jsonOf(value: unknown): string {
  // JSON has no text for undefined.
  const json =
    (JSON.stringify(value, (_, part: unknown) =>
      typeof part === "bigint" ? String(part) : part,
    ) as string | undefined) ?? "nil";
  return shortened(json, shownDetail);
}
