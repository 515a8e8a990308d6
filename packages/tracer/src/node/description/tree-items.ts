// Walks the tree of a trace, outermost spans first. It uses no recursion, because hostile traces
// can nest missions a million levels deep.

import type { TraceSpan } from "../../trace-tree.ts";

/** A span, or a mission that a call names and whose trace is missing. */
export type TreeItem =
  | { readonly level: number; readonly span: TraceSpan; readonly isFolded: boolean }
  | { readonly level: number; readonly missing: string };

/** The options of `treeItems`. */
export interface TreeOptions {
  /** Deeper missions are folded: their inner spans are omitted. */
  readonly depth: number;
  /** The traces without a file. */
  readonly missing: ReadonlySet<string>;
}

/** Yields the items of a tree in the order of their lines. */
export function* treeItems(
  roots: readonly TraceSpan[],
  { depth, missing }: TreeOptions,
): Generator<TreeItem> {
  const rest = pending(roots, 0, 0);
  for (let item = rest.pop(); item !== undefined; item = rest.pop()) {
    const { span, level, missions } = item;
    const isMission = span.name === "mission";
    const isFolded = isMission && missions > depth && span.children.length > 0;
    yield { level, span, isFolded };
    if (isFolded) continue;
    for (const traceId of childTraceIds(span))
      if (missing.has(traceId)) yield { level: level + 1, missing: traceId };
    for (const child of pending(span.children, level + 1, missions + (isMission ? 1 : 0)))
      rest.push(child);
  }
}

interface PendingSpan {
  readonly span: TraceSpan;
  readonly level: number;
  /** The number of missions above. */
  readonly missions: number;
}

/** Returns the spans in reverse, because the stack visits its last entry first. */
function pending(spans: readonly TraceSpan[], level: number, missions: number): PendingSpan[] {
  return spans.map((span) => ({ span, level, missions })).reverse();
}

function childTraceIds({ end }: TraceSpan): readonly string[] {
  return end?.type === "tool-call-end" ? (end.data.childTraceIds ?? []) : [];
}
