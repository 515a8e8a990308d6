// Builds traces for tests: spans with given times, without a mission.

import type { SpanName, TraceEvent, TraceEventData } from "@ptc/core/contracts";
import { nothingUsed } from "@ptc/core/internal/contracts";

type Start<Name extends SpanName> = TraceEventData[`${Name}-start`];
type End<Name extends SpanName> = TraceEventData[`${Name}-end`];

/** A span to record: its start, its end unless it is open, and the spans inside. */
export interface RecordedSpan {
  readonly name: SpanName;
  /** The times of its start and end in milliseconds. */
  readonly at: readonly [number, number];
  readonly start: object;
  readonly end?: object;
  readonly agent?: string;
  /** The id of its trace, if it isn't that of the span around. */
  readonly traceId?: string;
  readonly inside?: readonly RecordedSpan[];
}

function span<Name extends SpanName>(
  name: Name,
  at: readonly [number, number],
  start: Start<Name>,
  end: End<Name> | undefined,
  inside: readonly RecordedSpan[] = [],
): RecordedSpan {
  return { name, at, start, inside, ...(end === undefined ? {} : { end }) };
}

/** Returns the events of recorded spans, in the order of their times. */
export function eventsOf(spans: readonly RecordedSpan[], traceId = "t".repeat(32)): TraceEvent[] {
  let ids = 0;
  const events: TraceEvent[] = [];
  const add = (recorded: RecordedSpan, trace: string, parent: string | undefined): void => {
    const { name, at, agent, start, end, inside = [] } = recorded;
    const own = recorded.traceId ?? trace;
    const spanId = `s${String((ids += 1))}`;
    const link = recorded.traceId === undefined ? {} : { parentTraceId: trace };
    const around = {
      traceId: own,
      spanId,
      ...(parent === undefined ? {} : { parentSpanId: parent }),
      ...(agent === undefined ? {} : { agent }),
    };
    const event = (kind: "start" | "end", time: number, data: object): void => {
      // The builders below match names and data.
      events.push({ type: `${name}-${kind}`, ...around, time, data } as unknown as TraceEvent);
    };
    event("start", at[0], { ...start, ...link });
    for (const child of inside) add(child, own, spanId);
    if (end !== undefined) event("end", at[1], end);
  };
  for (const recorded of spans) add(recorded, recorded.traceId ?? traceId, undefined);
  return events
    .map((event, index) => ({ event, index }))
    .sort((left, right) => left.event.time - right.event.time || left.index - right.index)
    .map(({ event }) => event);
}

export function mission(
  at: readonly [number, number],
  end: End<"mission"> | undefined,
  inside: readonly RecordedSpan[],
  more: Partial<RecordedSpan> = {},
): RecordedSpan {
  return {
    ...span("mission", at, { prompt: "\n Audit it\nnow", tools: [] }, end, inside),
    ...more,
  };
}

export function turn(
  number: number,
  at: readonly [number, number],
  end: Omit<End<"turn">, "turn"> | undefined,
  inside: readonly RecordedSpan[],
): RecordedSpan {
  const ended = end === undefined ? undefined : { turn: number, ...end };
  return span("turn", at, { turn: number, turnsLeft: 3 }, ended, inside);
}

export function request(
  at: readonly [number, number],
  end: End<"model-request">,
  start: Partial<Start<"model-request">> = {},
): RecordedSpan {
  const messages = [{ role: "system", content: "Be brief." } as const];
  return span("model-request", at, { messages, model: "large", ...start }, end);
}

export function program(
  at: readonly [number, number],
  end: Partial<End<"program">>,
  inside: readonly RecordedSpan[] = [],
  source = "(+ 1 2)",
): RecordedSpan {
  const usage = nothingUsed;
  return span("program", at, { source }, { ok: true, prints: [], usage, ...end }, inside);
}

export function call(
  name: string,
  at: readonly [number, number],
  end: Partial<End<"tool-call">> | undefined,
  start: Partial<Start<"tool-call">> = {},
  inside: readonly RecordedSpan[] = [],
): RecordedSpan {
  const ended = end === undefined ? undefined : { name, ok: true, ...end };
  return span("tool-call", at, { name, args: {}, address: "r/1/0", ...start }, ended, inside);
}
