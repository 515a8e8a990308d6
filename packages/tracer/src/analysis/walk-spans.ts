// Walks spans without recursion, because hostile traces can nest missions a million levels deep.

import type { TraceSpan } from "../trace-tree.ts";

/** A span with its position in the tree. */
export interface VisitedSpan {
  readonly span: TraceSpan;
  readonly level: number;
  readonly parent: TraceSpan | undefined;
  /** The nearest mission above the span, or the span itself. */
  readonly mission: TraceSpan | undefined;
  /** The nearest turn above the span, or the span itself. */
  readonly turn: TraceSpan | undefined;
}

/** Yields each span before its children, in the order of the tree. */
export function* walkSpans(roots: readonly TraceSpan[]): Generator<VisitedSpan> {
  const rest: VisitedSpan[] = [];
  push(rest, roots, undefined);
  for (let visited = rest.pop(); visited !== undefined; visited = rest.pop()) {
    yield visited;
    push(rest, visited.span.children, visited);
  }
}

function push(
  rest: VisitedSpan[],
  spans: readonly TraceSpan[],
  above: VisitedSpan | undefined,
): void {
  // The stack visits its last entry first.
  for (let index = spans.length - 1; index >= 0; index--) {
    const span = spans[index];
    if (span === undefined) continue;
    const isMission = span.name === "mission";
    rest.push({
      span,
      level: (above?.level ?? -1) + 1,
      parent: above?.span,
      mission: isMission ? span : above?.mission,
      // The turns of a child mission are its own.
      turn: span.name === "turn" ? span : isMission ? undefined : above?.turn,
    });
  }
}
