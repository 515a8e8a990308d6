// Builds the tree of spans from the events of one or more traces: those of a mission and of its
// child missions, which have their own traces.

import type { SpanName, TraceEvent, TraceMarkType } from "@ptc/core/contracts";

/**
 * A unit of work, with its start event, its end event or both; or a moment, such as a request for
 * an approval, whose event is its start.
 */
export interface TraceSpan {
  /** The name of the work, or the type of the moment's event. */
  readonly name: SpanName | TraceMarkType;
  readonly traceId: string;
  readonly spanId: string;
  /** The id of a span in the same trace or, for a child mission, in its parent's trace. */
  readonly parentSpanId: string | undefined;
  /** Absent if the trace begins inside the span. */
  readonly start: TraceEvent | undefined;
  readonly end: TraceEvent | undefined;
  /** Milliseconds; absent unless the span has both events. */
  readonly durationMs: number | undefined;
  /** True if it has started but not ended, because it is still running or was interrupted. */
  readonly isOpen: boolean;
  /** In the order of their starts. */
  readonly children: readonly TraceSpan[];
}

/**
 * Returns the outermost spans, in the order of their starts. A child mission is below the tool
 * call that ran it, no matter in which order the traces come. A span is outermost if its parent
 * didn't start before it in its trace. A mission is also outermost if its parent is missing or
 * below that mission itself. So every span of an incomplete trace is included, and cycles are
 * impossible.
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

/** A mission below a span of another trace, whose events may come later. */
interface Link {
  readonly place: Place;
  readonly parentKey: string;
}

/** Puts missions below the spans that started them, and returns these missions. */
function followLinks(
  links: readonly Link[],
  places: ReadonlyMap<string, Place>,
): ReadonlySet<SpanNode> {
  const moved = new Set<SpanNode>();
  const parents = new Set<SpanNode>();
  for (const { place, parentKey } of links) {
    const parent = places.get(parentKey);
    // A parent below the mission itself is already in the mission's group.
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

/** A span with the group of spans that it is connected to. */
interface Place {
  readonly node: SpanNode;
  readonly group: Group;
}

/**
 * The spans below one outermost span. Joining two groups doesn't visit their spans, so its cost
 * doesn't depend on the length of a chain of missions. The smaller group points to the larger, so
 * the path to the top is short.
 */
class Group {
  private above: Group | undefined = undefined;
  private size = 1;

  /** Joins two groups. Returns true if they were separate before. */
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
  // The type is the name of a span with `-start` or `-end`, or it belongs to a moment.
  const name = event.type.replace(/-(?:start|end)$/, "") as SpanNode["name"];
  const [start, end] = isEnd ? [undefined, event] : [event, undefined];
  return {
    name,
    traceId,
    spanId,
    parentSpanId,
    start,
    end,
    durationMs: undefined,
    isOpen: event.type.endsWith("-start"),
    children: [],
  };
}

function endNode(node: SpanNode, event: TraceEvent): void {
  node.end = event;
  node.isOpen = false;
  // A host's clock may be set back while a span is open.
  if (node.start !== undefined) node.durationMs = Math.max(0, event.time - node.start.time);
}

function timeOf({ start, end }: SpanNode): number {
  return (start ?? end)?.time ?? 0;
}

/**
 * Returns a key that is unique for each pair of ids, which come from outside and may be any text.
 */
function nodeKey(traceId: string, spanId: string): string {
  return JSON.stringify([traceId, spanId]);
}
