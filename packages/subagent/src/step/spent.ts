// Adds up the usage of missions.

import { addRunUsage, nothingUsed } from "@ptc/core/internal/contracts";
import { presentFields } from "@ptc/llm/adapter";
import type { ChildStep, SpentByMissions } from "./step.ts";

/** Returns the sum. An optional count is present if at least one of the two has it. */
export function addSpent(left: SpentByMissions, right: SpentByMissions): SpentByMissions {
  return {
    ...addRunUsage(left, right),
    turns: left.turns + right.turns,
    llmRequests: left.llmRequests + right.llmRequests,
    ...presentFields({
      inputTokens: sum(left.inputTokens, right.inputTokens),
      outputTokens: sum(left.outputTokens, right.outputTokens),
      totalTokens: sum(left.totalTokens, right.totalTokens),
      cachedInputTokens: sum(left.cachedInputTokens, right.cachedInputTokens),
      cost: sum(left.cost, right.cost),
    }),
  };
}

/** Returns what the missions run by tools used, including their own child missions. */
export function spentByChildren(steps: readonly ChildStep[]): SpentByMissions | undefined {
  const spent = steps.flatMap(({ step: { usage } }) => (usage === undefined ? [] : [usage]));
  return spent.length === 0 ? undefined : spent.reduce<SpentByMissions>(addSpent, nothingSpent);
}

const nothingSpent: SpentByMissions = {
  ...nothingUsed,
  turns: 0,
  llmRequests: 0,
};

function sum(left: number | undefined, right: number | undefined): number | undefined {
  return left === undefined ? right : left + (right ?? 0);
}
