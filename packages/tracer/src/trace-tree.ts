// Builds the tree of spans from the events of one trace or of several: those of a mission and of
// the missions below it, which have traces of their own.

import type { SpanName, TraceEvent } from "@ptc/core/contracts";

/** A piece of work, with its start event, its end event or both. */
export interface TraceSpan {
  readonly name: SpanName;
  readonly traceId: string;
  readonly spanId: string;
  /** A span of the same trace or, for a mission below another one, of that one's trace. */
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
 * The outermost spans, in the order in which they started. A mission below another one stands in
 * the tool call that ran it, in whatever order the traces come. A span whose parent did not start
 * before it in its trace is one of the outermost, and so is a mission whose parent is missing or
 * stands below that mission itself: nothing of an incomplete trace is lost, and no cycle can arise.
 */
export function buildTraceTree(events: readonly TraceEvent[]): readonly TraceSpan[] {
  const roots: SpanNode[] = [];
  const places = new Map<string, Place>();
  const links: Link[] = [];
  for (const event of events) {
    const key = nodeKey(event.traceId, event.spanId);
    const known = places.get(key)?.node;
    if (known?.isOpen === true && event.type === `${known.name}-end`) {
      endNode(known, event);
      continue;
    }
    const parentKey = keyOfParent(event);
    const isLink = startsBelow(event);
    const parent = isLink || parentKey === undefined ? undefined : places.get(parentKey);
    const place = { node: newNode(event), group: parent?.group ?? new Group() };
    (parent?.node.children ?? roots).push(place.node);
    places.set(key, place);
    if (isLink && parentKey !== undefined) links.push({ place, parentKey });
  }
  const moved = followLinks(links, places);
  return moved.size === 0 ? roots : roots.filter((root) => !moved.has(root));
}

/** A mission that stands below a span of another trace, whose events may come later. */
interface Link {
  readonly place: Place;
  readonly parentKey: string;
}

/** Puts missions below the spans that started them, and answers which these are. */
function followLinks(
  links: readonly Link[],
  places: ReadonlyMap<string, Place>,
): ReadonlySet<SpanNode> {
  const moved = new Set<SpanNode>();
  const parents = new Set<SpanNode>();
  for (const { place, parentKey } of links) {
    const parent = places.get(parentKey);
    // One that stands below the mission itself is in its group already.
    if (parent === undefined || !parent.group.join(place.group)) continue;
    parent.node.children.push(place.node);
    parents.add(parent.node);
    moved.add(place.node);
  }
  for (const { children } of parents) children.sort((left, right) => timeOf(left) - timeOf(right));
  return moved;
}

function startsBelow({ type, data }: TraceEvent): boolean {
  return type === "mission-start" && data.parentTraceId !== undefined;
}

function keyOfParent({ type, data, traceId, parentSpanId }: TraceEvent): string | undefined {
  if (parentSpanId === undefined) return undefined;
  const parentTraceId = type === "mission-start" ? data.parentTraceId : undefined;
  return nodeKey(parentTraceId ?? traceId, parentSpanId);
}

/** Where a span stands: itself, and all that it hangs together with. */
interface Place {
  readonly node: SpanNode;
  readonly group: Group;
}

/**
 * The spans below one outermost span. Two groups become one without looking at the spans, however
 * long a chain of missions is; the smaller points at the larger, so the way to the top is short.
 */
class Group {
  private above: Group | undefined = undefined;
  private size = 1;

  /** Answers whether they were apart before. */
  join(other: Group): boolean {
    const [own, others] = [this.top, other.top];
    if (own === others) return false;
    const [larger, smaller] = own.size < others.size ? [others, own] : [own, others];
    smaller.above = larger;
    larger.size += smaller.size;
    return true;
  }

  private get top(): Group {
    return this.above?.top ?? this;
  }
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

function timeOf({ start, end }: SpanNode): number {
  return (start ?? end)?.time ?? 0;
}

/**
 * Ids come from outside and may be any text; this joins them so that no two pairs give the same
 * key.
 */
function nodeKey(traceId: string, spanId: string): string {
  return JSON.stringify([traceId, spanId]);
}
