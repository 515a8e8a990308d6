// What one request cost, in tokens.

import type { TokenUsage } from "@ptc/core/contracts";

/**
 * `inputTokens` counts all input, cached or not; `outputTokens` all output, thinking included. The
 * other counts are parts of these two and absent where the provider does not tell them.
 */
export interface ModelUsage extends TokenUsage {
  /** Input written to the provider's cache by this request. */
  readonly cacheWriteInputTokens?: number;
  readonly reasoningTokens?: number;
  /** The counts are a guess from the length of the texts, not the provider's. */
  readonly estimated?: boolean;
}
