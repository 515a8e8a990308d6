// Passes the events of some runs to another sink, and drops those of the others. A run is decided
// when it ends, or begins to wait; until then, its events wait in a bounded buffer.
//
//   first event ──▶ undecided (stored) ──▶ kept (stored events, then the later ones)
//                                     └──▶ dropped
//
// A run is an outermost trace with those of its child missions. A sink that throws never fails a
// run: its lost events are counted.

import type { TraceEvent, TraceSink } from "@ptc/core/contracts";
import { tellSink } from "@ptc/core/internal/contracts";
import { roughSize } from "./rough-size.ts";
import {
  resolvedSampling,
  type ResolvedSampling,
  type SampledRun,
  type TraceSamplingOptions,
  type TraceLoss,
} from "./sampling-options.ts";
import { isInRatio } from "./trace-ratio.ts";

/** The result of `createSamplingSink`. */
export interface SamplingSink extends TraceSink, TraceLoss {
  /** The number of kept runs. */
  readonly keptRuns: number;
  /** The number of dropped runs, including those that overflowed. */
  readonly droppedRuns: number;
  /**
   * Decides about the runs that haven't ended, as if they had failed, and drops later events. Does
   * not close the sink behind it. May be called twice.
   */
  close(): void;
}

/**
 * Returns a sink that passes the events of the runs that `keep` chooses to `sink`, when they end.
 * Events are neither copied nor masked.
 *
 * @throws OptionError with the option's name
 */
export function createSamplingSink(sink: TraceSink, options: TraceSamplingOptions): SamplingSink {
  return new Sampler(sink, resolvedSampling(options));
}

/** A run whose events are stored, kept or dropped. */
interface Run {
  readonly traceId: string;
  readonly startedAt: number;
  /** The span around the run's outermost span. That of a program has one if a mission runs it. */
  readonly aroundSpanId: string | undefined;
  readonly traceIds: Set<string>;
  decision: "kept" | "dropped" | undefined;
  stored: TraceEvent[];
  bytes: number;
  events: number;
  endedAt: number;
}

/** The runs that are remembered. Above it, the oldest is decided as one that hasn't ended. */
const mostRuns = 10_000;

class Sampler implements SamplingSink {
  keptRuns = 0;
  droppedRuns = 0;
  lostEvents = 0;
  overflowedRuns = 0;
  error: Error | undefined = undefined;
  private readonly sink: TraceSink;
  private readonly options: ResolvedSampling;
  /** The runs by the ids of their traces, and of those of their child missions. */
  private readonly runs = new Map<string, Run>();
  /** The runs in the order of their first events. */
  private readonly open = new Set<Run>();
  private bytes = 0;
  private isClosed = false;
  private hasReported = false;

  constructor(sink: TraceSink, options: ResolvedSampling) {
    this.sink = sink;
    this.options = options;
  }

  emit(event: TraceEvent): void {
    if (this.isClosed) return;
    const run = this.runOf(event);
    run.events += 1;
    run.endedAt = event.time;
    if (run.decision === "kept") this.pass(event);
    else if (run.decision === undefined) this.store(run, event);
    if (event.type === "run-paused") this.end(run, { ok: false, isWaiting: true });
    else if (event.traceId !== run.traceId) this.endChild(run, event);
    else if (isEnd(event) && event.parentSpanId === run.aroundSpanId)
      this.end(run, { ok: isOk(event), isWaiting: false });
  }

  close(): void {
    if (this.isClosed) return;
    for (const run of this.open) this.end(run, { ok: false, isWaiting: false });
    this.isClosed = true;
    if (this.hasReported) this.report();
  }

  private runOf(event: TraceEvent): Run {
    const { traceId } = event;
    const known = this.runs.get(traceId);
    if (known !== undefined) return known;
    const parentTraceId = event.type === "mission-start" ? event.data.parentTraceId : undefined;
    const above = parentTraceId === undefined ? undefined : this.runs.get(parentTraceId);
    if (above !== undefined) {
      above.traceIds.add(traceId);
      this.runs.set(traceId, above);
      return above;
    }
    return this.begin(event, parentTraceId ?? traceId);
  }

