// Keeps the events of a run in memory, for tests and for showing a run while it goes on.

import type { TraceEvent, TraceSink } from "@ptc/core/contracts";
import { buildTraceTree, type TraceSpan } from "./trace-tree.ts";

/** What `createMemoryTracer` gives: a sink, and what it was given so far. */
export interface MemoryTracer extends TraceSink {
  /**
   * All events so far, as they were emitted: neither copied nor masked. Grows while a run goes on.
   */
  readonly events: readonly TraceEvent[];
  /** The events so far as spans; see `buildTraceTree`. */
  tree(): readonly TraceSpan[];
}

/** A sink that keeps every event in memory, for tests and for looking at one run. */
export function createMemoryTracer(): MemoryTracer {
  const events: TraceEvent[] = [];
  return {
    events,
    emit: (event) => {
      events.push(event);
    },
    tree: () => buildTraceTree(events),
  };
}
