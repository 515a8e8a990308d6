// Counts what a run does for two readers.

import type { RunActivity } from "../evaluation/evaluation-options.ts";

/** Returns an activity that notes everything in both. */
export function bothActivities(left: RunActivity, right: RunActivity): RunActivity {
  return {
    enter: () => {
      left.enter();
      right.enter();
    },
    leave: () => {
      left.leave();
      right.leave();
    },
    during: (work, signal) => {
      left.during(work, signal);
      right.during(work, signal);
    },
  };
}
