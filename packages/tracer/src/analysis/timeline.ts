// The spans of a run on one axis of time. Equal siblings share a row:
//
//   turn 1              |■■■■■■■■              |
//   tool/customer × 44  |   ■■■■               |

import { OptionError } from "@ptc/core/errors";
import { assertKnownOptions } from "@ptc/core/internal/errors";
import type { TraceSpan } from "../trace-tree.ts";
import { foldChildren, foldSpans, type SpanFold } from "./fold-spans.ts";
import { countOf, timeOf } from "./span-parts.ts";
import { walkSpans } from "./walk-spans.ts";

/** One row: siblings that do the same work, from their first start to their last end. */
export interface TimelineRow {
  readonly fold: SpanFold;
  readonly level: number;
  /** Milliseconds after the start of the timeline. */
  readonly startMs: number;
  readonly endMs: number;
}

/** Rows on one axis of time. */
export interface Timeline {
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** Each row comes before the rows inside it. */
  readonly rows: readonly TimelineRow[];
  /** True if the limit for rows omitted some. */
  readonly isCut: boolean;
}

/** The options of `timelineOf`. */
export interface TimelineOptions {
  /** The maximum number of rows, at least 1. Default 1,000. */
  readonly limit?: number;
}

const usualLimit = 1_000;

/**
 * Returns the timeline of spans, usually those of one run (`TracedRun.roots`). An open span lasts
 * until the last event.
 *
 * @throws OptionError for a wrong option
 */
export function timelineOf(roots: readonly TraceSpan[], options: TimelineOptions = {}): Timeline {
  assertKnownOptions(options, ["limit"] satisfies (keyof TimelineOptions)[]);
  const { limit = usualLimit } = options;
  if (!Number.isInteger(limit) || limit < 1)
    throw new OptionError("limit", `expected a whole number from 1, got ${String(limit)}`);
  const { first, last } = timesOfSpans(roots);
  const rows: TimelineRow[] = [];
  const rest: { readonly fold: SpanFold; readonly level: number }[] = [];
  const push = (folds: readonly SpanFold[], level: number): void => {
    for (const fold of folds.toReversed()) rest.push({ fold, level });
  };
  push(foldSpans(roots), 0);
  for (let next = rest.pop(); next !== undefined && rows.length < limit; next = rest.pop()) {
    rows.push(rowOf(next.fold, next.level, first, last));
    push(foldChildren(next.fold), next.level + 1);
    if (rows.length === limit && rest.length > 0)
      return { startedAt: first, durationMs: last - first, rows, isCut: true };
  }
  return { startedAt: first, durationMs: last - first, rows, isCut: false };
}

function rowOf(fold: SpanFold, level: number, first: number, last: number): TimelineRow {
  let [startMs, endMs] = [Infinity, 0];
  for (const span of fold.spans) {
    const { start, end } = intervalOf(span, last);
    startMs = Math.min(startMs, start - first);
    endMs = Math.max(endMs, end - first);
  }
  return { fold, level, startMs, endMs: Math.max(startMs, endMs) };
}

/** Returns the times of the first and the last event. Both are 0 without events. */
export function timesOfSpans(roots: readonly TraceSpan[]): {
  readonly first: number;
  readonly last: number;
} {
  let [first, last] = [Infinity, -Infinity];
  for (const { span } of walkSpans(roots))
    for (const event of [span.start, span.end]) {
      const time = timeOf(event);
      if (time === undefined) continue;
      first = Math.min(first, time);
      last = Math.max(last, time);
    }
  return first > last ? { first: 0, last: 0 } : { first, last };
}

/** Returns the start and the end of a span, which ends at `last` if it is open. */
export function intervalOf(
  span: TraceSpan,
  last: number,
): { readonly start: number; readonly end: number } {
  const start = timeOf(span.start ?? span.end) ?? last;
  if (span.isOpen) return { start, end: Math.max(start, last) };
  return { start, end: start + countOf(span.durationMs) };
}
