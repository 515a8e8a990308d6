// Passes events to trace sinks. A sink that throws or rejects affects neither the run nor the other
// sinks.

import { isThenable } from "./thenable.ts";
import { combinePropagations } from "./trace-propagation.ts";
import type { TraceEvent, TraceSink } from "./trace.ts";

/**
 * Passes `event` to `sink`. Errors go to `failed` only, because a failing trace must not fail its
 * run. So do those of rejected promises, because TypeScript accepts an async function as `emit`.
 */
export function tellSink(
  sink: TraceSink | undefined,
  event: TraceEvent,
  failed: (error: unknown) => void = () => undefined,
): void {
  try {
    const outcome: unknown = sink?.emit(event);
    if (isThenable(outcome)) outcome.then(undefined, failed);
  } catch (error) {
    failed(error);
  }
}

/**
 * Combines several sinks into one. Every sink receives every event in the given order, even if
 * another sink throws. Skips undefined sinks.
 */
export function combineSinks(...sinks: readonly (TraceSink | undefined)[]): TraceSink {
  const propagation = combinePropagations(
    sinks.flatMap((sink) => (sink?.propagation === undefined ? [] : [sink.propagation])),
  );
  return {
    emit: (event) => {
      for (const sink of sinks) tellSink(sink, event);
    },
    ...(propagation === undefined ? {} : { propagation }),
  };
}
