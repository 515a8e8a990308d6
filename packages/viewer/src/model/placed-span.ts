// The spans of a run in the order of a tree, each with the spans around it.

import type { TraceEvent, TraceEventData } from "@ptc/core/contracts";
import type { TraceSpan } from "@ptc/tracer";

export interface PlacedSpan {
  readonly span: TraceSpan;
  readonly index: number;
  readonly parent: number;
  readonly depth: number;
  /** The indexes of the nearest span of each kind around it or itself, or -1. */
  readonly mission: number;
  readonly turn: number;
  readonly program: number;
  next: number;
  /** True if a call that waits for a decision is in it, or if it is such a call. */
  isWaiting: boolean;
  /** Milliseconds since the epoch. An open span ends with the last event of the run. */
  readonly start: number;
  readonly end: number;
}

/** Returns at most `most` spans below `roots`, each followed by those below it. */
export function placedSpans(
  roots: readonly TraceSpan[],
  most: number,
): { readonly spans: readonly PlacedSpan[]; readonly omitted: number } {
  const spans: PlacedSpan[] = [];
  let omitted = 0;
  const latest = latestTime(roots);
  const rest: { readonly span: TraceSpan; readonly parent: number }[] = [];
  const push = (children: readonly TraceSpan[], parent: number): void => {
    for (const span of children.toReversed()) rest.push({ span, parent });
  };
  push(roots, -1);
  for (let item = rest.pop(); item !== undefined; item = rest.pop()) {
    const { span, parent } = item;
    if (spans.length >= most) {
      omitted += 1 + rest.length;
      break;
    }
    const index = spans.length;
    const above = spans[parent];
    const isMission = span.name === "mission";
    const start = (span.start ?? span.end)?.time ?? 0;
    spans.push({
      span,
      index,
      parent,
      depth: above === undefined ? 0 : above.depth + 1,
      mission: isMission ? index : (above?.mission ?? -1),
      turn: span.name === "turn" ? index : isMission ? -1 : (above?.turn ?? -1),
      program: span.name === "program" ? index : isMission ? -1 : (above?.program ?? -1),
      next: index + 1,
      isWaiting: isWaitingCall(span),
      start,
      end: Math.max(start, span.end?.time ?? (span.isOpen ? latest : start)),
    });
    push(span.children, index);
  }
  for (let index = spans.length - 1; index >= 0; index -= 1) {
    const placed = spans[index];
    const above = spans[placed?.parent ?? -1];
    if (placed !== undefined && above !== undefined) {
      above.next = Math.max(above.next, placed.next);
      above.isWaiting ||= placed.isWaiting;
    }
  }
  return { spans, omitted };
}

/** True for an open call whose last request for a decision has none. */
function isWaitingCall({ isOpen, children }: TraceSpan): boolean {
  if (!isOpen) return false;
  const last = children.findLast(
    ({ name }) => name === "approval-requested" || name === "approval-decided",
  );
  return last?.name === "approval-requested";
}

function latestTime(roots: readonly TraceSpan[]): number {
  let latest = 0;
  const rest = [...roots];
  for (let span = rest.pop(); span !== undefined; span = rest.pop()) {
    latest = Math.max(latest, span.start?.time ?? 0, span.end?.time ?? 0);
    for (const child of span.children) rest.push(child);
  }
  return latest;
}

/** Returns the data of an event if it has this type. */
export function dataOf<Type extends TraceEvent["type"]>(
  event: TraceEvent | undefined,
  type: Type,
): TraceEventData[Type] | undefined {
  // The compiler can't relate the type of an event to its data here.
  return event?.type === type ? (event.data as TraceEventData[Type]) : undefined;
}
