// The context that a tool of an agent receives with a call.

import { TraceScope, systemClock, type ToolContext as CallContext } from "@ptc/core/contracts";

/**
 * The context that a tool of an agent receives with a call. `Deps` is the type of the run option
 * `deps`.
 */
export interface ToolContext<Deps = unknown> extends CallContext {
  /** The `deps` that the application passed to the run; undefined if it passed none. */
  readonly deps: Deps;
}

/**
 * Returns a context for calls outside of missions, such as in unit tests. It is never aborted or
 * traced, and its `callId` is `test`.
 */
export function contextOutsideOfMissions(): ToolContext {
  const { signal } = new AbortController();
  return {
    signal,
    abortSignal: signal,
    address: { run: "test", turn: 1, path: [], ordinal: 0 },
    callId: "test",
    toolCallId: "test",
    trace: new TraceScope({
      sink: undefined,
      clock: systemClock,
      random: () => 0,
      traceId: "test",
    }),
    deps: undefined,
    noteCached: () => undefined,
    noteAttempts: () => undefined,
    noteChild: () => undefined,
  };
}
