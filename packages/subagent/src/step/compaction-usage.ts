// What a step tells of the compaction of its mission.

import type { CompactionStrategy } from "../agent/compaction-option.ts";

/** Why a conversation was shortened: it had as many turns, or as many tokens, as `trigger` says. */
export type CompactionReason = "turns" | "tokens";

/**
 * The numbers are those of the last compaction, just before and just after it; where there was
 * none, those of the conversation before the last turn. Tokens are those that `countTokens` counts
 * in the messages, that of the system among them.
 */
export interface CompactionUsage {
  readonly strategy: CompactionStrategy;
  /** Whether the conversation was shortened at all. */
  readonly triggered: boolean;
  /** How often it was. */
  readonly count: number;
  /** How many turns were left out, all in all. */
  readonly droppedTurns: number;
  /** Of the last compaction; absent where there was none. */
  readonly reason?: CompactionReason;
  readonly messagesBefore: number;
  readonly messagesAfter: number;
  readonly estimatedTokensBefore: number;
  readonly estimatedTokensAfter: number;
  /** How many of the latest turns stay. */
  readonly keptRecentTurns: number;
  /** Whether a request still had `trigger.tokens` or more, because what has to stay is so large. */
  readonly overBudget: boolean;
}
