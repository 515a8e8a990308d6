import { describe, expect, test } from "vitest";
import { nothingUsed } from "./usage.ts";
import { TraceScope } from "./trace-scope.ts";
import type { TraceEvent, TraceSink } from "./trace.ts";

function scopeInto(sink: TraceSink | undefined): TraceScope {
  let time = 0;
  let draws = 0;
  return new TraceScope({
    sink,
    clock: { now: () => ++time, monotonic: () => time },
    random: () => (++draws % 1000) / 1000,
    traceId: "t".repeat(32),
  });
}

function recording(): { readonly events: TraceEvent[]; readonly sink: TraceSink } {
  const events: TraceEvent[] = [];
  return {
    events,
    sink: {
      emit: (event) => {
        events.push(event);
      },
    },
  };
}

describe("spans", () => {
  test("the start and end of a span share an id, and nested spans refer to their parent", () => {
    const { events, sink } = recording();
    const turn = scopeInto(sink).start("turn", () => ({ turn: 1, turnsLeft: 2 }));
    const call = turn.scope.start("tool-call", () => ({
      name: "search",
      args: {},
      address: "r/1/0",
    }));
    call.end({ name: "search", ok: true });
    turn.end({ turn: 1, ok: true, done: false });
    expect(events.map(({ type, time }) => [type, time])).toEqual([
      ["turn-start", 1],
      ["tool-call-start", 2],
      ["tool-call-end", 3],
      ["turn-end", 4],
    ]);
    const [turnStart, callStart, callEnd, turnEnd] = events;
    expect(turnStart?.spanId).toMatch(/^[0-9a-f]{16}$/);
    expect([turnEnd?.spanId, callEnd?.spanId]).toEqual([turnStart?.spanId, callStart?.spanId]);
    expect([callStart?.parentSpanId, callEnd?.parentSpanId]).toEqual([
      turnStart?.spanId,
      turnStart?.spanId,
    ]);
    expect(callStart?.spanId).not.toBe(turnStart?.spanId);
    expect(turnStart !== undefined && "parentSpanId" in turnStart).toBe(false);
    expect(events.every(({ traceId }) => traceId === "t".repeat(32))).toBe(true);
    expect(callEnd?.data).toEqual({ name: "search", ok: true });
  });

  test("ending a span a second time has no effect", () => {
    const { events, sink } = recording();
    const span = scopeInto(sink).start("turn", () => ({ turn: 1, turnsLeft: 0 }));
    span.end({ turn: 1, ok: true, done: true });
    span.end({ turn: 1, ok: false, done: true });
    expect(events.map(({ data }) => data)).toEqual([
      { turn: 1, turnsLeft: 0 },
      { turn: 1, ok: true, done: true },
    ]);
  });
});

describe("TraceScope without a sink", () => {
  test("builds no event without a sink", () => {
    const scope = scopeInto(undefined);
    const span = scope.start("program", () => {
      throw new Error("not asked for");
    });
    span.end({
      ok: true,
      prints: [],
      usage: nothingUsed,
    });
    expect(span.scope).toBe(scope);
    expect(scope.isListening).toBe(false);
    expect(scopeInto(recording().sink).isListening).toBe(true);
  });
});

describe("a broken sink", () => {
  test("a sink that throws doesn't break the run", () => {
    const scope = scopeInto({
      emit: () => {
        throw new Error("disk full");
      },
    });
    const span = scope.start("turn", () => ({ turn: 1, turnsLeft: 0 }));
    expect(() => {
      span.end({ turn: 1, ok: true, done: true });
    }).not.toThrow();
  });

  test("an async sink that rejects does not end the process", async () => {
    const unhandled: unknown[] = [];
    const listen = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", listen);
    try {
      const emit: (event: TraceEvent) => unknown = async () =>
        Promise.reject(new Error("socket closed"));
      scopeInto({ emit })
        .start("turn", () => ({ turn: 1, turnsLeft: 0 }))
        .end({ turn: 1, ok: true, done: true });
      await new Promise((resolve) => setTimeout(resolve, 5));
    } finally {
      process.off("unhandledRejection", listen);
    }
    expect(unhandled).toEqual([]);
  });
});
