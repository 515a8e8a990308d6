// Reads Anthropic's token counts. Its `input_tokens` exclude tokens read from or written to the
// cache.

import type { MessageDeltaUsage, Usage } from "@anthropic-ai/sdk/resources/messages/messages";
import type { ModelUsage } from "@ptc/llm";
import { presentFields, countOrAbsent } from "@ptc/llm/adapter";

/**
 * Returns the counts of a message or an update; counts missing from an update are taken from
 * `before`.
 */
export function usageOf(
  usage: Partial<Usage> | Partial<MessageDeltaUsage> | null | undefined,
  before?: ModelUsage,
): ModelUsage | undefined {
  if (typeof usage !== "object" || usage === null) return before;
  const cached = countOrAbsent(usage.cache_read_input_tokens) ?? before?.cachedInputTokens;
  const written = countOrAbsent(usage.cache_creation_input_tokens) ?? before?.cacheWriteInputTokens;
  const fresh = countOrAbsent(usage.input_tokens);
  const outputTokens = countOrAbsent(usage.output_tokens) ?? before?.outputTokens;
  const inputTokens =
    fresh === undefined ? before?.inputTokens : fresh + (cached ?? 0) + (written ?? 0);
  if (inputTokens === undefined || outputTokens === undefined) return before;
  return presentFields({
    inputTokens,
    outputTokens,
    cachedInputTokens: cached,
    cacheWriteInputTokens: written,
    reasoningTokens:
      countOrAbsent(usage.output_tokens_details?.thinking_tokens) ?? before?.reasoningTokens,
  });
}
