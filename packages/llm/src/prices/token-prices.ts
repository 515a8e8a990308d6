// The cost of one request at given prices.

import type { ModelUsage } from "../contract/model-usage.ts";

/** Prices per million tokens, in any currency. */
export interface TokenPrices {
  readonly input: number;
  /** Includes thinking. */
  readonly output: number;
  /** Input read from the provider's cache; default: the price of `input`. */
  readonly cachedInput?: number;
  /** Input written to the provider's cache; default: the price of `input`. */
  readonly cacheWriteInput?: number;
}

const million = 1_000_000;

/** Returns the cost of a request with this usage, in the currency of the prices. */
export function costAtPrices(usage: ModelUsage, prices: TokenPrices): number {
  const { inputTokens, outputTokens, cachedInputTokens = 0, cacheWriteInputTokens = 0 } = usage;
  const { input, output, cachedInput = input, cacheWriteInput = input } = prices;
  // Both are part of the input. If a provider counts differently, the request must not get cheaper.
  const plain = Math.max(0, inputTokens - cachedInputTokens - cacheWriteInputTokens);
  return (
    (plain * input +
      cachedInputTokens * cachedInput +
      cacheWriteInputTokens * cacheWriteInput +
      outputTokens * output) /
    million
  );
}
