import { describe, expect, test } from "vitest";
import {
  call,
  eventsOf,
  mission,
  program,
  turn,
  type RecordedSpan,
} from "../../test/recorded-runs.ts";
import type { TraceEvent } from "@ptc/core/contracts";
import { buildTraceTree } from "../trace-tree.ts";
import { chromeTrace, type ChromeTraceEvent } from "./chrome-trace.ts";
import { speedscopeProfile } from "./speedscope-profile.ts";

function recorded(...calls: readonly RecordedSpan[]) {
  return buildTraceTree(
    eventsOf([
      mission(
        [1_000, 1_100],
        { ok: true, turns: 1 },
        [turn(1, [1_001, 1_099], { ok: true, done: true }, [program([1_010, 1_090], {}, calls)])],
        { agent: "audit" },
      ),
    ]),
  );
}

/** Two calls at the same time, one after them, and one that outlasts its program. */
const overlapping = () =>
  recorded(
    call("left", [1_020, 1_040], {}),
    call("right", [1_030, 1_050], {}),
    call("later", [1_060, 1_070], { ok: false, error: "bad\u001b[2J" }),
    call("open", [1_080, 1_090], undefined),
  );

describe("chromeTrace", () => {
  test("exports complete events in microseconds, with parallel calls on threads of their own", () => {
    const { traceEvents, displayTimeUnit } = chromeTrace(overlapping());
    expect(displayTimeUnit).toBe("ms");
    const complete = traceEvents.filter(({ ph }) => ph === "X");
    expect(complete.map(({ name, tid, ts, dur }) => [name, tid, ts, dur])).toEqual([
      ["mission audit", 1, 0, 100_000],
      ["turn 1", 1, 1_000, 98_000],
      ["program", 1, 10_000, 80_000],
      ["tool/left", 1, 20_000, 20_000],
      ["tool/right", 2, 30_000, 20_000],
      ["tool/later", 1, 60_000, 10_000],
      // It is open until the last event, after the end of its program.
      ["tool/open", 2, 80_000, 20_000],
    ]);
    expect(complete[5]?.args).toMatchObject({ failed: true, error: "bad\\u001b[2J" });
    expect(
      traceEvents.filter(({ ph }) => ph === "M").map(({ name, args }) => [name, args]),
    ).toEqual([
      ["thread_name", { name: "lane 1" }],
      ["thread_name", { name: "lane 2" }],
      ["process_name", { name: "audit: Audit it" }],
    ]);
  });

  test("exports moments as instants", () => {
    const paused: TraceEvent = {
      ...{ type: "run-paused", traceId: "t", spanId: "p", time: 5 },
      data: { pending: [], effects: 1 },
    };
    const [, event] = chromeTrace(buildTraceTree([paused])).traceEvents;
    expect(event).toMatchObject({ name: "run paused", ph: "i", s: "t", ts: 0 });
  });

  test.each([1, 7, 42])("events of a thread are nested or apart, for random spans %i", (seed) => {
    const threads = new Map<number, ChromeTraceEvent[]>();
    for (const event of chromeTrace(buildTraceTree(randomEvents(seed))).traceEvents)
      if (event.ph === "X") threads.set(event.tid, [...(threads.get(event.tid) ?? []), event]);
    expect(threads.size).toBeGreaterThan(1);
    for (const events of threads.values()) {
      const open: number[] = [];
      for (const { ts, dur = 0 } of events) {
        while ((open.at(-1) ?? Infinity) <= ts) open.pop();
        expect(ts + dur).toBeLessThanOrEqual(open.at(-1) ?? Infinity);
        open.push(ts + dur);
      }
    }
  });
});

describe("speedscopeProfile", () => {
  test("opens and closes frames in the order of time", () => {
    const { shared, profiles, name } = speedscopeProfile(overlapping(), "a\nb");
    expect(name).toBe("a\\u000ab");
    const [first, second] = profiles;
    const named = (index: number) => shared.frames[index]?.name;
    expect(
      first?.events.map(({ type, frame, at }) => `${type} ${String(named(frame))} ${String(at)}`),
    ).toEqual([
      "O mission audit 0",
      "O turn 1 1",
      "O program 10",
      "O tool/left 20",
      "C tool/left 40",
      "O tool/later 60",
      "C tool/later 70",
      "C program 90",
      "C turn 1 99",
      "C mission audit 100",
    ]);
    expect(second).toMatchObject({ name: "lane 2: tool/right", startValue: 0, endValue: 100 });
    expect(speedscopeProfile([]).profiles).toEqual([]);
  });

  test.each([1, 7, 42])("closes every frame in reverse order, for random spans %i", (seed) => {
    for (const { events } of speedscopeProfile(buildTraceTree(randomEvents(seed))).profiles) {
      const open: number[] = [];
      let time = 0;
      for (const { type, frame, at } of events) {
        expect(at).toBeGreaterThanOrEqual(time);
        time = at;
        if (type === "O") open.push(frame);
        else expect(open.pop()).toBe(frame);
      }
      expect(open).toEqual([]);
    }
  });
});

/** Returns nested and overlapping spans, some of them open or outside of their parents. */
function randomEvents(seed: number): TraceEvent[] {
  let state = seed;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
  const spans = (level: number, from: number): RecordedSpan[] =>
    level === 0
      ? []
      : Array.from({ length: 1 + next(4) }, () => {
          const start = from + next(40);
          const inside = spans(level - 1, start);
          return call(
            `t${String(next(3))}`,
            [start, start + next(60)],
            next(5) === 0 ? undefined : {},
            {},
            inside,
          );
        });
  return eventsOf(spans(5, 0));
}
