// The compaction usage of a mission, as part of its step.

import type { CompactionStrategy } from "../agent/compaction-option.ts";

/** Why a conversation was shortened: it reached the number of turns, or of tokens, in `trigger`. */
export type CompactionReason = "turns" | "tokens";

/**
 * The usage of compaction. The numbers are those just before and after the last compaction.
 * Without a compaction, they are those of the conversation before the last turn. `countTokens`
 * counts the tokens of all messages, including the system message.
 */
export interface CompactionUsage {
  readonly strategy: CompactionStrategy;
  /** True if the conversation was shortened at least once. */
  readonly triggered: boolean;
  /** The number of compactions. */
  readonly count: number;
  /** The total number of dropped turns. */
  readonly droppedTurns: number;
  /** The reason for the last compaction. Absent if `triggered` is false. */
  readonly reason?: CompactionReason;
  readonly messagesBefore: number;
  readonly messagesAfter: number;
  readonly estimatedTokensBefore: number;
  readonly estimatedTokensAfter: number;
  /** The number of recent turns that stay. */
  readonly keptRecentTurns: number;
  /**
   * True if a request still had at least `trigger.tokens`, because the messages that must stay are
   * too large.
   */
  readonly overBudget: boolean;
}
