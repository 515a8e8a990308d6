// Assigns rows of a timeline to spans, so that spans that overlap in time are below each other:
// parallel branches and child missions are side by side. Spans that follow one another share rows.

import { Heap } from "./heap.ts";

/** A span in the order of a tree: each is followed by the spans below it. */
export interface TimedSpan {
  readonly parent: number;
  readonly start: number;
  readonly end: number;
}

/** Returns the row of each span, and the number of rows. Takes time n log n for n spans. */
export function timelineRows(spans: readonly TimedSpan[]): {
  readonly rows: readonly number[];
  readonly count: number;
} {
  const children = childrenOf(spans);
  const offsets: number[] = [];
  const heights: number[] = [];
  // The spans below a span come after it, so their heights are known.
  for (let index = spans.length - 1; index >= 0; index -= 1)
    heights[index] = 1 + placeLanes(children[index] ?? [], spans, heights, offsets);
  const count = placeLanes(children[-1] ?? [], spans, heights, offsets);
  const rows: number[] = [];
  for (const [index, { parent }] of spans.entries())
    rows[index] = (parent < 0 ? 0 : (rows[parent] ?? 0) + 1) + (offsets[index] ?? 0);
  return { rows, count };
}

function childrenOf(spans: readonly TimedSpan[]): Readonly<Record<number, readonly number[]>> {
  const children: Record<number, number[]> = {};
  for (const [index, { parent }] of spans.entries()) (children[parent] ??= []).push(index);
  return children;
}

/**
 * Puts siblings into lanes. Writes the first row of each into `offsets`, and returns the rows of
 * all lanes. A lane is as high as its highest span.
 */
function placeLanes(
  siblings: readonly number[],
  spans: readonly TimedSpan[],
  heights: readonly number[],
  offsets: number[],
): number {
  const inOrder = [...siblings].sort((a, b) => (spans[a]?.start ?? 0) - (spans[b]?.start ?? 0));
  const busy = new Heap();
  const free = new Heap();
  const laneOf = new Map<number, number>();
  const laneHeights: number[] = [];
  for (const index of inOrder) {
    const { start = 0, end = 0 } = spans[index] ?? {};
    for (let { least } = busy; least !== undefined && least.order <= start; { least } = busy)
      free.push(least.value, busy.pop()?.value ?? 0);
    const lane = free.pop()?.value ?? laneHeights.length;
    laneOf.set(index, lane);
    laneHeights[lane] = Math.max(laneHeights[lane] ?? 0, heights[index] ?? 1);
    busy.push(end, lane);
  }
  const firstRows: number[] = [];
  let rows = 0;
  for (const [lane, height] of laneHeights.entries()) {
    firstRows[lane] = rows;
    rows += height;
  }
  for (const [index, lane] of laneOf) offsets[index] = firstRows[lane] ?? 0;
  return rows;
}
