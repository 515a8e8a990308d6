// Statistics of tools over all their calls.

import { shortened } from "@ptc/core/internal/printing";
import type { TraceSpan } from "../trace-tree.ts";
import { spreadOf, type Spread } from "./run-groups.ts";
import { countOf, nameOfSpan, resultBytes } from "./span-parts.ts";
import { walkSpans } from "./walk-spans.ts";

/** An error of a tool, and how often it occurred. */
export interface ToolError {
  /** At most 300 characters. */
  readonly message: string;
  readonly count: number;
}

/** The calls of one tool. */
export interface ToolStatistics {
  readonly name: string;
  readonly calls: number;
  readonly failed: number;
  /** Calls that didn't end. */
  readonly open: number;
  /** Results that came from a cache. */
  readonly cached: number;
  /** Calls that the model made itself. */
  readonly native: number;
  /** Calls that were retried. */
  readonly retried: number;
  /** Milliseconds of the calls that ended. */
  readonly durationMs: Spread;
  /** The bytes of the results, as JSON. */
  readonly bytes: Spread;
  /** The most frequent errors, at most 10. */
  readonly errors: readonly ToolError[];
}

const longestError = 300;
/** Errors that differ, such as by an id, are counted up to this number. */
const mostCounted = 1_000;
const mostErrors = 10;

interface Counts {
  calls: number;
  failed: number;
  open: number;
  cached: number;
  native: number;
  retried: number;
  readonly times: number[];
  readonly sizes: number[];
  readonly errors: Map<string, number>;
}

/** Returns the statistics of each tool, those with the most time first. */
export function toolStatistics(roots: readonly TraceSpan[]): readonly ToolStatistics[] {
  const tools = new Map<string, Counts>();
  for (const { span } of walkSpans(roots)) {
    if (span.name !== "tool-call") continue;
    const name = nameOfSpan(span) ?? "";
    const counts = tools.get(name) ?? noCalls();
    tools.set(name, counts);
    count(counts, span);
  }
  return Array.from(tools, ([name, { times, sizes, errors, ...counts }]) => ({
    name,
    ...counts,
    durationMs: spreadOf(times),
    bytes: spreadOf(sizes),
    errors: Array.from(errors, ([message, times]) => ({ message, count: times }))
      .sort((left, right) => right.count - left.count)
      .slice(0, mostErrors),
  })).sort((left, right) => right.durationMs.total - left.durationMs.total);
}

function noCalls(): Counts {
  return {
    ...{ calls: 0, failed: 0, open: 0, cached: 0, native: 0, retried: 0 },
    ...{ times: [], sizes: [], errors: new Map() },
  };
}

function count(counts: Counts, span: TraceSpan): void {
  const { start, end, durationMs } = span;
  counts.calls += 1;
  if (span.isOpen) counts.open += 1;
  if (durationMs !== undefined) counts.times.push(countOf(durationMs));
  if (start?.type === "tool-call-start" && start.data.layer === "native") counts.native += 1;
  if (end?.type !== "tool-call-end") return;
  const { ok, cached, attempts, error = "" } = end.data;
  if (cached === true) counts.cached += 1;
  if (countOf(attempts) > 1) counts.retried += 1;
  if (ok) {
    counts.sizes.push(resultBytes(span));
    return;
  }
  counts.failed += 1;
  const message = shortened(error, longestError);
  const known = counts.errors.get(message);
  if (known !== undefined || counts.errors.size < mostCounted)
    counts.errors.set(message, (known ?? 0) + 1);
}
