// Folds siblings that do the same work: `tool/customer × 44, 6 failed`.

import type { SpanName, TraceMarkType } from "@ptc/core/contracts";
import type { TraceSpan } from "../trace-tree.ts";
import { countOf, isFailed, nameOfSpan, turnNumber } from "./span-parts.ts";

/** Siblings with the same kind and name. Turns also have the same number. */
export interface SpanFold {
  readonly kind: SpanName | TraceMarkType;
  /** The name of the tool or agent. Absent for other spans. */
  readonly name?: string;
  /** The number of a turn. */
  readonly turn?: number;
  /** In the order of their starts. */
  readonly spans: readonly TraceSpan[];
  readonly failed: number;
  /** The number of spans that didn't end. */
  readonly open: number;
  /** Milliseconds; the sum over all spans that ended, also of those that ran at the same time. */
  readonly totalMs: number;
  readonly longestMs: number;
}

/** Folds siblings, in the order in which each kind of work first occurs. */
export function foldSpans(siblings: Iterable<TraceSpan>): readonly SpanFold[] {
  const groups = new Map<
    string,
    { readonly name: string | undefined; readonly first: TraceSpan; readonly spans: TraceSpan[] }
  >();
  for (const span of siblings) {
    const name = nameOfSpan(span);
    const key = JSON.stringify([span.name, name, turnNumber(span)]);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { name, first: span, spans: [span] });
    else known.spans.push(span);
  }
  return Array.from(groups.values(), foldOf);
}

/** Folds the children of all spans of a fold together. */
export function foldChildren({ spans }: SpanFold): readonly SpanFold[] {
  return foldSpans(childrenOf(spans));
}

function* childrenOf(spans: readonly TraceSpan[]): Generator<TraceSpan> {
  for (const { children } of spans) yield* children;
}

interface Siblings {
  readonly name: string | undefined;
  readonly first: TraceSpan;
  readonly spans: readonly TraceSpan[];
}

function foldOf({ name, first, spans }: Siblings): SpanFold {
  let [failed, open, totalMs, longestMs] = [0, 0, 0, 0];
  for (const span of spans) {
    const took = countOf(span.durationMs);
    if (isFailed(span)) failed += 1;
    if (span.isOpen) open += 1;
    totalMs += took;
    longestMs = Math.max(longestMs, took);
  }
  const turn = turnNumber(first);
  return {
    kind: first.name,
    ...(name === undefined ? {} : { name }),
    ...(turn === undefined ? {} : { turn }),
    ...{ spans, failed, open, totalMs, longestMs },
  };
}
