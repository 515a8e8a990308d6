// Exports spans as Chrome trace JSON, which Perfetto and chrome://tracing open. The format is the
// "Trace Event Format": complete events (X) with microseconds, instants (i) and metadata (M).

import { oneLine } from "@ptc/core/internal/errors";
import { argumentsText } from "@ptc/core/internal/json";
import type { TraceSpan } from "../trace-tree.ts";
import { summarizeRuns } from "./run-summary.ts";
import { spanLanes } from "./span-lanes.ts";
import { failOf, isFailed } from "./span-parts.ts";
import { spanTitle } from "./span-title.ts";

/** One event of the Trace Event Format. `ts` and `dur` are microseconds. */
export interface ChromeTraceEvent {
  readonly name: string;
  readonly ph: "X" | "i" | "M";
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly cat?: string;
  /** The scope of an instant: its thread. */
  readonly s?: "t";
  readonly args?: Readonly<Record<string, string | number | boolean>>;
}

/** The content of a file of the Trace Event Format, which `JSON.stringify` writes. */
export interface ChromeTrace {
  readonly displayTimeUnit: "ms";
  readonly traceEvents: readonly ChromeTraceEvent[];
  readonly otherData: Readonly<Record<string, string>>;
}

/** The maximum number of exported spans. Viewers become slow with more. */
export const mostExported = 200_000;
const longestText = 500;

/**
 * Returns the spans as Chrome trace JSON. Each run is a process, and each lane of parallel work is
 * a thread. All runs share one axis of time, which starts at 0. Exports at most 200,000 spans,
 * outer ones first; `otherData.omittedSpans` counts the rest. Texts are shortened and have no
 * control characters.
 */
export function chromeTrace(roots: readonly TraceSpan[]): ChromeTrace {
  const traceEvents: ChromeTraceEvent[] = [];
  const { spans, laneCount, omittedSpans } = spanLanes(roots, mostExported);
  const runs = processesOf(roots);
  const named = new Set<string>();
  for (const { span, lane, startMs, endMs } of spans) {
    const pid = runs.pidOf.get(span.traceId) ?? 1;
    const at = { pid, tid: lane + 1, ts: Math.round(startMs * 1_000) };
    const key = `${String(pid)}/${String(lane)}`;
    if (!named.has(key)) {
      named.add(key);
      traceEvents.push(metadata("thread_name", pid, lane + 1, `lane ${String(lane + 1)}`));
    }
    const event = { name: spanTitle(span), cat: span.name, ...at, args: argumentsOf(span) };
    traceEvents.push(
      isMoment(span)
        ? { ...event, ph: "i", s: "t" }
        : { ...event, ph: "X", dur: Math.round((endMs - startMs) * 1_000) },
    );
  }
  for (const [pid, name] of runs.names) traceEvents.push(metadata("process_name", pid, 0, name));
  return {
    displayTimeUnit: "ms",
    traceEvents,
    otherData: {
      exporter: "@ptc/tracer",
      lanes: String(laneCount),
      ...(omittedSpans === 0 ? {} : { omittedSpans: String(omittedSpans) }),
    },
  };
}

/** True for a moment, which has no duration. */
export function isMoment({ start }: TraceSpan): boolean {
  return start !== undefined && !start.type.endsWith("-start");
}

/** Returns a process number for each trace; child missions belong to the process of their run. */
function processesOf(roots: readonly TraceSpan[]): {
  readonly pidOf: ReadonlyMap<string, number>;
  readonly names: ReadonlyMap<number, string>;
} {
  const pidOf = new Map<string, number>();
  const names = new Map<number, string>();
  for (const [index, { traceId, agent, prompt, roots: spans }] of summarizeRuns(roots).entries()) {
    names.set(index + 1, oneLine(`${agent ?? "run"}: ${prompt ?? traceId}`, longestText));
    const rest = [...spans];
    for (let span = rest.pop(); span !== undefined; span = rest.pop()) {
      pidOf.set(span.traceId, index + 1);
      for (const child of span.children) rest.push(child);
    }
  }
  return { pidOf, names };
}

function metadata(
  name: "process_name" | "thread_name",
  pid: number,
  tid: number,
  value: string,
): ChromeTraceEvent {
  return { name, ph: "M", pid, tid, ts: 0, args: { name: value } };
}

function argumentsOf(span: TraceSpan): Readonly<Record<string, string | number | boolean>> {
  const { start, end, isOpen, traceId, spanId } = span;
  const texts = new Map<string, string | number | boolean>([
    ["traceId", oneLine(traceId, longestText)],
    ["spanId", oneLine(spanId, longestText)],
  ]);
  const text = (name: string, value: string | undefined): void => {
    if (value !== undefined) texts.set(name, oneLine(value, longestText));
  };
  if (isOpen) texts.set("open", true);
  if (isFailed(span)) texts.set("failed", true);
  text("error", failOf(span)?.message);
  if (start?.type === "mission-start") text("prompt", start.data.prompt);
  if (start?.type === "program-start") text("program", start.data.source);
  if (start?.type === "model-request-start") text("model", start.data.model);
  if (start?.type === "tool-call-start") texts.set("arguments", argumentsText(start.data.args));
  if (end?.type === "tool-call-end") text("error", end.data.error);
  if (end?.type === "model-request-end") {
    text("error", end.data.error);
    const { inputTokens, outputTokens } = end.data.usage ?? {};
    if (inputTokens !== undefined) texts.set("inputTokens", inputTokens);
    if (outputTokens !== undefined) texts.set("outputTokens", outputTokens);
  }
  // The names are ours, so they can be keys of an object.
  return Object.fromEntries(texts);
}
