// The tokens that Anthropic counts. Its `input_tokens` are those that came from no cache and went
// into none.

import type { MessageDeltaUsage, Usage } from "@anthropic-ai/sdk/resources/messages/messages";
import type { ModelUsage } from "@ptc/llm";
import { presentFields } from "@ptc/llm/adapter";

/** Counts of a message or of what is known so far; `before` has what a later one leaves out. */
export function usageOf(
  usage: Partial<Usage> | Partial<MessageDeltaUsage> | null | undefined,
  before?: ModelUsage,
): ModelUsage | undefined {
  if (typeof usage !== "object" || usage === null) return before;
  const cached = count(usage.cache_read_input_tokens) ?? before?.cachedInputTokens;
  const written = count(usage.cache_creation_input_tokens) ?? before?.cacheWriteInputTokens;
  const fresh = count(usage.input_tokens);
  const outputTokens = count(usage.output_tokens) ?? before?.outputTokens;
  const inputTokens =
    fresh === undefined ? before?.inputTokens : fresh + (cached ?? 0) + (written ?? 0);
  if (inputTokens === undefined || outputTokens === undefined) return before;
  return presentFields({
    inputTokens,
    outputTokens,
    cachedInputTokens: cached,
    cacheWriteInputTokens: written,
    reasoningTokens: count(usage.output_tokens_details?.thinking_tokens) ?? before?.reasoningTokens,
  });
}

function count(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