  /** Begins a run, of which `event` is the first that this process has seen. */
  private begin(event: TraceEvent, decidingId: string): Run {
    const { keep, random } = this.options;
    const run: Run = {
      traceId: event.traceId,
      startedAt: event.time,
      aroundSpanId: event.parentSpanId,
      traceIds: new Set([event.traceId]),
      decision: undefined,
      stored: [],
      bytes: 0,
      events: 0,
      endedAt: event.time,
    };
    this.runs.set(event.traceId, run);
    this.open.add(run);
    if (keep === "all") this.decide(run, true);
    else if (typeof keep === "number")
      this.decide(run, random === undefined ? isInRatio(decidingId, keep) : random() < keep);
    if (this.open.size > mostRuns) {
      const [oldest] = this.open;
      if (oldest !== undefined) this.end(oldest, { ok: false, isWaiting: false });
    }
    return run;
  }

  private store(run: Run, event: TraceEvent): void {
    const bytes = roughSize(event.data);
    run.stored.push(event);
    run.bytes += bytes;
    this.bytes += bytes;
    while (this.bytes > this.options.maximumBufferBytes) {
      const largest = this.largest();
      if (largest === undefined) return;
      const isKept = this.options.overflow === "keep";
      this.decide(largest, isKept);
      if (!isKept) {
        this.overflowedRuns += 1;
        this.reportFirst();
      }
    }
  }

  private largest(): Run | undefined {
    let largest: Run | undefined;
    for (const run of this.open) if (run.bytes > (largest?.bytes ?? 0)) largest = run;
    return largest;
  }

  private end(run: Run, ended: Pick<SampledRun, "ok" | "isWaiting">): void {
    const { traceId, events, startedAt, endedAt } = run;
    if (run.decision === undefined)
      this.decide(run, this.isKept({ traceId, events, durationMs: endedAt - startedAt, ...ended }));
    for (const id of run.traceIds) this.runs.delete(id);
    this.open.delete(run);
  }

  /** Forgets the trace of a child mission that has ended. */
  private endChild(run: Run, { type, traceId }: TraceEvent): void {
    if (type !== "mission-end") return;
    run.traceIds.delete(traceId);
    this.runs.delete(traceId);
  }

  private isKept(run: SampledRun): boolean {
    const { keep } = this.options;
    if (typeof keep !== "function") return !run.ok;
    try {
      return keep(run);
    } catch {
      // A run that can't be judged is kept, so that the mistake of the host loses nothing.
      return true;
    }
  }

  private decide(run: Run, isKept: boolean): void {
    run.decision = isKept ? "kept" : "dropped";
    const { stored } = run;
    this.bytes -= run.bytes;
    run.bytes = 0;
    run.stored = [];
    if (isKept) this.keptRuns += 1;
    else this.droppedRuns += 1;
    if (isKept) for (const event of stored) this.pass(event);
  }

  private pass(event: TraceEvent): void {
    tellSink(this.sink, event, (error) => {
      this.lose(error);
    });
  }

  private lose(error: unknown): void {
    this.lostEvents += 1;
    this.error ??= error instanceof Error ? error : new Error(String(error));
    this.reportFirst();
  }

  private reportFirst(): void {
    if (this.hasReported) return;
    this.hasReported = true;
    this.report();
  }

  private report(): void {
    const { lostEvents, overflowedRuns, error } = this;
    try {
      this.options.onLoss?.({ lostEvents, overflowedRuns, error });
    } catch {
      // Ignore the error: a failing trace must not fail the run.
    }
  }
}

function isEnd(event: TraceEvent): boolean {
  return event.type.endsWith("-end");
}

function isOk({ data }: TraceEvent): boolean {
  return "ok" in data && data.ok;
}
