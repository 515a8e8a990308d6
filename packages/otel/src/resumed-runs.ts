// Knows the earlier part of a run that is resumed: the spans that ended when it began
// to wait, in this process or in another one.

import { TraceFlags, type SpanContext } from "@opentelemetry/api";
import type { SpanReference, TraceCarrier } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import { BoundedMap } from "./bounded-map.ts";
import { spanOfCarrier } from "./contexts.ts";
import { isId } from "./id-generator.ts";

/** An earlier span. */
export interface EarlierSpan {
  readonly span: SpanContext;
  /** True if the new span can be below it. Otherwise, its trace is only likely. */
  readonly isKnown: boolean;
}

/** The spans and runs that are remembered after they began to wait. */
const mostSpans = 10_000;

export class ResumedRuns {
  private readonly hasIds: boolean;
  private readonly spans = new BoundedMap<SpanContext>(mostSpans);
  /** The outermost span of each run. */
  private readonly roots = new BoundedMap<SpanContext>(mostSpans);

  constructor(hasIds: boolean) {
    this.hasIds = hasIds;
  }

  /** Remembers a span that ends because its run waits. */
  remember({ traceId, spanId }: SpanReference, span: SpanContext, isRoot: boolean): void {
    this.spans.set(`${traceId} ${spanId}`, span);
    if (isRoot) this.roots.set(traceId, span);
  }

  rootOf(traceId: string): SpanContext | undefined {
    return this.roots.get(traceId);
  }

  /** @throws OptionError if the carrier has no position in a trace */
  continueFrom(traceId: string, carrier: TraceCarrier): void {
    const span = spanOfCarrier(carrier);
    if (span === undefined)
      throw new OptionError(
        "carrier",
        'expected the result of `carrier`, such as { traceparent: "00-…" }',
      );
    this.roots.set(traceId, span);
  }

  /** Returns the span that `reference` had before the run waited. */
  earlier(reference: SpanReference, isRoot: boolean): EarlierSpan | undefined {
    const { traceId, spanId } = reference;
    const root = this.roots.get(traceId);
    const span = this.spans.take(`${traceId} ${spanId}`) ?? (isRoot ? root : undefined);
    if (span !== undefined) return { span, isKnown: true };
    if (!this.hasIds || !isId(traceId, 32) || !isId(spanId, 16)) return undefined;
    return {
      span: {
        traceId: root?.traceId ?? traceId,
        spanId,
        traceFlags: root?.traceFlags ?? TraceFlags.SAMPLED,
        isRemote: true,
      },
      isKnown: root !== undefined,
    };
  }
}
