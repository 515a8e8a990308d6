// Reads the token counts of Chat Completions servers.

import type { ModelUsage } from "@ptc/llm";
import { presentFields, countOrAbsent, isObject, objectOrEmpty } from "@ptc/llm/adapter";

export function usageOf(usage: unknown): ModelUsage | undefined {
  if (!isObject(usage)) return undefined;
  const inputTokens = countOrAbsent(usage["prompt_tokens"]);
  const completion = countOrAbsent(usage["completion_tokens"]);
  if (inputTokens === undefined || completion === undefined) return undefined;
  const input = objectOrEmpty(usage["prompt_tokens_details"]);
  const output = objectOrEmpty(usage["completion_tokens_details"]);
  // xAI and Google exclude reasoning from the completion tokens, but include it in the total.
  const total = countOrAbsent(usage["total_tokens"]) ?? 0;
  return presentFields({
    inputTokens,
    outputTokens: Math.max(completion, total - inputTokens),
    // DeepSeek uses its own field.
    cachedInputTokens:
      countOrAbsent(input["cached_tokens"]) ?? countOrAbsent(usage["prompt_cache_hit_tokens"]),
    cacheWriteInputTokens: countOrAbsent(input["cache_write_tokens"]),
    reasoningTokens: countOrAbsent(output["reasoning_tokens"]),
  });
}
