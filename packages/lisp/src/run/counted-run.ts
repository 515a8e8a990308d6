// Counts a run as active from its start. Few runs are counted, so the code for that loads lazily.

import type { RunActivity } from "../evaluation/evaluation-options.ts";
import { lazyCode } from "../loading/lazy-code.ts";

/** Returns the result of `work`, and counts it if the run has an activity. */
export function countedRun<Made>(
  activity: RunActivity | undefined,
  work: () => Promise<Made>,
): Promise<Made> {
  if (activity === undefined) return work();
  const { language } = lazyCode;
  const loading = language.load();
  // `whileActive` checks the option. Until then, it may be anything.
  if (typeof (activity as RunActivity | null)?.during === "function") activity.during(loading);
  return loading.then(({ whileActive }) => whileActive(activity, work));
}
