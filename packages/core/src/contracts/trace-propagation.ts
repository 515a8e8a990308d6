// Uses how sinks connect runs with other instrumentation: positions in traces for other processes,
// and several sinks at once. No error of a sink fails a run.

import { runThrough } from "./run-through.ts";
import type { SpanReference, TraceCarrier, TracePropagation } from "./trace.ts";

/** Runs `work` inside the trace of another process, as far as `propagation` can. */
export function receivingTrace<Result>(
  propagation: TracePropagation | undefined,
  carrier: TraceCarrier | undefined,
  work: () => Result,
): Result {
  if (propagation === undefined || carrier === undefined) return work();
  return runThrough((inner) => {
    propagation.receiving(carrier, inner);
  }, work);
}

/** Returns the position of a span for another process. Never throws. */
export function carrierFrom(
  propagation: TracePropagation | undefined,
  span: SpanReference,
): TraceCarrier | undefined {
  try {
    return propagation?.carrierOf(span);
  } catch {
    return undefined;
  }
}

/** Combines several propagations: work runs inside all of them. Returns undefined for none. */
export function combinePropagations(
  propagations: readonly TracePropagation[],
): TracePropagation | undefined {
  const [first] = propagations;
  if (first === undefined || propagations.length === 1) return first;
  return {
    within: (span, work) => {
      propagations.reduceRight<() => void>(
        (inner, propagation) => () => {
          runThrough((once) => {
            propagation.within(span, once);
          }, inner);
        },
        work,
      )();
    },
    carrierOf: (span) => {
      for (const propagation of propagations) {
        const carrier = carrierFrom(propagation, span);
        if (carrier !== undefined) return carrier;
      }
      return undefined;
    },
    receiving: (carrier, work) => {
      propagations.reduceRight<() => void>(
        (inner, propagation) => () => {
          receivingTrace(propagation, carrier, inner);
        },
        work,
      )();
    },
    reopen: (starts) => {
      for (const propagation of propagations)
        runThrough(
          () => {
            propagation.reopen(starts);
          },
          () => undefined,
        );
    },
  };
}

/** Returns a carrier from untrusted data, or undefined if it has no position in a trace. */
export function readCarrier(value: unknown): TraceCarrier | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const fields = value as { readonly [Name in keyof TraceCarrier]?: unknown };
  const { traceparent } = fields;
  // Version 00 has no other fields; later versions may append some, so only the start counts.
  if (typeof traceparent !== "string" || traceparent.length > longestParent) return undefined;
  if (!/^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/.test(traceparent))
    return undefined;
  const tracestate = boundedText(fields.tracestate, longestState);
  const baggage = boundedText(fields.baggage, longestBaggage);
  return {
    traceparent,
    ...(tracestate === undefined ? {} : { tracestate }),
    ...(baggage === undefined ? {} : { baggage }),
  };
}

/** The sizes that the W3C recommendations ask every receiver to accept. */
const longestParent = 512;
const longestState = 512;
const longestBaggage = 8_192;

function boundedText(value: unknown, longest: number): string | undefined {
  return typeof value === "string" && value.length <= longest ? value : undefined;
}
