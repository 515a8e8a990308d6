// The tokens that servers of Chat Completions count.

import type { ModelUsage } from "@ptc/llm";
import { presentFields } from "@ptc/llm/adapter";
import { countOf, fieldsOrNone, isFields } from "../untrusted.ts";

export function usageOf(usage: unknown): ModelUsage | undefined {
  if (!isFields(usage)) return undefined;
  const inputTokens = countOf(usage["prompt_tokens"]);
  const completion = countOf(usage["completion_tokens"]);
  if (inputTokens === undefined || completion === undefined) return undefined;
  const input = fieldsOrNone(usage["prompt_tokens_details"]);
  const output = fieldsOrNone(usage["completion_tokens_details"]);
  // xAI and Google leave reasoning out of the completion; the total has it.
  const total = countOf(usage["total_tokens"]) ?? 0;
  return presentFields({
    inputTokens,
    outputTokens: Math.max(completion, total - inputTokens),
    // DeepSeek has a field of its own.
    cachedInputTokens: countOf(input["cached_tokens"]) ?? countOf(usage["prompt_cache_hit_tokens"]),
    cacheWriteInputTokens: countOf(input["cache_write_tokens"]),
    reasoningTokens: countOf(output["reasoning_tokens"]),
  });
}
