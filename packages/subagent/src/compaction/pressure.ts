// Decides whether to shorten a conversation. It is shortened in large steps: a changed beginning
// invalidates the provider's cache of the conversation.

import type { Compaction } from "../agent/compaction-option.ts";
import type { CompactionReason } from "../step/compaction-usage.ts";

export interface Size {
  /** The number of completed turns. */
  readonly turns: number;
  readonly tokens: number;
}

/** True if the conversation has at least as many tokens as the option's trigger. */
export function isOverBudget({ trigger }: Compaction, { tokens }: Size): boolean {
  return trigger.tokens !== undefined && tokens >= trigger.tokens;
}

/**
 * Returns the reason to shorten a conversation, or `undefined` to leave it. `wasOverBudget` is
 * true if the messages kept by the last compaction exceeded the budget by themselves. In that case
 * the next compaction waits for `keepRecentTurns` more turns, because otherwise every turn would
 * cause one.
 */
export function pressure(
  option: Compaction,
  size: Size,
  wasOverBudget: boolean,
): CompactionReason | undefined {
  const { trigger, keepRecentTurns } = option;
  if (size.turns <= keepRecentTurns) return undefined;
  if (trigger.turns !== undefined && size.turns >= trigger.turns) return "turns";
  const least = wasOverBudget ? 2 * keepRecentTurns : 0;
  return isOverBudget(option, size) && size.turns >= least ? "tokens" : undefined;
}
