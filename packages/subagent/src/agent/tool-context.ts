// What a tool of an agent learns about its call.

import { TraceScope, systemClock, type ToolContext as CallContext } from "@ptc/core/contracts";

/** What a tool of an agent learns about its call. `Deps` is the type of the run's option `deps`. */
export interface ToolContext<Deps = unknown> extends CallContext {
  /** What the application gave the run as `deps`; undefined where it gave nothing. */
  readonly deps: Deps;
}

/**
 * The context of a call that no mission makes, as a unit test does: nothing aborts it, nothing is
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
