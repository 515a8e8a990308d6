// The run option `budget`: a host function that is called before each model request and may end the
// mission.

import type { Fail } from "@ptc/core/contracts";
import { raceSignal } from "@ptc/llm/adapter";
import { wrongOption } from "../options/option-checks.ts";

/** The usage of a run, including all child missions, when the option `budget` is called. */
export interface BudgetUsage {
  /** Model requests, including failed ones. */
  readonly llmRequests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly totalTokens: number;
  /** In the unit of the option `price`; 0 without it. */
  readonly cost: number;
  /** The turn of the mission that wants to send the request. */
  readonly turn: number;
  /** The number of missions above that one. */
  readonly depth: number;
  /** The provider of the requested model, such as `anthropic`. */
  readonly provider: string;
  /** The name of its agent; absent if the agent has no name. */
  readonly agent?: string;
}

/** Sends the request, or ends the mission with `budget_exceeded`. */
export type BudgetDecision = "continue" | "stop";

/** The run option `budget`. Called before each model request. */
export type BudgetCallback = (usage: BudgetUsage) => BudgetDecision | Promise<BudgetDecision>;

/** The option `budget` in the form that a mission calls. `requestId` identifies the request. */
export type AskBudget = (usage: BudgetUsage, requestId: string) => unknown;

/**
 * Returns why the request is refused. Returns undefined if it is allowed, or if `signal` was
 * aborted in the meantime.
 * @throws OptionError if the callback returns another value; errors of the callback
 */
export async function budgetRefusal(
  ask: AskBudget,
  usage: BudgetUsage,
  requestId: string,
  signal: AbortSignal,
): Promise<Fail | undefined> {
  let decision: unknown;
  try {
    decision = await raceSignal(signal, () => ask(usage, requestId));
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
  if (decision === "continue") return undefined;
  if (decision !== "stop")
    throw wrongOption("budget", 'expected a function that returns "continue" or "stop"', decision);
  const { llmRequests, totalTokens } = usage;
  return {
    reason: "budget_exceeded",
    message: `the model was not called: the function of the option budget returned "stop" after ${String(llmRequests)} requests and ${String(totalTokens)} tokens`,
    details: { kind: "budget_exceeded" },
  };
}
