// Starts and ends the spans of runs from their events.

import {
  SpanKind,
  SpanStatusCode,
  context,
  trace,
  type Attributes,
  type Link,
  type SpanContext,
  type Tracer,
} from "@opentelemetry/api";
import type { SpanReference, TraceEvent } from "@ptc/core/contracts";
import { beginningOf, endingOf } from "./attributes.ts";
import { Content } from "./content.ts";
import { genAi, otherError, ptc, schemaUrl } from "./conventions.ts";
import { markAttributes, markNames, type MarkEvent } from "./marks.ts";
import { measuredOf } from "./measured.ts";
import { runMetrics, type RunMetrics } from "./metrics.ts";
import { OpenRuns, type OpenRun, type OpenSpan } from "./open-runs.ts";
import type { ResolvedOtelOptions } from "./options.ts";
import { packageName } from "./package-name.ts";
import { parallelBranch } from "./parallel-branch.ts";
import { linkTo, resumedPosition, type Position } from "./positions.ts";
import { ResumedRuns } from "./resumed-runs.ts";
import { hrTime, secondsBetween } from "./span-time.ts";

type EventOf<Suffix extends "start" | "end"> = Extract<
  TraceEvent,
  { readonly type: `${string}-${Suffix}` }
>;

/** Counters that the sink shows. */
export interface SpanCounts {
  dropped: number;
  unfinished: number;
}

/** The child missions of one call that its span links to. */
const mostListed = 128;

export class RunSpans {
  readonly earlier: ResumedRuns;
  private readonly options: ResolvedOtelOptions;
  private readonly counts: SpanCounts;
  private readonly tracer: Tracer;
  private readonly metrics: RunMetrics;
  private readonly content: Content | undefined;
  private readonly runs = new OpenRuns();
  private openCount = 0;

  constructor(options: ResolvedOtelOptions, counts: SpanCounts) {
    this.options = options;
    this.counts = counts;
    const { tracerProvider, meterProvider, captureContent, maxAttributeLength, ids } = options;
    this.tracer = (tracerProvider ?? trace).getTracer(packageName, undefined, { schemaUrl });
    this.metrics = runMetrics(meterProvider);
    this.content = captureContent ? new Content(maxAttributeLength) : undefined;
    this.earlier = new ResumedRuns(ids !== undefined);
  }

  /** Starts or ends a span, or adds an event to one. */
  take(event: TraceEvent): void {
    if (isStart(event)) this.start(event, event.time, (parent) => this.positionOf(event, parent));
    else if (isEnd(event)) this.end(event);
    else this.mark(event);
  }

  /** Starts the span of `event` again, for a run that was resumed at `time`. */
  reopen(event: TraceEvent, time: number): void {
    if (!isStart(event)) return;
    const root = this.parentOf(event) === undefined;
    const original = this.earlier.earlier(event, root);
    this.start(event, time, (parent) => resumedPosition(parent?.context, original), {
      [ptc.isResumed]: true,
    });
  }

  /** Returns the open span, or the outermost one of its run if it was dropped. */
  nearest({ traceId, spanId }: SpanReference): OpenSpan | undefined {
    const run = this.runs.get(traceId);
    return run?.spans.get(spanId) ?? run?.root;
  }

  /** Returns the outermost span of a run that is open or waits. */
  rootOf(traceId: string): SpanContext | undefined {
    return this.runs.get(traceId)?.root?.span.spanContext() ?? this.earlier.rootOf(traceId);
  }

  endAll(): void {
    for (const run of this.runs.all) this.endUnfinished(run, undefined);
  }

