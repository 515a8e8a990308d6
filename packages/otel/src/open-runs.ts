// The runs with open spans. Both are bounded: a run that never ends, because its process or its
// host dropped it, makes room for others.

import type { Context, Span, SpanContext } from "@opentelemetry/api";
import type { Attributes } from "@opentelemetry/api";
import { BoundedMap } from "./bounded-map.ts";
import type { MeasuredOperation } from "./metrics.ts";

export interface OpenSpan {
  readonly span: Span;
  /** The context of spans below this one. */
  readonly context: Context;
  /** In milliseconds since the epoch. */
  readonly startedAt: number;
  /** The metric that the end of the span records. Absent for spans without one. */
  readonly measured?: { readonly operation: MeasuredOperation; readonly attributes: Attributes };
}

/** The entries that a run remembers for links. */
const mostLinks = 1_000;

/** The open spans of one trace of a run, and the spans that later ones link to. */
export class OpenRun {
  readonly traceId: string;
  readonly parentTraceId: string | undefined;
  readonly spans = new Map<string, OpenSpan>();
  /** The first call of each fork. */
  readonly forks = new BoundedMap<SpanContext>(mostLinks);
  /** The branches that made a call. */
  readonly branches = new BoundedMap<true>(mostLinks);
  /** The last failed attempt of a model request, by the span that contains it. */
  readonly attempts = new BoundedMap<SpanContext>(mostLinks);
  /** The spans of child missions, by their trace ids. */
  readonly children = new BoundedMap<SpanContext>(mostLinks);

  constructor(traceId: string, parentTraceId: string | undefined) {
    this.traceId = traceId;
    this.parentTraceId = parentTraceId;
  }

  /** The outermost open span. */
  get root(): OpenSpan | undefined {
    const [first] = this.spans.values();
    return first;
  }
}

/** The ancestors of a run that an event of it keeps from being quiet. */
const mostAncestors = 32;

export class OpenRuns {
  /** The run of the newest event is the last one. */
  private readonly runs = new Map<string, OpenRun>();

  get(traceId: string): OpenRun | undefined {
    return this.runs.get(traceId);
  }

  /** Returns the run of the trace, which begins now if it isn't open. */
  begin(traceId: string, parentTraceId: string | undefined): OpenRun {
    const known = this.runs.get(traceId);
    if (known !== undefined) return known;
    const run = new OpenRun(traceId, parentTraceId);
    this.runs.set(traceId, run);
    return run;
  }

  end(run: OpenRun): void {
    if (this.runs.get(run.traceId) === run) this.runs.delete(run.traceId);
  }

  /** Notes that something happened in the run, and therefore in the runs above it. */
  touch(run: OpenRun): void {
    for (const each of [run, ...this.ancestorsOf(run)].toReversed()) {
      this.runs.delete(each.traceId);
      this.runs.set(each.traceId, each);
    }
  }

  /** Returns the run that was quiet for the longest time, other than `run` and those above it. */
  quietest(run: OpenRun): OpenRun | undefined {
    const busy = new Set([run, ...this.ancestorsOf(run)]);
    for (const each of this.runs.values()) if (!busy.has(each)) return each;
    return undefined;
  }

  /** Returns the run and the runs below it, the innermost first. */
  family(run: OpenRun): OpenRun[] {
    return this.all.filter((each) => each === run || this.ancestorsOf(each).includes(run));
  }

  /** All runs, children before the runs above them. */
  get all(): OpenRun[] {
    const depths = new Map(
      [...this.runs.values()].map((run) => [run, this.ancestorsOf(run).length]),
    );
    return [...depths.keys()].sort(
      (left, right) => (depths.get(right) ?? 0) - (depths.get(left) ?? 0),
    );
  }

  /** The open runs above this one, the nearest first. */
  private ancestorsOf(run: OpenRun): OpenRun[] {
    const ancestors: OpenRun[] = [];
    let { parentTraceId } = run;
    while (parentTraceId !== undefined && ancestors.length < mostAncestors) {
      const parent = this.runs.get(parentTraceId);
      if (parent === undefined || parent === run || ancestors.includes(parent)) break;
      ancestors.push(parent);
      ({ parentTraceId } = parent);
    }
    return ancestors;
  }
}
