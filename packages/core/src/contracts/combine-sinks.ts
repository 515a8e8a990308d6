// Hands events to sinks. A sink that throws, at once or in a promise, disturbs neither the run nor
// the other sinks.

import { isThenable } from "./thenable.ts";
import type { TraceEvent, TraceSink } from "./trace.ts";

/**
 * Gives `sink` the event and drops what it throws. The compiler accepts an async function as
 * `emit`, so a rejected promise is dropped too.
 */
export function tellSink(sink: TraceSink | undefined, event: TraceEvent): void {
  try {
    const outcome: unknown = sink?.emit(event);
    if (isThenable(outcome)) outcome.then(undefined, () => undefined);
  } catch {
    // A run must not fail because its trace does.
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
