// Shows the progress of a run while it runs.

import { Progress } from "@ptc/subagent/internal/node";
import { maskFirewalled } from "@ptc/tracer";
import type { Host } from "../terminal/host.ts";
import type { Style } from "../terminal/style.ts";
import { LiveView } from "./live-view.ts";
import type { RunProgress } from "./run-progress.ts";

/** Prints a line for each event. */
export function printedProgress(style: Style, print: (line: string) => void): RunProgress {
  const progress = new Progress({ style, print, mask: maskFirewalled });
  return {
    emit: (event) => {
      progress.emit(event);
    },
    print,
    rest: () => undefined,
  };
}

/**
 * Returns the live view for a terminal. A terminal that can't move its cursor gets a line for each
 * event, as do files and pipes.
 */
export function progressFor(
  host: Host,
  { style, isVerbose }: { readonly style: Style; readonly isVerbose: boolean },
): RunProgress {
  const { output, environment } = host;
  const isLive = output.isTTY === true && environment["TERM"] !== "dumb" && !isVerbose;
  if (isLive) return new LiveView(host, style);
  return printedProgress(style, (line) => {
    output.write(`${line}\n`);
  });
}
