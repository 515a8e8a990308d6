import { TraceScope, type TraceEvent, type TraceSink } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import { describe, expect, test } from "vitest";
import {
  createMemoryTracer,
  createSamplingSink,
  isInRatio,
  type SampledRun,
  type TraceSamplingOptions,
  type TraceLoss,
} from "../src/index.ts";

let time = 0;

function scopeOf(sink: TraceSink, id: number): TraceScope {
  return new TraceScope({
    sink,
    clock: { now: () => ++time, monotonic: () => time },
    random: Math.random,
    traceId: id.toString(16).padStart(32, "0"),
  });
}

interface Shape {
  readonly ok?: boolean;
  readonly prompt?: string;
  readonly ends?: boolean;
}

/** Emits the events of a mission with a turn. */
function mission(
  sink: TraceSink,
  id: number,
  { ok = true, prompt = "p", ends = true }: Shape = {},
) {
  const span = scopeOf(sink, id).start("mission", () => ({ prompt, tools: [] }));
  span.scope.start("turn", () => ({ turn: 1, turnsLeft: 0 })).end({ turn: 1, ok: false, done: ok });
  if (ends) span.end({ ok, turns: 1 });
  return span;
}

function sampled(options: TraceSamplingOptions) {
  const tracer = createMemoryTracer();
  const sink = createSamplingSink(tracer, options);
  return { sink, types: () => tracer.events.map(({ type }) => type), tracer };
}

const whole = ["mission-start", "turn-start", "turn-end", "mission-end"];

describe("createSamplingSink", () => {
  test("keeps failed runs whole, and drops the others when they end", () => {
    const { sink, types } = sampled({ keep: "errors" });
    mission(sink, 1);
    expect(types()).toEqual([]);
    mission(sink, 2, { ok: false });
    expect(types()).toEqual(whole);
    expect([sink.keptRuns, sink.droppedRuns, sink.overflowedRuns]).toEqual([1, 1, 0]);
  });

  test("passes every event on at once with `all`", () => {
    const { sink, types } = sampled({ keep: "all" });
    mission(sink, 1, { ends: false });
    expect(types()).toEqual(whole.slice(0, 3));
  });

  test("decides about a run with its child missions", () => {
    const { sink, types, tracer } = sampled({ keep: "errors" });
    for (const ok of [true, false]) {
      const above = scopeOf(sink, ok ? 1 : 2).start("mission", () => ({ prompt: "p", tools: [] }));
      const child = scopeOf(sink, ok ? 3 : 4).start("mission", () => ({
        parentTraceId: above.scope.traceId,
        prompt: "c",
        tools: [],
      }));
      child.end({ ok: !ok, turns: 0 });
      above.end({ ok, turns: 0 });
    }
    expect(types()).toEqual(["mission-start", "mission-start", "mission-end", "mission-end"]);
    expect(new Set(tracer.events.map(({ traceId }) => traceId.at(-1)))).toEqual(
      new Set(["2", "4"]),
    );
  });

  test("a share is decided by the trace id, so every process and pass decides alike", () => {
    const kept = (): readonly string[] => {
      const { sink, tracer } = sampled({ keep: 0.25 });
      for (let id = 0; id < 400; id++) mission(sink, id);
      return [...new Set(tracer.events.map(({ traceId }) => traceId))];
    };
    const first = kept();
    expect(kept()).toEqual(first);
    expect(first.length).toBeGreaterThan(70);
    expect(first.length).toBeLessThan(130);
    expect(first.every((id) => isInRatio(id, 0.25) && isInRatio(id, 0.5))).toBe(true);
    expect([isInRatio("a", 0), isInRatio("a", 1)]).toEqual([false, true]);
  });

  test("a share can be decided by a random source", () => {
    const draws = [0.1, 0.9, 0.2];
    const { sink, types } = sampled({ keep: 0.5, random: () => draws.shift() ?? 1 });
    for (const id of [1, 2, 3]) mission(sink, id);
    expect(types()).toEqual([...whole, ...whole]);
  });

  test("a function sees the end of a run, and a run that it can't judge is kept", () => {
    const seen: SampledRun[] = [];
    const { sink, types } = sampled({
      keep: (run) => {
        seen.push(run);
        if (run.traceId.endsWith("2")) throw new Error("a mistake");
        return run.durationMs > 1_000;
      },
    });
    mission(sink, 1);
    mission(sink, 2);
    expect(seen[0]).toEqual({
      traceId: "0".repeat(31) + "1",
      ok: true,
      isWaiting: false,
      events: 4,
      durationMs: 3,
    });
    expect(types()).toEqual(whole);
  });

  test("keeps a run that waits, and decides again about what follows", () => {
    const { sink, types } = sampled({ keep: "errors" });
    const mark = (type: "run-paused" | "run-resumed"): TraceEvent =>
      ({
        type,
        traceId: "0".repeat(31) + "1",
        spanId: "8".repeat(16),
        time: 5,
        data: { pending: [], decided: [], effects: 0 },
      }) as unknown as TraceEvent;
    const span = mission(sink, 1, { ends: false });
    sink.emit(mark("run-paused"));
    expect(types()).toEqual([...whole.slice(0, 3), "run-paused"]);
    sink.emit(mark("run-resumed"));
    span.end({ ok: true, turns: 1 });
    expect(types()).toHaveLength(4);
    expect([sink.keptRuns, sink.droppedRuns]).toEqual([1, 1]);
  });

  test("the close of the sink keeps runs that haven't ended", () => {
    const { sink, types } = sampled({ keep: "errors" });
    mission(sink, 1, { ends: false });
    sink.close();
    sink.close();
    mission(sink, 2, { ok: false });
    expect(types()).toEqual(whole.slice(0, 3));
  });
});

