// Handing events to sinks. A broken sink breaks neither the run nor its neighbours, whether it
// throws now or later.

import { isThenable } from "./tool.ts";
import type { TraceEvent, TraceSink } from "./trace.ts";

/**
 * Gives `sink` the event; what it throws is dropped. An async function is taken for a sink's `emit`
 * by the compiler: so is its failure.
 */
export function tellSink(sink: TraceSink | undefined, event: TraceEvent): void {
  try {
    const outcome: unknown = sink?.emit(event);
    if (isThenable(outcome)) outcome.then(undefined, () => undefined);
  } catch {
    // Said above.
  }
}

/**
 * Several sinks as one: every sink gets every event, in the order given, whatever the others do
 * with it. Absent ones are passed over.
 */
export function combineSinks(...sinks: readonly (TraceSink | undefined)[]): TraceSink {
  return {
    emit: (event) => {
      for (const sink of sinks) tellSink(sink, event);
    },
  };
}
