// Counts a run as active while it loads and analyzes its code, and while it makes its step. The
// evaluation pauses the count.

import { OptionError } from "@ptc/core/errors";
import type { RunActivity } from "./evaluation-options.ts";

/** @throws OptionError for an activity without the needed functions */
export async function whileActive<Made>(
  given: RunActivity,
  work: () => Promise<Made>,
): Promise<Made> {
  const activity = checkedActivity(given);
  activity.enter();
  try {
    return await work();
  } finally {
    activity.leave();
  }
}

function checkedActivity(activity: RunActivity): RunActivity {
  // JavaScript callers may break the promise of the types.
  const given = activity as Partial<RunActivity> | null;
  for (const name of ["enter", "leave", "during"] as const)
    if (typeof given?.[name] !== "function")
      throw new OptionError("activity", `expected an object with a function \`${name}\``);
  return activity;
}
