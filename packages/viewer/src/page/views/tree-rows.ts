// The rows of the tree: all spans, or those that a search finds. Calls of the same tool that follow
// one another are one row, until a person opens them.

import type { SpanView } from "../../model/run-view.ts";

/** A span, or calls of the same tool, of which `span` is the first. */
export interface TreeRow {
  readonly span: number;
  readonly folded?: { readonly count: number; readonly failed: number };
}

const leastFolded = 5;

export function treeRows(
  spans: readonly SpanView[],
  query: string,
  isOpen: (first: number, end: number) => boolean,
): readonly TreeRow[] {
  return query === "" ? foldedRows(spans, isOpen) : foundRows(spans, query.toLowerCase());
}

function foldedRows(
  spans: readonly SpanView[],
  isOpen: (first: number, end: number) => boolean,
): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  /** Calls of a group that is open. */
  const opened = new Set<number>();
  for (let index = 0; index < spans.length;) {
    const group = opened.has(index) ? [] : equalCalls(spans, index);
    const end = spans[group.at(-1) ?? -1]?.next ?? 0;
    if (group.length >= leastFolded && !isOpen(index, end)) {
      const failed = group.filter((call) => spans[call]?.status === "failed").length;
      rows.push({ span: index, folded: { count: group.length, failed } });
      index = end;
      continue;
    }
    for (const call of group) opened.add(call);
    rows.push({ span: index });
    index += 1;
  }
  return rows;
}

/** Returns the call at `first` and the calls of the same tool after it. */
function equalCalls(spans: readonly SpanView[], first: number): readonly number[] {
  const start = spans[first];
  const calls: number[] = [];
  if (start?.kind !== "tool-call") return calls;
  for (let index = first; ;) {
    const span = spans[index];
    if (span?.parent !== start.parent || span.name !== start.name) return calls;
    // A call that waits needs a person, so it has a row.
    if (span.status === "waiting") return calls;
    calls.push(index);
    index = span.next;
  }
}

/** Returns the spans that match, and those around them. */
function foundRows(spans: readonly SpanView[], query: string): readonly TreeRow[] {
  const shown = new Set<number>();
  for (const [index, { name, brief = "", status }] of spans.entries()) {
    if (!`${name} ${brief} ${status}`.toLowerCase().includes(query)) continue;
    for (let at = index; at >= 0 && !shown.has(at); at = spans[at]?.parent ?? -1) shown.add(at);
  }
  return [...shown].sort((left, right) => left - right).map((span) => ({ span }));
}