  private start(
    event: EventOf<"start">,
    time: number,
    position: (parent: OpenSpan | undefined) => Position,
    more: Attributes = {},
  ): void {
    const { data, traceId, spanId, type } = event;
    const parentTraceId = type === "mission-start" ? data.parentTraceId : undefined;
    const run = this.runs.begin(traceId, parentTraceId);
    this.runs.touch(run);
    const known = run.spans.get(spanId);
    if (known !== undefined) this.endOne(run, spanId, known, time, ptc.isUnfinished);
    if (!this.hasRoom(run, time)) {
      this.counts.dropped += 1;
      return;
    }
    const { parent, links } = position(this.parentOf(event));
    const { name, attributes } = beginningOf(event);
    const options = {
      kind: type === "model-request-start" ? SpanKind.CLIENT : SpanKind.INTERNAL,
      attributes: { ...attributes, ...more, ...this.content?.attributesOf(event) },
      links: [...links],
      startTime: hrTime(time),
    };
    const { ids } = this.options;
    // The id of a span that ended when its run began to wait is taken.
    const wanted = { traceId, spanId: more[ptc.isResumed] === true ? "" : spanId };
    const begin = () => this.tracer.startSpan(name, options, parent);
    const span = ids === undefined ? begin() : ids.during(wanted, begin);
    run.spans.set(spanId, {
      span,
      context: trace.setSpan(parent, span),
      startedAt: time,
      ...measuredOf(event, attributes),
    });
    this.openCount += 1;
    this.noteStart(event, run, span.spanContext(), attributes);
  }

  /** Remembers the span for links of later spans. */
  private noteStart(
    { type, traceId, data }: EventOf<"start">,
    run: OpenRun,
    span: SpanContext,
    attributes: Attributes,
  ): void {
    if (type === "mission-start" && data.parentTraceId !== undefined)
      this.runs.get(data.parentTraceId)?.children.set(traceId, span);
    if (type === "tool-call-start") {
      const at = parallelBranch(data.address);
      if (at !== undefined && !run.forks.has(at.fork)) run.forks.set(at.fork, span);
      if (at !== undefined) run.branches.set(`${at.fork} ${String(at.branch)}`, true);
    }
    if (type !== "model-request-start") return;
    const { [genAi.provider]: provider, [genAi.requestModel]: model } = attributes;
    run.root?.span.setAttributes({
      ...(provider === undefined ? {} : { [genAi.provider]: provider }),
      ...(model === undefined ? {} : { [genAi.requestModel]: model }),
    });
  }

  private end(event: EventOf<"end">): void {
    const run = this.runs.get(event.traceId);
    const open = run?.spans.get(event.spanId);
    if (run === undefined || open === undefined) return;
    this.runs.touch(run);
    if (event.type === "mission-end") this.endUnfinished(run, event.time, event.spanId);
    this.remove(run, event.spanId);
    const { span, measured, startedAt } = open;
    const { attributes, error } = endingOf(event);
    try {
      span.setAttributes({ ...attributes, ...this.content?.attributesOf(event) });
      if (error !== undefined) {
        const message = this.content?.errorOf(event);
        span.setStatus({
          code: SpanStatusCode.ERROR,
          ...(message === undefined ? {} : { message }),
        });
      }
      this.linkEnd(event, run, open);
    } finally {
      span.end(hrTime(event.time));
      if (run.spans.size === 0) this.runs.end(run);
    }
    if (measured === undefined) return;
    const failed = error === undefined ? {} : { [genAi.errorType]: error };
    const labels = { ...measured.attributes, ...failed };
    this.metrics.duration(measured.operation, secondsBetween(startedAt, event.time), labels);
    if (event.type === "model-request-end" && event.data.usage !== undefined)
      this.metrics.tokens(event.data.usage, measured.attributes);
    if (event.type === "tool-call-end" && error !== undefined) this.metrics.toolError(labels);
  }

  private linkEnd(event: EventOf<"end">, run: OpenRun, { span }: OpenSpan): void {
    if (event.type === "model-request-end" && event.data.retryInMs !== undefined)
      run.attempts.set(event.parentSpanId ?? "", span.spanContext());
    if (event.type !== "tool-call-end") return;
    for (const childTraceId of event.data.childTraceIds?.slice(0, mostListed) ?? []) {
      const child = run.children.take(childTraceId);
      if (child !== undefined) span.addLink(linkTo(child, "child"));
    }
  }

