// The states of runs, for the options and their completion.

import type { RunStatus } from "@ptc/subagent/runs";
import { oneLine } from "@ptc/core/internal/errors";
import { UsageError } from "../terminal/usage-error.ts";

export const runStatuses = [
  "queued",
  "running",
  "waiting",
  "done",
  "failed",
  "cancelled",
] as const satisfies readonly RunStatus[];

/** Returns `text` if it is a state. @throws UsageError */
export function runStatus(text: string): RunStatus {
  const status = runStatuses.find((known) => known === text);
  if (status !== undefined) return status;
  throw new UsageError(`--status ${oneLine(text, 60)}: expected one of ${runStatuses.join(", ")}`, {
    isAboutArguments: true,
  });
}
