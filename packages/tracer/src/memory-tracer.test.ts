import { TraceScope, type TraceEvent } from "@ptc/core/contracts";
import { nothingUsed } from "@ptc/core/internal/contracts";
import { describe, expect, test } from "vitest";
import { combineSinks } from "./index.ts";
import { createMemoryTracer } from "./memory-tracer.ts";
import { buildTraceTree, type TraceSpan } from "./trace-tree.ts";

/** Returns a scope on `sink` whose clock advances by one at each reading. */
function scopeOn(sink: ReturnType<typeof createMemoryTracer>): TraceScope {
  let time = 100;
  let id = 0;
  return new TraceScope({
    sink,
    clock: { now: () => time++, monotonic: () => 0 },
    random: () => (id = (id + 1) % 60_000) / 65_536,
    traceId: "t",
  });
}

/** Returns names with their children, `a(b c)`, and `…` for an open span. */
function outline(spans: readonly TraceSpan[]): string {
  return spans
    .map(
      ({ name, children, isOpen }) =>
        `${name}${isOpen ? "…" : ""}${children.length === 0 ? "" : `(${outline(children)})`}`,
    )
    .join(" ");
}

function startOf(spanId: string, parentSpanId?: string): TraceEvent {
  return {
    type: "program-start",
    traceId: "t",
    spanId,
    ...(parentSpanId === undefined ? {} : { parentSpanId }),
    time: 10,
    data: { source: spanId },
  };
}

describe("createMemoryTracer", () => {
  test("stores events in order and builds a tree of them", () => {
    const tracer = createMemoryTracer();
    const mission = scopeOn(tracer).start("mission", () => ({ prompt: "p", tools: [] }));
    const turn = mission.scope.start("turn", () => ({ turn: 1, turnsLeft: 0 }));
    const request = turn.scope.start("model-request", () => ({ messages: [] }));
    request.end({ ok: true, text: "(+ 1 2)" });
    const program = turn.scope.start("program", () => ({ source: "(+ 1 2)" }));
    expect(outline(tracer.tree())).toBe("mission…(turn…(model-request program…))");
    program.end({
      ok: true,
      prints: [],
      usage: nothingUsed,
    });
    turn.end({ turn: 1, ok: true, done: true });
    mission.end({ ok: true, turns: 1 });
    expect(outline(tracer.tree())).toBe("mission(turn(model-request program))");
    expect(tracer.events.map(({ type }) => type)).toEqual([
      "mission-start",
      "turn-start",
      "model-request-start",
      "model-request-end",
      "program-start",
      "program-end",
      "turn-end",
      "mission-end",
    ]);
    expect(tracer.tree()[0]).toMatchObject({
      traceId: "t",
      durationMs: 7,
      start: { data: { prompt: "p" } },
      end: { data: { ok: true } },
    });
  });

  test("separates parallel spans and traces with the same span id", () => {
    const events: TraceEvent[] = [
      startOf("a"),
      startOf("b", "a"),
      { ...startOf("a"), traceId: "u" },
      startOf("c", "a"),
      { ...startOf("d", "a"), traceId: "u" },
    ];
    const tree = buildTraceTree(events);
    expect(
      tree.map(({ traceId, children }) => [traceId, children.map(({ spanId }) => spanId)]),
    ).toEqual([
      ["t", ["b", "c"]],
      ["u", ["d"]],
    ]);
  });
});

describe("trees of incomplete or invalid traces", () => {
  const end: TraceEvent = {
    type: "program-end",
    traceId: "t",
    spanId: "a",
    time: 4,
    data: {
      ok: true,
      prints: [],
      usage: nothingUsed,
    },
  };

  test("shows an end without a start", () => {
    expect(buildTraceTree([end])).toEqual([
      {
        name: "program",
        traceId: "t",
        spanId: "a",
        parentSpanId: undefined,
        start: undefined,
        end,
        durationMs: undefined,
        isOpen: false,
        children: [],
      },
    ]);
  });

  test("makes spans with unknown parents outermost, and includes every span of a cycle", () => {
    const spans = buildTraceTree([
      startOf("x", "missing"),
      startOf("self", "self"),
      startOf("a", "b"),
      startOf("b", "a"),
    ]);
    expect(spans.map(({ spanId, children }) => [spanId, children.length])).toEqual([
      ["x", 0],
      ["self", 0],
      ["a", 1],
    ]);
  });

  test("accepts an end once, and only of its own kind", () => {
    const other: TraceEvent = {
      type: "turn-end",
      traceId: "t",
      spanId: "a",
      time: 20,
      data: { turn: 1, ok: true, done: true },
    };
    expect(outline(buildTraceTree([startOf("a"), other, end]))).toBe("program… turn program");
    expect(outline(buildTraceTree([startOf("a"), end, end]))).toBe("program program");
  });

  test("never shows a negative duration after the clock was set back", () => {
    expect(buildTraceTree([startOf("a"), end])[0]?.durationMs).toBe(0);
  });

  test("builds the tree of a very deep trace", () => {
    const events = Array.from({ length: 50_000 }, (_, index) =>
      startOf(String(index), index === 0 ? undefined : String(index - 1)),
    );
    expect(buildTraceTree(events)).toHaveLength(1);
  });
});

describe("combineSinks", () => {
  test("passes every event to every sink, in order, even if one throws", () => {
    const seen: string[] = [];
    const sink = combineSinks(
      { emit: () => seen.push("first") },
      undefined,
      {
        emit: () => {
          throw new Error("broken");
        },
      },
      { emit: () => seen.push("last") },
    );
    sink.emit(startOf("a"));
    sink.emit(startOf("b"));
    expect(seen).toEqual(["first", "last", "first", "last"]);
  });
});
