// Arranges spans in lanes, in which spans are either nested or one after the other, as profile
// viewers require. A span is in the lane of its parent if that is possible. Parallel branches have
// lanes of their own.
//
//   lane 0   mission ─ turn ─ program ─ tool/a
//   lane 1                              tool/b       (at the same time)

import type { TraceSpan } from "../trace-tree.ts";
import { intervalOf, timesOfSpans } from "./timeline.ts";
import { walkSpans } from "./walk-spans.ts";

/** A span in a lane. */
export interface LanedSpan {
  readonly span: TraceSpan;
  readonly lane: number;
  /** Milliseconds after the first event. */
  readonly startMs: number;
  readonly endMs: number;
}

export interface SpanLanes {
  /** In the order of their starts; a span comes after its parent. */
  readonly spans: readonly LanedSpan[];
  readonly laneCount: number;
  /** The number of spans beyond the limit. */
  readonly omittedSpans: number;
}

/** Arranges at most `limit` spans, outer ones first. */
export function spanLanes(roots: readonly TraceSpan[], limit: number): SpanLanes {
  const { first, last } = timesOfSpans(roots);
  const placed = new Map<TraceSpan, LanedSpan>();
  const lanes = new Lanes();
  const { ordered, omittedSpans } = inOrder(roots, last, limit);
  for (const { span, parent, start, end } of ordered) {
    const above = parent === undefined ? undefined : placed.get(parent);
    const [startMs, endMs] = [start - first, end - first];
    const lane = lanes.place(startMs, endMs, above);
    const entry = { span, lane: lane.number, startMs, endMs };
    lane.open.push(entry);
    placed.set(span, entry);
  }
  return { spans: [...placed.values()], laneCount: lanes.count, omittedSpans };
}

interface OrderedSpan {
  readonly span: TraceSpan;
  readonly parent: TraceSpan | undefined;
  readonly level: number;
  readonly start: number;
  readonly end: number;
}

function inOrder(
  roots: readonly TraceSpan[],
  last: number,
  limit: number,
): { readonly ordered: readonly OrderedSpan[]; readonly omittedSpans: number } {
  const all: OrderedSpan[] = [];
  for (const { span, parent, level } of walkSpans(roots))
    all.push({ span, parent, level, ...intervalOf(span, last) });
  const shown =
    all.length > limit
      ? all.toSorted((left, right) => left.level - right.level).slice(0, limit)
      : all;
  return {
    ordered: shown.toSorted((left, right) => left.start - right.start || left.level - right.level),
    omittedSpans: all.length - shown.length,
  };
}

interface Lane {
  readonly number: number;
  /** The spans that are open at the current time, outer ones first. */
  readonly open: LanedSpan[];
  /** The end of its outermost span. */
  freeAt: number;
}

/** The lanes, in a heap by the time at which they are free. */
class Lanes {
  private readonly all: Lane[] = [];
  private readonly heap: Lane[] = [];

  get count(): number {
    return this.all.length;
  }

  place(start: number, end: number, above: LanedSpan | undefined): Lane {
    const ofParent = above === undefined ? undefined : this.all[above.lane];
    if (ofParent !== undefined && above !== undefined && end <= above.endMs) {
      endSpans(ofParent.open, start);
      if (ofParent.open.at(-1) === above) return ofParent;
    }
    const [free] = this.heap;
    if (free !== undefined && free.freeAt <= start) {
      free.open.length = 0;
      free.freeAt = end;
      this.sink();
      return free;
    }
    const lane = { number: this.all.length, open: [], freeAt: end };
    this.all.push(lane);
    this.heap.push(lane);
    this.rise();
    return lane;
  }

  /** Moves the first lane down to its position. */
  private sink(): void {
    const { heap } = this;
    for (let index = 0; ;) {
      let next = index;
      for (const child of [2 * index + 1, 2 * index + 2])
        if (this.freeAt(child) < this.freeAt(next)) next = child;
      if (next === index) return;
      swap(heap, index, next);
      index = next;
    }
  }

  /** Moves the last lane up to its position. */
  private rise(): void {
    for (let index = this.heap.length - 1; index > 0;) {
      const above = (index - 1) >> 1;
      if (this.freeAt(above) <= this.freeAt(index)) return;
      swap(this.heap, index, above);
      index = above;
    }
  }

  private freeAt(index: number): number {
    return this.heap[index]?.freeAt ?? Infinity;
  }
}

/** Removes the spans that have ended at `time`. */
export function endSpans(open: LanedSpan[], time: number, ended?: (span: LanedSpan) => void): void {
  for (let top = open.at(-1); top !== undefined && top.endMs <= time; top = open.at(-1)) {
    open.pop();
    ended?.(top);
  }
}

function swap(heap: Lane[], left: number, right: number): void {
  const [first, second] = [heap[left], heap[right]];
  if (first === undefined || second === undefined) return;
  heap[left] = second;
  heap[right] = first;
}
