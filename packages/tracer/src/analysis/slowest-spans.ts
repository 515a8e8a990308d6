// Finds the spans in which a run spent its time.

import { OptionError } from "@ptc/core/errors";
import { assertKnownOptions } from "@ptc/core/internal/errors";
import type { TraceSpan } from "../trace-tree.ts";
import { countOf, timeOf } from "./span-parts.ts";
import { walkSpans } from "./walk-spans.ts";

/** A span with its own time. */
export interface SlowSpan {
  readonly span: TraceSpan;
  /** Milliseconds during which none of its children ran. */
  readonly ownMs: number;
  /** The nearest mission above it. */
  readonly mission: TraceSpan | undefined;
  /** The nearest turn above it, in that mission. */
  readonly turn: TraceSpan | undefined;
}

/** The options of `slowestSpans`. */
export interface SlowestSpansOptions {
  /** The maximum number of spans, at least 1. Default 20. */
  readonly limit?: number;
}

const usualLimit = 20;

/**
 * Returns the ended spans with the most time of their own, the slowest first. The own time of a
 * span excludes the time of its children, so a mission that waits for its model is not slow itself.
 *
 * @throws OptionError for a wrong option
 */
export function slowestSpans(
  roots: readonly TraceSpan[],
  options: SlowestSpansOptions = {},
): readonly SlowSpan[] {
  assertKnownOptions(options, ["limit"] satisfies (keyof SlowestSpansOptions)[]);
  const { limit = usualLimit } = options;
  if (!Number.isInteger(limit) || limit < 1)
    throw new OptionError("limit", `expected a whole number from 1, got ${String(limit)}`);
  let slowest: SlowSpan[] = [];
  const sort = (): void => {
    slowest.sort((left, right) => right.ownMs - left.ownMs);
    slowest = slowest.slice(0, limit);
  };
  for (const { span, mission, turn } of walkSpans(roots)) {
    if (span.durationMs === undefined) continue;
    slowest.push({ span, ownMs: ownTime(span), mission, turn });
    if (slowest.length >= 2 * limit + 1_000) sort();
  }
  sort();
  return slowest;
}

/** Returns the duration of a span without the times in which one of its children ran. */
function ownTime(span: TraceSpan): number {
  const duration = countOf(span.durationMs);
  const begin = timeOf(span.start) ?? 0;
  const finish = begin + duration;
  let [covered, until] = [0, begin];
  for (const [start, end] of intervalsOf(span.children, finish)) {
    const from = Math.max(start, until);
    const to = Math.min(end, finish);
    if (to <= from) continue;
    covered += to - from;
    until = to;
  }
  return Math.max(0, duration - covered);
}

function intervalsOf(
  children: readonly TraceSpan[],
  finish: number,
): (readonly [number, number])[] {
  return children
    .flatMap((child): (readonly [number, number])[] => {
      const start = timeOf(child.start);
      if (start === undefined) return [];
      return [[start, child.isOpen ? finish : start + countOf(child.durationMs)]];
    })
    .sort(([left], [right]) => left - right);
}
