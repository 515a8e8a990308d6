// Emits trace events. A scope adds the ids and the time to each event, so emitters only supply its
// data.

import { randomHexId, type Clock, type RandomSource } from "./clock.ts";
import { tellSink } from "./combine-sinks.ts";
import { runThrough } from "./run-through.ts";
import {
  eventFirewall,
  type TraceEvent,
  type TraceEventData,
  type TraceEventType,
  type TraceFirewall,
  type TraceSink,
} from "./trace.ts";

/** The names of spans: `tool-call` for the events `tool-call-start` and `tool-call-end`. */
export type SpanName = TraceEventType extends infer Type
  ? Type extends `${infer Name}-start`
    ? Name
    : never
  : never;

/** The options of `TraceScope`. */
export interface TraceScopeOptions {
  readonly sink: TraceSink | undefined;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly traceId: string;
  /** The name of the agent, added to every event. */
  readonly agent?: string | undefined;
  /**
   * Receives the values that are read from firewalled fields in this trace. Every event carries
   * it.
   */
  readonly firewall?: TraceFirewall | undefined;
}

/** An open span. Call `end` once, and use `scope` for events inside the span. */
export interface OpenSpan<Name extends SpanName> {
  readonly scope: TraceScope;
  end(data: TraceEventData[`${Name}-end`]): void;
}

/** A position in the tree of spans. Without a sink, no event is built. */
export class TraceScope {
  readonly traceId: string;
  /** The span that contains this scope, or undefined at the top. */
  readonly spanId: string | undefined;
  private readonly options: TraceScopeOptions;

  constructor(options: TraceScopeOptions, spanId?: string) {
    this.options = options;
    this.traceId = options.traceId;
    this.spanId = spanId;
  }

  /** Starts a span. Calls `data` only if there is a sink. */
  start<Name extends SpanName>(
    name: Name,
    data: () => TraceEventData[`${Name}-start`],
  ): OpenSpan<Name> {
    if (this.options.sink === undefined) return { scope: this, end: () => undefined };
    const spanId = randomHexId(this.options.random, 16);
    this.emit(`${name}-start`, spanId, data());
    let ended = false;
    return {
      scope: new TraceScope(this.options, spanId),
      end: (endData) => {
        if (ended) return;
        ended = true;
        this.emit(`${name}-end`, spanId, endData);
      },
    };
  }

  get isListening(): boolean {
    return this.options.sink !== undefined;
  }

  /**
   * Runs `work` inside the span of this scope, so that spans of other instrumentation appear below
   * it. Does nothing else if the sink can't connect them.
   */
  within<Result>(work: () => Result): Result {
    const propagation = this.options.sink?.propagation;
    // At the top, there is no span with this id.
    const { traceId, spanId = "" } = this;
    return propagation === undefined
      ? work()
      : runThrough((inner) => {
          propagation.within({ traceId, spanId }, inner);
        }, work);
  }

  get firewall(): TraceFirewall | undefined {
    return this.options.firewall;
  }

  private emit(type: TraceEventType, spanId: string, data: TraceEventData[TraceEventType]): void {
    const { agent } = this.options;
    const parent = this.spanId === undefined ? {} : { parentSpanId: this.spanId };
    // The signature of `start` guarantees that type and data match, but the compiler can't follow
    // that through the template literal.
    tellSink(this.options.sink, {
      type,
      traceId: this.traceId,
      spanId,
      ...parent,
      ...(agent === undefined ? {} : { agent }),
      time: this.options.clock.now(),
      data,
      ...(this.options.firewall === undefined ? {} : { [eventFirewall]: this.options.firewall }),
    } as TraceEvent);
  }
}
