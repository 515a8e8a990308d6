// How a mission ends without an answer: failed, or, where its agent wants that and a budget ended
// it, with what its programs had by then.

import type { Fail } from "@ptc/core/contracts";
import { checkedAnswer } from "../step/checked-answer.ts";
import type { MissionStep } from "../step/step.ts";
import type { MissionParts } from "./mission-parts.ts";

/** The ends by a budget; a program may fail with the same reasons, but of another kind. */
const budgetKinds: ReadonlySet<string> = new Set(["budget_exceeded", "turn_budget_exhausted"]);

export async function endedStep(
  fail: Fail,
  { agent, log }: Pick<MissionParts, "agent" | "log">,
): Promise<MissionStep> {
  if (agent.onBudgetExceeded === "fail" || !isOfBudget(fail)) return log.fail(fail);
  for (const value of log.values.toReversed()) {
    const answer = await checkedAnswer(agent, value);
    if (answer.ok) return log.succeed(answer.value, fail);
  }
  return log.fail(fail);
}

function isOfBudget({ reason, details }: Fail): boolean {
  return budgetKinds.has(reason) && (details?.kind === undefined || details.kind === reason);
}
