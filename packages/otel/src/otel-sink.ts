// A sink that turns the events of runs into spans and metrics of OpenTelemetry.
//
//   mission ─▶ invoke_agent          program ─▶ program
//   turn    ─▶ turn                  tool call ─▶ execute_tool, with a child agent below it
//   model request ─▶ chat            approvals, pauses ─▶ events of the span around them
//
// A failing SDK never fails a run: its errors are counted. Spans, texts and everything remembered
// are bounded.

import type {
  SpanReference,
  TraceCarrier,
  TraceEvent,
  TracePropagation,
  TraceSink,
} from "@ptc/core/contracts";
import { context, trace } from "@opentelemetry/api";
import { carrierFrom, carrierOfSpan, receivedContext } from "./contexts.ts";
import { resolvedOptions, type OtelSinkOptions, type ResolvedOtelOptions } from "./options.ts";
import { RunSpans, type SpanCounts } from "./run-spans.ts";

/** The result of `createOtelSink`. */
export interface OtelSink extends TraceSink {
  /** Connects the spans of runs with those of tools, models and other processes. */
  readonly propagation: TracePropagation;
  /** The number of spans that were not recorded, because too many were open. */
  readonly droppedSpans: number;
  /** The number of spans whose end was never reported. */
  readonly unfinishedSpans: number;
  /** The number of events that were lost, because the SDK threw an error. */
  readonly lostEvents: number;
  /** The first error of the SDK. */
  readonly error: Error | undefined;
  /**
   * Returns the position of a run for another process, by the `traceId` of its step: while it runs,
   * and after it began to wait. Store it beside the checkpoint.
   */
  carrier(traceId: string): TraceCarrier | undefined;
  /**
   * Continues the trace of a run that another process began: call it before the run is resumed.
   * @throws OptionError if the carrier has no position in a trace
   */
  continueFrom(traceId: string, carrier: TraceCarrier): void;
  /** Ends all open spans as unfinished, and drops later events. May be called twice. */
  close(): void;
  /** Same as `close`, for `using trace = createOtelSink()`. */
  [Symbol.dispose](): void;
}

/**
 * Returns a sink that sends runs to OpenTelemetry: pass it to runs as `trace`. It uses the global
 * providers, unless the options have others.
 *
 * @throws OptionError with the option's name
 */
export function createOtelSink(options: OtelSinkOptions = {}): OtelSink {
  return new SpanSink(resolvedOptions(options));
}

class SpanSink implements OtelSink {
  lostEvents = 0;
  error: Error | undefined = undefined;
  readonly propagation: TracePropagation;
  private readonly spans: RunSpans;
  private readonly counts: SpanCounts = { dropped: 0, unfinished: 0 };
  /** The starts of spans to reopen, until the next event has the time. */
  private reopening: TraceEvent[] = [];
  private isClosed = false;

  constructor(options: ResolvedOtelOptions) {
    this.spans = new RunSpans(options, this.counts);
    this.propagation = {
      within: (reference, work) => {
        const span = this.spans.nearest(reference);
        if (span === undefined) work();
        else context.with(trace.setSpan(context.active(), span.span), work);
      },
      carrierOf: (reference) => this.carrierOf(reference),
      receiving: (carrier, work) => {
        context.with(receivedContext(context.active(), carrier), work);
      },
      reopen: (starts) => {
        const room = options.maxOpenSpans - this.reopening.length;
        this.reopening.push(...starts.slice(0, Math.max(0, room)));
      },
    };
  }

  get droppedSpans(): number {
    return this.counts.dropped;
  }

  get unfinishedSpans(): number {
    return this.counts.unfinished;
  }

  emit(event: TraceEvent): void {
    if (this.isClosed) return;
    const { reopening } = this;
    if (reopening.length > 0) {
      this.reopening = [];
      for (const start of reopening)
        this.attempt(() => {
          this.spans.reopen(start, event.time);
        });
    }
    this.attempt(() => {
      this.spans.take(event);
    });
  }

  carrier(traceId: string): TraceCarrier | undefined {
    return carrierOfSpan(this.spans.rootOf(traceId));
  }

  continueFrom(traceId: string, carrier: TraceCarrier): void {
    this.spans.earlier.continueFrom(traceId, carrier);
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.attempt(() => {
      this.spans.endAll();
    });
  }

  [Symbol.dispose](): void {
    this.close();
  }

  private carrierOf(reference: SpanReference): TraceCarrier | undefined {
    const span = this.spans.nearest(reference);
    return span === undefined ? undefined : carrierFrom(trace.setSpan(context.active(), span.span));
  }

  private attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.lostEvents += 1;
      this.error ??= error instanceof Error ? error : new Error(String(error));
    }
  }
}
