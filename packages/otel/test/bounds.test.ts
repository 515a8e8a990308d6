import type { MeterProvider, TracerProvider } from "@opentelemetry/api";
import { ExportResultCode } from "@opentelemetry/core";
import { SimpleSpanProcessor, type SpanExporter } from "@opentelemetry/sdk-trace";
import { TraceScope, type TraceSink } from "@ptc/core/contracts";
import { createScriptedModel } from "@ptc/llm";
import { run as runProgram } from "@ptc/lisp";
import { run } from "@ptc/subagent";
import { describe, expect, test } from "vitest";
import { createOtelSink, type OtelSinkOptions } from "../src/index.ts";
import { telemetry } from "./telemetry.ts";

function scopeOf(sink: TraceSink, traceId: string): TraceScope {
  return new TraceScope({
    sink,
    clock: { now: () => Date.now(), monotonic: () => 0 },
    random: Math.random,
    traceId: traceId.repeat(32),
  });
}

const turn = () => ({ turn: 1, turnsLeft: 0 });

describe("a broken SDK", () => {
  const broken = (): never => {
    throw new Error("the exporter is broken");
  };

  test.each<[string, OtelSinkOptions]>([
    [
      "tracer",
      { tracerProvider: { getTracer: () => ({ startSpan: broken }) } as unknown as TracerProvider },
    ],
    [
      "histogram",
      {
        meterProvider: {
          getMeter: () => ({
            createHistogram: () => ({ record: broken }),
            createCounter: () => ({ add: broken }),
          }),
        } as unknown as MeterProvider,
      },
    ],
  ])("a %s that throws doesn't fail a run, and its errors are counted", async (_, options) => {
    const sink = createOtelSink({ ...telemetryOptions(), ...options });
    const step = await run("Go.", {
      llm: createScriptedModel(["```clojure\n(return (tool/look {}))\n```"]),
      tools: { look: () => 1 },
      trace: sink,
    });
    expect(step.ok && step.return).toBe(1);
    expect(sink.lostEvents).toBeGreaterThan(0);
    expect(sink.error?.message).toBe("the exporter is broken");
  });

  test("exporters that throw or report failures don't fail a run", async () => {
    const failing: SpanExporter = {
      export: (_, done) => {
        done({ code: ExportResultCode.FAILED, error: new Error("refused") });
      },
      shutdown: () => Promise.resolve(),
    };
    const throwing: SpanExporter = { export: broken, shutdown: () => Promise.resolve() };
    for (const exporter of [failing, throwing]) {
      const { sink, spans } = telemetry(
        {},
        { spanProcessors: [new SimpleSpanProcessor({ exporter })] },
      );
      const step = await runProgram("(tool/look {})", {
        tools: { look: () => 1 },
        trace: scopeOf(sink, "4"),
      });
      expect(step.ok && step.return).toBe(1);
      expect(spans().map(({ name }) => name)).toEqual(["execute_tool look", "program"]);
    }
  });

  test("a context manager that throws doesn't fail a tool, which runs once", async () => {
    const { sink } = telemetry();
    let calls = 0;
    const broken: TraceSink = {
      emit: (event) => {
        sink.emit(event);
      },
      propagation: {
        ...sink.propagation,
        within: (_, work) => {
          work();
          throw new Error("no context");
        },
      },
    };
    const step = await runProgram("(tool/look {})", {
      tools: { look: () => ++calls },
      trace: scopeOf(broken, "4"),
    });
    expect(step.ok && step.return).toBe(1);
    expect(calls).toBe(1);
  });
});

function telemetryOptions(): OtelSinkOptions {
  return { tracerProvider: telemetry().provider };
}

