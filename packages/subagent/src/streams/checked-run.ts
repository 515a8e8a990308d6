// Checks that an argument is a run as `runEvents` returns it.

import { isObject } from "@ptc/core/internal/host";
import { wrongOption } from "../options/option-checks.ts";
import type { MissionEvents } from "../run/run-events.ts";

/** @throws OptionError */
export function checkedRun(run: MissionEvents): MissionEvents {
  const given: unknown = run;
  if (isObject(given) && typeof given["cancel"] === "function" && Symbol.asyncIterator in given)
    return run;
  throw wrongOption("run", "expected the result of runEvents, resumeEvents or chat.events", given);
}
