// Reports the progress of a program or an agent to a client that asked for it. Clients that wait
// for a response usually wait longer after each report.

import type { ServerContext } from "@modelcontextprotocol/server";
import type { TraceEvent } from "@ptc/core/contracts";
import { shownToolName } from "../shown-tool-name.ts";

/** A run with many calls isn't reported call by call. */
const mostReports = 1_000;

/**
 * Returns a function that reports turns and tool calls, or undefined if the client didn't ask for
 * progress.
 */
export function progressReporter({
  mcpReq: { _meta: meta, notify, signal },
}: ServerContext): ((event: TraceEvent) => void) | undefined {
  const progressToken = meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let progress = 0;
  return (event) => {
    const message = messageOf(event);
    if (message === undefined || progress >= mostReports || signal.aborted) return;
    progress += 1;
    const params = { progressToken, progress, message };
    // The client may have closed its connection, which ends the run by its signal.
    notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
}

function messageOf(event: TraceEvent): string | undefined {
  switch (event.type) {
    case "turn-start":
      return `turn ${String(event.data.turn)}`;
    case "tool-call-start":
      return `calls ${shownToolName(event.data.name)}`;
    default:
      return undefined;
  }
}