describe("the buffer of a sampling sink", () => {
  const large = "x".repeat(1_000);

  test("passes on the largest run when it is full, and its later events", () => {
    const { sink, types } = sampled({ keep: "errors", maximumBufferBytes: 3_000 });
    mission(sink, 1, { ends: false });
    const span = mission(sink, 2, { prompt: large + large, ends: false });
    expect(types()).toEqual(whole.slice(0, 3));
    span.end({ ok: true, turns: 1 });
    expect(types()).toEqual(whole);
    expect([sink.keptRuns, sink.droppedRuns, sink.overflowedRuns]).toEqual([1, 0, 0]);
  });

  test("drops the largest run with `drop`, and reports it", () => {
    const losses: TraceLoss[] = [];
    const { sink, types } = sampled({
      keep: "errors",
      maximumBufferBytes: 3_000,
      overflow: "drop",
      onLoss: (loss) => losses.push(loss),
    });
    mission(sink, 1, { prompt: large + large, ok: false });
    mission(sink, 2, { ok: false });
    expect(types()).toEqual(whole);
    expect(sink.overflowedRuns).toBe(1);
    sink.close();
    expect(losses.map(({ overflowedRuns }) => overflowedRuns)).toEqual([1, 1]);
  });

  test("counts shared, cyclic and unreadable data, and calls no accessor", () => {
    const { sink, types } = sampled({ keep: "errors", maximumBufferBytes: 10_000 });
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    const args = {
      cycle,
      map: new Map([["k", new Set([1])]]),
      bytes: new Uint8Array(100),
      get boom(): never {
        throw new Error("an accessor was called");
      },
    };
    const call = scopeOf(sink, 1).start("tool-call", () => ({ name: "t", args, address: "a" }));
    expect(types()).toEqual([]);
    call.end({ name: "t", ok: true, result: new Array(200_000).fill(0) });
    expect(types()).toEqual(["tool-call-start", "tool-call-end"]);
  });
});

test("a failing sink never fails a run: its lost events are counted and reported", async () => {
  const losses: TraceLoss[] = [];
  const failing: TraceSink = {
    emit: () => {
      throw new Error("the disk is full");
    },
  };
  const rejecting = {
    emit: () => Promise.reject(new Error("the socket is closed")),
  } as unknown as TraceSink;
  for (const broken of [failing, rejecting]) {
    const sink = createSamplingSink(broken, {
      keep: "errors",
      onLoss: (loss) => {
        losses.push(loss);
        throw new Error("ignored");
      },
    });
    mission(sink, 1, { ok: false });
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    expect(sink.lostEvents).toBe(4);
    sink.close();
  }
  expect(losses.map(({ lostEvents, error }) => [lostEvents, error?.message])).toEqual([
    [1, "the disk is full"],
    [4, "the disk is full"],
    [1, "the socket is closed"],
    [4, "the socket is closed"],
  ]);
});

test.each<[object, string]>([
  [{}, 'option `keep`: expected "all", "errors", a share from 0 to 1, or a function of a run'],
  [{ keep: 1.5 }, "option `keep`"],
  [{ keep: "all", overflow: "wait" }, 'option `overflow`: expected "keep" or "drop"'],
  [{ keep: "all", maximumBufferBytes: -1 }, "option `maximumBufferBytes`"],
  [{ keep: "all", random: 1 }, "option `random`"],
  [{ keep: "all", onLoss: 1 }, "option `onLoss`"],
  [{ keep: "all", ratio: 1 }, "option `ratio`: unknown option"],
])("refuses the options %j", (options, message) => {
  const create = () => createSamplingSink(createMemoryTracer(), options as TraceSamplingOptions);
  expect(create).toThrow(OptionError);
  expect(create).toThrow(message);
});
