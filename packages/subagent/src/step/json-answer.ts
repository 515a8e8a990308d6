// Converts the answer of a mission to plain JSON, for the option `json`.

import { toJson } from "@ptc/core/json";
import type { Fail } from "@ptc/core/contracts";
import type { MissionStep, SuccessfulMission } from "./step.ts";

/** Returns the step with an answer that `JSON.stringify` writes, or a failed step. */
export function withJsonAnswer(step: MissionStep): MissionStep {
  if (!step.ok) return step;
  try {
    return { ...step, return: JSON.parse(toJson(step.return)) as unknown };
  } catch (error) {
    const problem = error instanceof Error ? error.message : "its toJSON method failed";
    const message = `the answer can't be written as JSON: ${problem}`;
    return failed(step, { reason: "validation_error", message });
  }
}

function failed(
  { return: _, firewalled: _hidden, partial: _partial, ...others }: SuccessfulMission,
  fail: Fail,
): MissionStep {
  return { ...others, ok: false, fail };
}
