// Counts the work of missions that continues without an answer from outside; see `Place`.

import type { RunActivity } from "@ptc/lisp";
import type { Place } from "./place.ts";

/** Returns `work`, and counts it if a run has an activity. */
export function counted<Made>(
  activity: RunActivity | undefined,
  work: Promise<Made>,
  signal?: AbortSignal,
): Promise<Made> {
  activity?.during(work, signal);
  return work;
}

/** Returns the effect `made`, and counts it if the mission has a place. */
export function effectIn<Made>(place: Place | undefined, made: Promise<Made>): Promise<Made> {
  return place === undefined ? made : place.effect(made);
}
