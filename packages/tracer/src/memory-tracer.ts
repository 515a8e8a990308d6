// Collects the events of a run in memory, for tests and for showing a run in progress.

import type { TraceEvent, TraceSink } from "@ptc/core/contracts";
import { buildTraceTree, type TraceSpan } from "./trace-tree.ts";

/** The result of `createMemoryTracer`: a sink, and the events that it has received. */
export interface MemoryTracer extends TraceSink {
  /** All events so far, as emitted: neither copied nor masked. Grows during a run. */
  readonly events: readonly TraceEvent[];
  /** Returns the events so far as spans; see `buildTraceTree`. */
  tree(): readonly TraceSpan[];
}

/** Returns a sink that stores every event in memory, for tests and for inspecting one run. */
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
