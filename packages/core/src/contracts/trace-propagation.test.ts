import { describe, expect, test } from "vitest";
import { combineSinks } from "./combine-sinks.ts";
import { carrierOf } from "./trace-carrier.ts";
import { TraceScope } from "./trace-scope.ts";
import { readCarrier, receivingTrace } from "./trace-propagation.ts";
import type { TracePropagation, TraceSink } from "./index.ts";

function sinkWith(propagation?: Partial<TracePropagation>): TraceSink {
  return {
    emit: () => undefined,
    ...(propagation === undefined
      ? {}
      : {
          propagation: {
            within: (_, work) => {
              work();
            },
            carrierOf: () => undefined,
            receiving: (_, work) => {
              work();
            },
            reopen: () => undefined,
            ...propagation,
          },
        }),
  };
}

function turnIn(sink: TraceSink | undefined): TraceScope {
  const scope = new TraceScope({
    sink,
    clock: { now: () => 1, monotonic: () => 1 },
    random: () => 0.5,
    traceId: "a".repeat(32),
  });
  return scope.start("turn", () => ({ turn: 1, turnsLeft: 0 })).scope;
}

describe("work inside a span", () => {
  test("runs once and returns its result or throws its error, whatever the sink does", () => {
    const sinks: readonly (TraceSink | undefined)[] = [
      undefined,
      sinkWith(),
      sinkWith({}),
      sinkWith({ within: () => undefined }),
      sinkWith({
        within: (_, work) => {
          work();
          work();
          throw new Error("broken");
        },
      }),
      combineSinks(sinkWith({ within: () => undefined }), undefined, sinkWith({})),
    ];
    for (const sink of sinks) {
      let calls = 0;
      expect(turnIn(sink).within(() => ++calls)).toBe(1);
      expect(calls).toBe(1);
      expect(() =>
        turnIn(sink).within(() => {
          throw new TypeError("its own");
        }),
      ).toThrow(new TypeError("its own"));
    }
  });

  test("is inside the spans of all combined sinks, in their order", () => {
    const seen: string[] = [];
    const named = (name: string): TraceSink =>
      sinkWith({
        within: ({ traceId, spanId }, work) => {
          seen.push(`${name} ${String(traceId.length)} ${String(spanId.length)}`);
          work();
          seen.push(`end ${name}`);
        },
      });
    turnIn(combineSinks(named("a"), sinkWith(), named("b"))).within(() => seen.push("work"));
    expect(seen).toEqual(["a 32 16", "b 32 16", "work", "end b", "end a"]);
  });
});

describe("the carrier of a span", () => {
  const carrier = { traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01` };

  test("comes from the first sink that has one, and a broken sink has none", () => {
    const broken = sinkWith({
      carrierOf: () => {
        throw new Error("broken");
      },
    });
    expect(carrierOf(turnIn(combineSinks(broken, sinkWith({ carrierOf: () => carrier }))))).toBe(
      carrier,
    );
    for (const sink of [undefined, sinkWith(), broken])
      expect(carrierOf(turnIn(sink))).toBeUndefined();
  });

  test("is read from untrusted data: only its three fields, bounded, with a position", () => {
    const whole = { ...carrier, tracestate: "a=1", baggage: "b=2" };
    expect(readCarrier({ ...whole, other: "x", progressToken: 1 })).toEqual(whole);
    expect(readCarrier({ ...carrier, tracestate: "x".repeat(513), baggage: 7 })).toEqual(carrier);
    for (const value of [
      undefined,
      null,
      "00",
      {},
      { traceparent: 1 },
      { traceparent: carrier.traceparent.toUpperCase() },
      { traceparent: `${carrier.traceparent}0` },
      { traceparent: `${carrier.traceparent}-${"x".repeat(600)}` },
    ])
      expect(readCarrier(value)).toBeUndefined();
  });

  test("is received by the sink, and work without one runs as it is", () => {
    const received: unknown[] = [];
    const { propagation } = sinkWith({
      receiving: (given, work) => {
        received.push(given);
        work();
      },
    });
    expect(receivingTrace(propagation, carrier, () => 1)).toBe(1);
    expect(receivingTrace(propagation, undefined, () => 2)).toBe(2);
    expect(receivingTrace(undefined, carrier, () => 3)).toBe(3);
    expect(received).toEqual([carrier]);
  });
});
