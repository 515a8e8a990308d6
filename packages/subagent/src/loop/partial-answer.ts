// Ends a mission without an answer. It fails, unless a budget ended it and its agent wants a
// partial answer: then the last fitting value of its programs is returned.

import type { Fail } from "@ptc/core/contracts";
import { counted } from "../bounds/activity.ts";
import { checkedAnswer } from "../step/checked-answer.ts";
import type { MissionStep } from "../step/step.ts";
import type { MissionParts } from "./mission-parts.ts";

/**
 * Reasons that a budget ended the mission. A program can fail with the same reason, but another
 * kind.
 */
const budgetKinds: ReadonlySet<string> = new Set(["budget_exceeded", "turn_budget_exhausted"]);

export async function endedStep(
  fail: Fail,
  { agent, log, place }: Pick<MissionParts, "agent" | "log" | "place">,
): Promise<MissionStep> {
  if (agent.onBudgetExceeded === "fail" || !isOfBudget(fail)) return log.fail(fail);
  for (const value of log.values.toReversed()) {
    const answer = await counted(place, checkedAnswer(agent, value));
    if (answer.ok) return log.succeed(answer.value, fail);
  }
  return log.fail(fail);
}

function isOfBudget({ reason, details }: Fail): boolean {
  return budgetKinds.has(reason) && (details?.kind === undefined || details.kind === reason);
}
