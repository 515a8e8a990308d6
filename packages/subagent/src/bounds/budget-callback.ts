// The option `budget` of a run: a function of the host that is asked before each request to a
// model, and may end the mission there.

import type { Fail } from "@ptc/core/contracts";
import { raceSignal } from "@ptc/llm/adapter";
import { wrongOption } from "../options/option-checks.ts";

/** What a run has used when the option `budget` is asked, with all missions below it. */
export interface BudgetUsage {
  /** Requests to models, including those that failed. */
  readonly llmRequests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly totalTokens: number;
  /** In the unit of the option `price`; 0 where there is none. */
  readonly cost: number;
  /** The turn of the mission that wants to ask. */
  readonly turn: number;
  /** How many missions stand above that one. */
  readonly depth: number;
  /** The name of its agent; absent where it has none. */
  readonly agent?: string;
}

/** Whether the model is asked, or the mission ends with `budget_exceeded`. */
export type BudgetDecision = "continue" | "stop";

/** The option `budget` of a run. */
export type BudgetCallback = (usage: BudgetUsage) => BudgetDecision | Promise<BudgetDecision>;

/** The option as a mission asks it; `requestId` says for which request. */
export type AskBudget = (usage: BudgetUsage, requestId: string) => unknown;

/**
 * Why the request is not sent; undefined where it may be, or `signal` aborted meanwhile.
 * @throws OptionError where the callback answers something else, and what the callback throws
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
    throw wrongOption("budget", 'expected a function that answers "continue" or "stop"', decision);
  const { llmRequests, totalTokens } = usage;
  return {
    reason: "budget_exceeded",
    message: `the model was not asked: the function of the option budget said "stop" after ${String(llmRequests)} requests and ${String(totalTokens)} tokens`,
    details: { kind: "budget_exceeded" },
  };
}
