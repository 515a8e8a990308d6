// Gives the spans of runs the ids of their trace events, so that a run that is resumed in another
// process stays in one trace, and a span is found in a trace file by its id.

import type { RandomSource, SpanReference } from "@ptc/core/contracts";
import { randomHexId } from "@ptc/core/internal/contracts";

/**
 * Makes the ids of traces and spans, for the option `idGenerator` of a tracer provider of
 * OpenTelemetry.
 */
export interface PtcIdGenerator {
  generateTraceId(): string;
  generateSpanId(): string;
}

/**
 * Returns a generator to pass to the tracer provider and to `createOtelSink`. Spans of runs have
 * the ids of their trace events; all other spans have random ids. `random` makes these; the default
 * is `Math.random`.
 */
export function createPtcIdGenerator(random: RandomSource = Math.random): PtcIdGenerator {
  return new RunIdGenerator(random);
}

export class RunIdGenerator implements PtcIdGenerator {
  private readonly random: RandomSource;
  private next: SpanReference | undefined = undefined;

  constructor(random: RandomSource) {
    this.random = random;
  }

  generateTraceId(): string {
    const { next } = this;
    return next !== undefined && isId(next.traceId, 32) ? next.traceId : this.randomId(32);
  }

  generateSpanId(): string {
    const { next } = this;
    return next !== undefined && isId(next.spanId, 16) ? next.spanId : this.randomId(16);
  }

  /** Calls `start`, which starts one span at once. The span gets these ids. */
  during<Started>(ids: SpanReference, start: () => Started): Started {
    this.next = ids;
    try {
      return start();
    } finally {
      this.next = undefined;
    }
  }

  /** Random ids are never all zeros, which means that there is no id. */
  private randomId(digits: number): string {
    const id = randomHexId(this.random, digits);
    return isId(id, digits) ? id : `${"0".repeat(digits - 1)}1`;
  }
}

/** True for an id that OpenTelemetry accepts: lowercase hex digits, not all zero. */
export function isId(id: string, digits: number): boolean {
  return id.length === digits && /^[0-9a-f]+$/.test(id) && !/^0+$/.test(id);
}