describe("spans that never end", () => {
  test("end as unfinished with their mission, and at the close of the sink", () => {
    const { sink, span, named } = telemetry();
    const mission = scopeOf(sink, "a").start("mission", () => ({ prompt: "p", tools: [] }));
    const inner = mission.scope.start("turn", turn);
    inner.scope.start("tool-call", () => ({ name: "lost", args: {}, address: "r/1/0" }));
    mission.end({ ok: true, turns: 1 });
    expect(span("execute_tool lost").attributes["ptc.unfinished"]).toBe(true);
    expect(span("invoke_agent").attributes["ptc.unfinished"]).toBeUndefined();
    expect(sink.unfinishedSpans).toBe(2);
    scopeOf(sink, "b").start("turn", turn);
    sink.close();
    sink.close();
    expect(named("turn 1")).toHaveLength(2);
    expect(sink.unfinishedSpans).toBe(3);
    scopeOf(sink, "c").start("turn", turn).end({ turn: 1, ok: true, done: true });
    expect(named("turn 1")).toHaveLength(2);
  });

  test("make room for other runs: the one that was quiet for the longest time ends first", () => {
    const { sink, spans } = telemetry({ maxOpenSpans: 3 });
    const open = (id: string) =>
      scopeOf(sink, id).start("mission", () => ({ name: id, prompt: "p", tools: [] }));
    open("a");
    const second = open("b");
    open("c");
    second.scope.start("turn", turn);
    open("d");
    expect(spans().map(({ name }) => name)).toEqual(["invoke_agent a", "invoke_agent c"]);
    expect([sink.unfinishedSpans, sink.droppedSpans]).toEqual([2, 0]);
  });

  test("a run with more open spans than the limit loses the newest, and its tools still run", async () => {
    const { sink, spans } = telemetry({ maxOpenSpans: 5 });
    let begun = 0;
    let letAllGo = (): void => undefined;
    const allBegun = new Promise<void>((resolve) => {
      letAllGo = resolve;
    });
    const get = async (): Promise<number> => {
      begun += 1;
      if (begun === 20) letAllGo();
      await allBegun;
      return 1;
    };
    const step = await runProgram("(pmap #(tool/get {:id %}) (range 20))", {
      tools: { get },
      trace: scopeOf(sink, "e"),
    });
    expect(step.ok).toBe(true);
    expect(sink.droppedSpans).toBe(16);
    expect(spans()).toHaveLength(5);
    expect(sink.unfinishedSpans).toBe(0);
  });

  test("a parent that works through its child isn't quiet", () => {
    const { sink, spans } = telemetry({ maxOpenSpans: 3 });
    const above = scopeOf(sink, "a").start("mission", () => ({
      name: "lead",
      prompt: "p",
      tools: [],
    }));
    scopeOf(sink, "b").start("mission", () => ({ name: "idle", prompt: "p", tools: [] }));
    const child = scopeOf(sink, "c").start("mission", () => ({
      name: "child",
      parentTraceId: "a".repeat(32),
      prompt: "p",
      tools: [],
    }));
    child.scope.start("turn", turn);
    expect(spans().map(({ name }) => name)).toEqual(["invoke_agent idle"]);
    above.end({ ok: true, turns: 0 });
  });
});

test("names and ids of any length are bounded", () => {
  const { sink, spans } = telemetry();
  const long = "n".repeat(10_000);
  const mission = scopeOf(sink, "f").start("mission", () => ({
    name: long,
    signature: long,
    prompt: long,
    tools: Array.from({ length: 1_000 }, () => long),
  }));
  mission.scope
    .start("tool-call", () => ({ name: long, args: {}, address: long }))
    .end({ name: long, ok: true });
  mission.end({ ok: true, turns: 0 });
  for (const { name, attributes } of spans()) {
    expect(name.length).toBeLessThan(220);
    expect(JSON.stringify(attributes).length).toBeLessThan(30_000);
  }
});

test.each<[object, string]>([
  [{ tracerProvider: {} }, "tracerProvider"],
  [{ meterProvider: 1 }, "meterProvider"],
  [{ captureContent: "yes" }, "captureContent"],
  [{ maxAttributeLength: 3 }, "maxAttributeLength"],
  [{ maxOpenSpans: 0 }, "maxOpenSpans"],
  [{ ids: {} }, "ids"],
  [{ capturecontent: true }, "capturecontent"],
])("the option in %j is refused by its name", (options, name) => {
  expect(() => createOtelSink(options as OtelSinkOptions)).toThrow(`option \`${name}\``);
});
