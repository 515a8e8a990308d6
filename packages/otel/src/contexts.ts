// Positions in traces as texts for another process, and back. The propagator of the application
// writes and reads them. Without one, they are written and read as W3C Trace Context.

import {
  ROOT_CONTEXT,
  isSpanContextValid,
  propagation,
  trace,
  type Context,
  type SpanContext,
} from "@opentelemetry/api";
import type { TraceCarrier } from "@ptc/core/contracts";
import { readCarrier } from "@ptc/core/internal/contracts";

/** Returns the position of a context's span, or undefined if it has none. */
export function carrierFrom(context: Context): TraceCarrier | undefined {
  const carrier: Record<string, unknown> = {};
  propagation.inject(context, carrier);
  return readCarrier(carrier) ?? carrierOfSpan(trace.getSpanContext(context));
}

/** Returns the position of a span as W3C Trace Context. */
export function carrierOfSpan(span: SpanContext | undefined): TraceCarrier | undefined {
  if (span === undefined || !isSpanContextValid(span)) return undefined;
  const flags = (span.traceFlags & 255).toString(16).padStart(2, "0");
  const tracestate = span.traceState?.serialize() ?? "";
  return {
    traceparent: `00-${span.traceId}-${span.spanId}-${flags}`,
    ...(tracestate === "" ? {} : { tracestate }),
  };
}

/** Returns `context` inside the trace that the carrier names. */
export function receivedContext(context: Context, carrier: TraceCarrier): Context {
  const received = propagation.extract(context, carrier);
  if (received !== context) return received;
  const span = spanOfCarrier(carrier);
  return span === undefined ? context : trace.setSpanContext(context, span);
}

/**
 * Returns the span that the carrier names, or undefined if it names none. Without a propagator, the
 * `tracestate` is ignored.
 */
export function spanOfCarrier(carrier: unknown): SpanContext | undefined {
  const read = readCarrier(carrier);
  if (read === undefined) return undefined;
  const extracted = trace.getSpanContext(propagation.extract(ROOT_CONTEXT, read));
  if (extracted !== undefined && isSpanContextValid(extracted)) return extracted;
  const [, traceId = "", spanId = "", flags = "00"] = (read.traceparent ?? "").split("-");
  const span = {
    traceId,
    spanId,
    traceFlags: parseInt(flags, 16),
    isRemote: true,
  };
  return isSpanContextValid(span) ? span : undefined;
}
