// Counts a run as active while it loads and analyzes its code, and while it makes its step.

import { checkedActivity } from "../options/option-checks.ts";
import type { RunActivity } from "../evaluation/evaluation-options.ts";

/** Returns the result of `work`, and counts it as activity. The evaluation pauses the count. */
export function whileActive<Made>(
  activity: RunActivity | undefined,
  work: () => Promise<Made>,
): Promise<Made> {
  return activity === undefined ? work() : counted(activity, work);
}

async function counted<Made>(given: RunActivity, work: () => Promise<Made>): Promise<Made> {
  const activity = checkedActivity(given);
  activity.enter();
  try {
    return await work();
  } finally {
    activity.leave();
  }
}
