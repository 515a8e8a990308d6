// The tokens that a provider counts. A total that it leaves out is the sum of its parts.

import type { ModelUsage } from "@ptc/llm";
import { presentFields } from "@ptc/llm/adapter";
import { countOf, fieldsOrNone } from "./untrusted.ts";

export function usageOf(given: unknown): ModelUsage | undefined {
  const { inputTokens: input, outputTokens: output } = fieldsOrNone(given);
  const { total: inputTotal, noCache, cacheRead, cacheWrite } = fieldsOrNone(input);
  const { total: outputTotal, text, reasoning } = fieldsOrNone(output);
  const cachedInputTokens = countOf(cacheRead);
  const cacheWriteInputTokens = countOf(cacheWrite);
  const reasoningTokens = countOf(reasoning);
  const inputTokens =
    countOf(inputTotal) ?? sum(countOf(noCache), cachedInputTokens, cacheWriteInputTokens);
  const outputTokens = countOf(outputTotal) ?? sum(countOf(text), reasoningTokens);
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  return {
    inputTokens,
    outputTokens,
    ...presentFields({ cachedInputTokens, cacheWriteInputTokens, reasoningTokens }),
  };
}

/** Without the first there is no sum. */
function sum(first: number | undefined, ...others: readonly (number | undefined)[]) {
  return first === undefined
    ? undefined
    : others.reduce((total: number, count) => total + (count ?? 0), first);
}
