// Reads a provider's token counts. A missing total is the sum of its parts.

import type { ModelUsage } from "@ptc/llm";
import { presentFields, countOrAbsent, objectOrEmpty } from "@ptc/llm/adapter";

export function usageOf(given: unknown): ModelUsage | undefined {
  const { inputTokens: input, outputTokens: output } = objectOrEmpty(given);
  const { total: inputTotal, noCache, cacheRead, cacheWrite } = objectOrEmpty(input);
  const { total: outputTotal, text, reasoning } = objectOrEmpty(output);
  const cachedInputTokens = countOrAbsent(cacheRead);
  const cacheWriteInputTokens = countOrAbsent(cacheWrite);
  const reasoningTokens = countOrAbsent(reasoning);
  const inputTokens =
    countOrAbsent(inputTotal) ??
    sum(countOrAbsent(noCache), cachedInputTokens, cacheWriteInputTokens);
  const outputTokens = countOrAbsent(outputTotal) ?? sum(countOrAbsent(text), reasoningTokens);
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  return {
    inputTokens,
    outputTokens,
    ...presentFields({ cachedInputTokens, cacheWriteInputTokens, reasoningTokens }),
  };
}

/** Returns undefined if the first count is missing. */
function sum(first: number | undefined, ...others: readonly (number | undefined)[]) {
  return first === undefined
    ? undefined
    : others.reduce((total: number, count) => total + (count ?? 0), first);
}
