// Decides whether a conversation is to be shortened. It is shortened in jumps: a provider that has
// cached the beginning of a conversation has no use for that when the beginning changes.

import type { Compaction } from "../agent/compaction-option.ts";
import type { CompactionReason } from "../step/compaction-usage.ts";

export interface Size {
  /** How many turns are over. */
  readonly turns: number;
  readonly tokens: number;
}

/** Whether there are as many tokens as the option allows, or more. */
export function isOverBudget({ trigger }: Compaction, { tokens }: Size): boolean {
  return trigger.tokens !== undefined && tokens >= trigger.tokens;
}

/**
 * Why to shorten a conversation; undefined where it stays. `wasOverBudget`: what the last
 * compaction kept was too large by itself. Then as many turns are waited for as are kept, since
 * each turn would bring a compaction otherwise.
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
