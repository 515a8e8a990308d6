// Reads the token counts of the Responses API; both are totals.

import type { ModelUsage } from "@ptc/llm";
import { presentFields, countOrAbsent, isObject, objectOrEmpty } from "@ptc/llm/adapter";

export function usageOf(usage: unknown): ModelUsage | undefined {
  if (!isObject(usage)) return undefined;
  const inputTokens = countOrAbsent(usage["input_tokens"]);
  const outputTokens = countOrAbsent(usage["output_tokens"]);
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  const input = objectOrEmpty(usage["input_tokens_details"]);
  const output = objectOrEmpty(usage["output_tokens_details"]);
  return presentFields({
    inputTokens,
    outputTokens,
    cachedInputTokens: countOrAbsent(input["cached_tokens"]),
    cacheWriteInputTokens: countOrAbsent(input["cache_write_tokens"]),
    reasoningTokens: countOrAbsent(output["reasoning_tokens"]),
  });
}
