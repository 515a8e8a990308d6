// What of the prompt applies only to missions in which the model answers more than once.

import type { Agent } from "../agent/agent.ts";

/** Whether the model sees what became of a program and may write another one. */
export function hasSeveralAnswers({ maxTurns, retryTurns }: Agent): boolean {
  return maxTurns + retryTurns > 1;
}
