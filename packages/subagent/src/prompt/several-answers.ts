// Decides whether the prompt needs the parts for missions in which the model answers more than
// once.

import type { Agent } from "../agent/agent.ts";

/** True if the model sees the result of a program and may write another one. */
export function hasSeveralAnswers({ maxTurns, retryTurns }: Agent): boolean {
  return maxTurns + retryTurns > 1;
}
