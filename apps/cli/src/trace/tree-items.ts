// Walks through the tree of a trace, outermost spans first, without recursion, because missions of
// a hostile trace are nested a million deep.

import type { TraceSpan } from "@ptc/tracer";

/** A span, or a mission of which a call tells and whose trace is missing. */
export type TreeItem =
  | { readonly level: number; readonly span: TraceSpan; readonly isFolded: boolean }
  | { readonly level: number; readonly missing: string };

export interface TreeOptions {
  /** Missions that are nested deeper are folded: what is inside them is left out. */
  readonly depth: number;
  /** The traces that no file has. */
  readonly missing: ReadonlySet<string>;
}

export function* treeItems(
  roots: readonly TraceSpan[],
  { depth, missing }: TreeOptions,
): Generator<TreeItem> {
  const rest = placed(roots, 0, 0);
  for (let item = rest.pop(); item !== undefined; item = rest.pop()) {
    const { span, level, missions } = item;
    const isMission = span.name === "mission";
    const isFolded = isMission && missions > depth && span.children.length > 0;
    yield { level, span, isFolded };
    if (isFolded) continue;
    for (const traceId of childTraceIds(span))
      if (missing.has(traceId)) yield { level: level + 1, missing: traceId };
    for (const child of placed(span.children, level + 1, missions + (isMission ? 1 : 0)))
      rest.push(child);
  }
}

interface Placed {
  readonly span: TraceSpan;
  readonly level: number;
  /** How many missions stand above. */
  readonly missions: number;
}

/** The last of the spans is to be visited last, so it comes first. */
function placed(spans: readonly TraceSpan[], level: number, missions: number): Placed[] {
  return spans.map((span) => ({ span, level, missions })).reverse();
}

function childTraceIds({ end }: TraceSpan): readonly string[] {
  return end?.type === "tool-call-end" ? (end.data.childTraceIds ?? []) : [];
}
