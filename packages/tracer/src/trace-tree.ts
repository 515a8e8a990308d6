// Puts the events of a trace together to spans within spans.

import type { SpanName, TraceEvent } from "@ptc/core/contracts";

/** A stretch of work. It has at least one of its two events. */
export interface TraceSpan {
  readonly name: SpanName;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  /** Missing when the trace begins inside the span. */
  readonly start: TraceEvent | undefined;
  readonly end: TraceEvent | undefined;
  /** Milliseconds; only known of a span with both. */
  readonly durationMs: number | undefined;
  /** Started and never ended: still going on, or interrupted. */
  readonly isOpen: boolean;
  /** In the order of their start. */
  readonly children: readonly TraceSpan[];
}

/**
 * The outermost spans, in the order of their start. A span whose parent did not start before it
 * stands among them, so that nothing is lost from an incomplete trace and no cycle can arise.
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
  // Every type of event is the name of a span with one of two endings.
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

/** Ids are free texts in a file from outside, so they are joined without a way to confuse them. */
function nodeKey(traceId: string, spanId: string): string {
  return JSON.stringify([traceId, spanId]);
}
