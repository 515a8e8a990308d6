// The tokens that the Responses API counts; both counts are whole.

import type { ModelUsage } from "@ptc/llm";
import { presentFields } from "@ptc/llm/adapter";
import { countOf, fieldsOrNone, isFields } from "../untrusted.ts";

export function usageOf(usage: unknown): ModelUsage | undefined {
  if (!isFields(usage)) return undefined;
  const inputTokens = countOf(usage["input_tokens"]);
  const outputTokens = countOf(usage["output_tokens"]);
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  const input = fieldsOrNone(usage["input_tokens_details"]);
  const output = fieldsOrNone(usage["output_tokens_details"]);
  return presentFields({
    inputTokens,
    outputTokens,
    cachedInputTokens: countOf(input["cached_tokens"]),
    cacheWriteInputTokens: countOf(input["cache_write_tokens"]),
    reasoningTokens: countOf(output["reasoning_tokens"]),
  });
}