  private mark(event: MarkEvent): void {
    const run = this.runs.get(event.traceId);
    const around =
      event.parentSpanId === undefined
        ? run?.root
        : this.nearest({ ...event, spanId: event.parentSpanId });
    if (run !== undefined) this.runs.touch(run);
    around?.span.addEvent(
      markNames[event.type],
      { ...markAttributes(event), ...this.content?.attributesOf(event) },
      hrTime(event.time),
    );
    if (event.type === "run-paused" && run !== undefined) this.pause(run, event.time);
  }

  /** Ends the spans of a run that waits: this process may never see its end. */
  private pause(paused: OpenRun, time: number): void {
    for (const run of this.runs.family(paused)) {
      const [rootId] = run.spans.keys();
      for (const [spanId, open] of [...run.spans].toReversed()) {
        const reference = { traceId: run.traceId, spanId };
        this.earlier.remember(reference, open.span.spanContext(), spanId === rootId);
        this.endOne(run, spanId, open, time, ptc.isWaiting);
      }
      this.runs.end(run);
    }
  }

  private positionOf(event: EventOf<"start">, parent: OpenSpan | undefined): Position {
    return {
      parent: parent?.context ?? context.active(),
      links: this.linksOf(event),
    };
  }

  private linksOf(event: EventOf<"start">): Link[] {
    const run = this.runs.get(event.traceId);
    if (run === undefined) return [];
    if (event.type === "model-request-start") {
      const failed = run.attempts.take(event.parentSpanId ?? "");
      return failed === undefined ? [] : [linkTo(failed, "retry")];
    }
    if (event.type !== "tool-call-start") return [];
    const at = parallelBranch(event.data.address);
    if (at === undefined || run.branches.has(`${at.fork} ${String(at.branch)}`)) return [];
    const first = run.forks.get(at.fork);
    return first === undefined ? [] : [linkTo(first, "parallel")];
  }

  /** Returns the open span around the one that `event` starts. */
  private parentOf(event: EventOf<"start">): OpenSpan | undefined {
    const { type, data, parentSpanId } = event;
    const above = type === "mission-start" ? data.parentTraceId : undefined;
    if (parentSpanId === undefined && above === undefined) return undefined;
    return this.nearest({ traceId: above ?? event.traceId, spanId: parentSpanId ?? "" });
  }

  private hasRoom(run: OpenRun, time: number): boolean {
    while (this.openCount >= this.options.maxOpenSpans) {
      const quiet = this.runs.quietest(run);
      if (quiet === undefined) return false;
      for (const each of this.runs.family(quiet)) this.endUnfinished(each, time);
    }
    return true;
  }

  /** Ends the open spans of a run, except `spanId`. */
  private endUnfinished(run: OpenRun, time: number | undefined, except?: string): void {
    for (const [spanId, open] of [...run.spans].toReversed())
      if (spanId !== except) this.endOne(run, spanId, open, time, ptc.isUnfinished);
    if (run.spans.size === 0) this.runs.end(run);
  }

  private endOne(
    run: OpenRun,
    spanId: string,
    { span }: OpenSpan,
    time: number | undefined,
    why: typeof ptc.isUnfinished | typeof ptc.isWaiting,
  ): void {
    this.remove(run, spanId);
    if (why === ptc.isUnfinished) {
      this.counts.unfinished += 1;
      span.setAttribute(genAi.errorType, otherError);
      span.setStatus({
        code: SpanStatusCode.ERROR,
        message: "the end of the span was not reported",
      });
    }
    span.setAttribute(why, true);
    span.end(time === undefined ? undefined : hrTime(time));
  }

  private remove(run: OpenRun, spanId: string): void {
    if (run.spans.delete(spanId)) this.openCount -= 1;
  }
}

function isStart(event: TraceEvent): event is EventOf<"start"> {
  return event.type.endsWith("-start");
}

function isEnd(event: TraceEvent): event is EventOf<"end"> {
  return event.type.endsWith("-end");
}
