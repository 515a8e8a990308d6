// Passes events to trace sinks. A sink that throws or rejects affects neither the run nor the other
// sinks.

import { isThenable } from "./thenable.ts";
import type { TraceEvent, TraceSink } from "./trace.ts";

/**
 * Passes `event` to `sink` and ignores errors. Also ignores rejected promises, because TypeScript
 * accepts an async function as `emit`.
 */
export function tellSink(sink: TraceSink | undefined, event: TraceEvent): void {
  try {
    const outcome: unknown = sink?.emit(event);
    if (isThenable(outcome)) outcome.then(undefined, () => undefined);
  } catch {
    // Ignore the error: a failing trace must not fail the run.
  }
}

/**
 * Combines several sinks into one. Every sink receives every event in the given order, even if
 * another sink throws. Skips undefined sinks.
 */
export function combineSinks(...sinks: readonly (TraceSink | undefined)[]): TraceSink {
  return {
    emit: (event) => {
      for (const sink of sinks) tellSink(sink, event);
    },
  };
}
