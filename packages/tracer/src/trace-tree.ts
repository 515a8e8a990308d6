// Builds the tree of spans from the events of a trace.

import type { SpanName, TraceEvent } from "@ptc/core/contracts";

/** A piece of work, with its start event, its end event or both. */
export interface TraceSpan {
  readonly name: SpanName;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  /** Absent when the trace begins inside the span. */
  readonly start: TraceEvent | undefined;
  readonly end: TraceEvent | undefined;
  /** Milliseconds; absent unless the span has both events. */
  readonly durationMs: number | undefined;
  /** Whether it has started and not ended, because it goes on or was interrupted. */
  readonly isOpen: boolean;
  /** In the order in which they started. */
  readonly children: readonly TraceSpan[];
}

/**
 * The outermost spans, in the order in which they started. A span whose parent did not start before
 * it is one of them, so that nothing of an incomplete trace is lost and no cycle can arise.
 */
export function buildTraceTree(events: readonly TraceEvent[]): readonly TraceSpan[] {
  const roots: SpanNode[] = [];
  const nodes = new Map<string, SpanNode>();
  for (const event of events) {
    const known = nodes.get(nodeKey(event.traceId, event.spanId));
    if (known?.isOpen === true && event.type === `${known.name}-end`) {
      endNode(known, event);
      continue;
    }
    const node = newNode(event);
    const parent =
      event.parentSpanId === undefined
        ? undefined
        : nodes.get(nodeKey(event.traceId, event.parentSpanId));
    (parent?.children ?? roots).push(node);
    nodes.set(nodeKey(event.traceId, event.spanId), node);
  }
  return roots;
}

interface SpanNode extends TraceSpan {
  end: TraceEvent | undefined;
  durationMs: number | undefined;
  isOpen: boolean;
  readonly children: SpanNode[];
}

function newNode(event: TraceEvent): SpanNode {
  const { traceId, spanId, parentSpanId } = event;
  const isEnd = event.type.endsWith("-end");
  // The type of every event is the name of a span with `-start` or `-end`.
  const name = event.type.replace(/-(?:start|end)$/, "") as SpanName;
  const [start, end] = isEnd ? [undefined, event] : [event, undefined];
  return {
    name,
    traceId,
    spanId,
    parentSpanId,
    start,
    end,
    durationMs: undefined,
    isOpen: !isEnd,
    children: [],
  };
}

function endNode(node: SpanNode, event: TraceEvent): void {
  node.end = event;
  node.isOpen = false;
  // The clock of a host may be set back while a span is open.
  if (node.start !== undefined) node.durationMs = Math.max(0, event.time - node.start.time);
}

/**
 * Ids come from outside and may be any text; this joins them so that no two pairs give the same
 * key.
 */
function nodeKey(traceId: string, spanId: string): string {
  return JSON.stringify([traceId, spanId]);
}
