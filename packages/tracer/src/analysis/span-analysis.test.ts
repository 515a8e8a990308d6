import { describe, expect, test } from "vitest";
import type { TraceEvent } from "@ptc/core/contracts";
import {
  call,
  eventsOf,
  mission,
  program,
  turn,
  type RecordedSpan,
} from "../../test/recorded-runs.ts";
import { buildTraceTree } from "../trace-tree.ts";
import { foldChildren, foldSpans, type SpanFold } from "./fold-spans.ts";
import { slowestSpans } from "./slowest-spans.ts";
import { timelineOf } from "./timeline.ts";
import { toolStatistics } from "./tool-statistics.ts";

function tree(...spans: readonly RecordedSpan[]) {
  return buildTraceTree(eventsOf(spans));
}

/** One program with 44 parallel calls, of which every seventh fails. */
function parallel() {
  const calls = Array.from({ length: 44 }, (_, index) =>
    call(
      "customer",
      [10 + index, 60 + index],
      index % 7 === 6 ? { ok: false, error: `no customer ${String(index % 2)}` } : { result: 7 },
      {},
      [mission([20 + index, 50 + index], { ok: true, turns: 0 }, [], { agent: "reader" })],
    ),
  );
  return tree(
    mission([0, 200], { ok: true, turns: 1 }, [
      turn(1, [1, 190], { ok: true, done: true }, [
        program([5, 180], {}, [...calls, call("rates", [110, 170], { cached: true })]),
      ]),
    ]),
  );
}

function below(folds: readonly SpanFold[], levels: number): readonly SpanFold[] {
  const [fold] = folds;
  return levels === 0 || fold === undefined ? folds : below(foldChildren(fold), levels - 1);
}

describe("foldSpans", () => {
  test("folds equal siblings with their failures, and their children together", () => {
    const folds = below(foldSpans(parallel()), 3);
    expect(
      folds.map(({ kind, name, spans, failed }) => [kind, name, spans.length, failed]),
    ).toEqual([
      ["tool-call", "customer", 44, 6],
      ["tool-call", "rates", 1, 0],
    ]);
    expect(folds[0]).toMatchObject({ open: 0, totalMs: 44 * 50, longestMs: 50 });
    const [missions] = foldChildren(folds[0] ?? ({ spans: [] } as unknown as SpanFold));
    expect([missions?.kind, missions?.name, missions?.spans.length]).toEqual([
      "mission",
      "reader",
      44,
    ]);
  });

  test("keeps turns apart by their numbers, and counts open spans", () => {
    const spans = tree(
      turn(1, [0, 1], { ok: true, done: false }, []),
      turn(2, [2, 3], undefined, []),
    );
    expect(foldSpans(spans).map(({ turn: number, open }) => [number, open])).toEqual([
      [1, 0],
      [2, 1],
    ]);
  });
});

describe("slowestSpans", () => {
  test("orders spans by the time in which none of their children ran", () => {
    const slow = slowestSpans(parallel(), { limit: 3 });
    expect(slow.map(({ span, ownMs }) => [span.name, ownMs])).toEqual([
      ["tool-call", 60],
      ["mission", 30],
      ["mission", 30],
    ]);
    expect(slow[0]?.turn?.start?.data).toMatchObject({ turn: 1 });
    const all = slowestSpans(parallel(), { limit: 1_000 });
    // From 5 to 180, at least one call runs from 10 to 103 and from 110 to 170.
    expect(all.find(({ span }) => span.name === "program")?.ownMs).toBe(5 + 7 + 10);
  });

  test("throws an OptionError for a wrong limit", () => {
    expect(() => slowestSpans([], { limit: 0 })).toThrow(
      "`limit`: expected a whole number from 1, got 0",
    );
    expect(() => slowestSpans([], { most: 1 } as object)).toThrow("most");
  });
});

describe("toolStatistics", () => {
  test("adds up the calls of each tool with their most frequent errors", () => {
    const [customer, rates] = toolStatistics(parallel());
    expect(customer).toMatchObject({
      ...{ name: "customer", calls: 44, failed: 6, open: 0, native: 0 },
      durationMs: { total: 2_200, median: 50, maximum: 50 },
      bytes: { total: 38, median: 1, maximum: 1 },
    });
    expect(customer?.errors).toEqual([
      { message: "no customer 0", count: 3 },
      { message: "no customer 1", count: 3 },
    ]);
    expect(rates).toMatchObject({ name: "rates", calls: 1, cached: 1 });
  });
});

describe("timelineOf", () => {
  test("places folded rows on one axis of time", () => {
    const { startedAt, durationMs, rows, isCut } = timelineOf(parallel());
    expect([startedAt, durationMs, isCut]).toEqual([0, 200, false]);
    expect(
      rows.map(({ fold, level, startMs, endMs }) => [fold.kind, level, startMs, endMs]),
    ).toEqual([
      ["mission", 0, 0, 200],
      ["turn", 1, 1, 190],
      ["program", 2, 5, 180],
      ["tool-call", 3, 10, 103],
      ["mission", 4, 20, 93],
      ["tool-call", 3, 110, 170],
    ]);
  });

  test("an open span lasts until the last event, and rows beyond the limit are omitted", () => {
    const spans = tree(
      mission([0, 0], undefined, [call("a", [5, 9], {}), call("b", [6, 9], undefined)]),
    );
    expect(timelineOf(spans).rows.map(({ endMs }) => endMs)).toEqual([9, 9, 9]);
    expect(timelineOf(spans, { limit: 2 })).toMatchObject({ isCut: true, rows: [{}, {}] });
    expect(timelineOf([])).toEqual({ startedAt: 0, durationMs: 0, rows: [], isCut: false });
  });
});

describe("hostile traces", () => {
  const link = (index: number): TraceEvent => ({
    type: "tool-call-start",
    traceId: "t",
    spanId: String(index),
    parentSpanId: String(index - 1),
    time: index % 2 === 0 ? 1e300 : -1e300,
    data: { name: "__proto__", args: {}, address: "" },
  });

  test("a chain of 100,000 spans without ends and with absurd times is analyzed without recursion", () => {
    const spans = buildTraceTree(Array.from({ length: 100_000 }, (_, index) => link(index)));
    expect(toolStatistics(spans)).toMatchObject([
      { name: "__proto__", calls: 100_000, open: 100_000 },
    ]);
    expect(slowestSpans(spans)).toEqual([]);
    const { rows, durationMs } = timelineOf(spans, { limit: 10 });
    expect([rows.length, Number.isFinite(durationMs)]).toEqual([10, true]);
  });
});
