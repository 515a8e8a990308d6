// Counts the work of missions that continues without an answer from outside; see `Activity`.

import type { Activity } from "@ptc/core/internal/task";

/** Returns `work`, and counts it if a run has an activity. */
export function counted<Made>(
  activity: Activity | undefined,
  work: Promise<Made>,
  signal?: AbortSignal,
): Promise<Made> {
  activity?.during(work, signal);
  return work;
}
