// The failures of missions that reached their depth limit or used up their turns.

import type { Fail } from "@ptc/core/contracts";
import type { Agent } from "../agent/agent.ts";
import type { Allowance } from "../bounds/allowance.ts";
import type { MissionScope } from "../bounds/mission-scope.ts";
import type { TurnBudget } from "../bounds/turn-budget.ts";

export function tooDeepFail({ depth, maxDepth }: MissionScope): Fail {
  return {
    reason: "max_depth_exceeded",
    message: `agents are nested ${String(depth)} deep, the maximum is ${String(maxDepth)} (option maxDepth): do this part of the work here`,
    details: {
      kind: "max_depth_exceeded",
      limit: { option: "maxDepth", value: maxDepth, unit: "levels" },
    },
  };
}

/**
 * Returns the failure of a mission without turns left. `last` is the failure of its last turn, if
 * that turn failed.
 */
export function outOfTurnsFail(
  { maxTurns, retryTurns, turnBudget }: Agent,
  turns: TurnBudget,
  budget: Allowance,
  last: Fail | undefined,
): Fail {
  if (last !== undefined && maxTurns === 1 && retryTurns === 0) return last;
  const reason = turns.end;
  const bound =
    reason === "max_turns_exceeded"
      ? `no answer within ${turnsText(turns.used)}`
      : budget.isUsedUpByRuns
        ? "all turns of the runs together are used up without an answer (option turnBudget)"
        : budget.isUsedUpAbove
          ? "the turns of the missions above are used up without an answer"
          : `the budget of ${turnsText(turnBudget)} is used up without an answer (option turnBudget)`;
  return {
    reason,
    message: `${bound}; ${lastTurnText(turns.used, last)}`,
    ...(last === undefined ? {} : { details: { kind: reason, errors: [last] } }),
  };
}

function turnsText(count: number): string {
  return count === 1 ? "1 turn" : `${String(count)} turns`;
}

function lastTurnText(used: number, last: Fail | undefined): string {
  if (last !== undefined) return `the last turn ended with ${last.reason}: ${last.message}`;
  return used === 0
    ? "no turns were left at the start"
    : "the last program ran but returned no answer";
}
