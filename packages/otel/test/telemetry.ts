// The real SDK for tests: spans and metrics in memory, and the context manager of Node.

import { context, propagation } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  CompositePropagator,
  W3CBaggagePropagator,
  W3CTraceContextPropagator,
} from "@opentelemetry/core";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
  type ReadableSpan,
  type TracerProviderOptions,
} from "@opentelemetry/sdk-trace";
import { createOtelSink, type OtelSink, type OtelSinkOptions } from "../src/index.ts";

context.setGlobalContextManager(new AsyncLocalStorageContextManager());
propagation.setGlobalPropagator(
  new CompositePropagator({
    propagators: [new W3CTraceContextPropagator(), new W3CBaggagePropagator()],
  }),
);

export interface Telemetry {
  readonly sink: OtelSink;
  readonly provider: TracerProvider;
  /** The ended spans, in the order of their ends. */
  readonly spans: () => readonly ReadableSpan[];
  /** Returns the ended spans with this name. */
  readonly named: (name: string) => readonly ReadableSpan[];
  /** Returns the first ended span with this name. */
  readonly span: (name: string) => ReadableSpan;
  /** Returns the points of the metrics, as `name` and attributes with a value. */
  readonly points: () => Promise<readonly MetricPoint[]>;
}

export interface MetricPoint {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly value: unknown;
}

export function telemetry(
  options: Omit<OtelSinkOptions, "tracerProvider" | "meterProvider"> = {},
  tracing: TracerProviderOptions = {},
): Telemetry {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({
    ...(options.ids === undefined ? {} : { idGenerator: options.ids }),
    ...tracing,
    spanProcessors: [new SimpleSpanProcessor({ exporter }), ...(tracing.spanProcessors ?? [])],
  });
  const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({
    exporter: metricExporter,
    exportIntervalMillis: 1e9,
  });
  const meterProvider = new MeterProvider({ readers: [reader] });
  const spans = (): readonly ReadableSpan[] => exporter.getFinishedSpans();
  const named = (name: string) => spans().filter((span) => span.name === name);
  return {
    sink: createOtelSink({ ...options, tracerProvider: provider, meterProvider }),
    provider,
    spans,
    named,
    span: (name) => {
      const [found] = named(name);
      if (found === undefined)
        throw new Error(
          `no span ${name}: ${spans()
            .map((each) => each.name)
            .join(", ")}`,
        );
      return found;
    },
    points: async () => {
      await reader.forceFlush();
      const points = metricExporter
        .getMetrics()
        .flatMap(({ scopeMetrics }) => scopeMetrics)
        .flatMap(({ metrics }) => metrics)
        .flatMap(({ descriptor: { name }, dataPoints }) =>
          dataPoints.map(({ attributes, value }) => ({ name, attributes, value })),
        );
      await meterProvider.shutdown();
      return points;
    },
  };
}

/** Returns the names of spans as a tree: `[name, children]`, in the order of their starts. */
export function treeOf(spans: readonly ReadableSpan[]): readonly unknown[] {
  const ids = new Set(spans.map((span) => span.spanContext().spanId));
  const ordered = [...spans].sort((left, right) => milliseconds(left) - milliseconds(right));
  const below = (parent: string | undefined): readonly unknown[] =>
    ordered
      .filter(({ parentSpanContext: above }) =>
        parent === undefined
          ? above === undefined || !ids.has(above.spanId)
          : above?.spanId === parent,
      )
      .map((span) => {
        const children = below(span.spanContext().spanId);
        return children.length === 0 ? span.name : [span.name, ...children];
      });
  return below(undefined);
}

function milliseconds({ startTime: [seconds, nanoseconds] }: ReadableSpan): number {
  return seconds * 1_000 + nanoseconds / 1e6;
}

/** A clock that moves by one millisecond each time it is read. */
export function tickingClock(): { readonly now: () => number; readonly monotonic: () => number } {
  let time = Date.UTC(2025, 0, 1);
  return { now: () => ++time, monotonic: () => time };
}
