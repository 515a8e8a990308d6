// The tokens of one request.

import type { TokenUsage } from "@ptc/core/contracts";

/**
 * `inputTokens` counts all input, cached or not; `outputTokens` counts all output, including
 * thinking. The other counts are parts of these two, and absent if the provider doesn't report
 * them.
 */
export interface ModelUsage extends TokenUsage {
  /** Input written to the provider's cache by this request. */
  readonly cacheWriteInputTokens?: number;
  readonly reasoningTokens?: number;
  /**
   * True if the counts are estimated from the length of the texts instead of reported by the
   * provider.
   */
  readonly estimated?: boolean;
}
