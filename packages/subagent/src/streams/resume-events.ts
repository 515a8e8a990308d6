// Continues a mission that waits, as a stream of its events.

import type { AnyAgent } from "../agent/agent.ts";
import type { MissionResumeOptions } from "../run/resume.ts";
import { resumedMission } from "../run/resume.ts";
import { eventsOf, type MissionEvents } from "../run/run-events.ts";
import type { AnswerOfRun } from "../run/started-mission.ts";
import type { MissionCheckpoint } from "../step/mission-checkpoint.ts";

/**
 * Continues a mission from the checkpoint of its waiting step, as `resume` does, and returns its
 * events. They begin with `run-resumed`. `step` rejects with the errors of `resume`.
 */
export function resumeEvents<
  Given extends string | AnyAgent,
  const Text extends string = "() -> :any",
  Deps = unknown,
  Answer = never,
>(
  given: Given,
  checkpoint: MissionCheckpoint,
  options: MissionResumeOptions<Given, Text, Deps, Answer>,
): MissionEvents<AnswerOfRun<Given, Text, Answer>> {
  return eventsOf((change) => resumedMission(given, checkpoint, options, change)) as MissionEvents<
    AnswerOfRun<Given, Text, Answer>
  >;
}
