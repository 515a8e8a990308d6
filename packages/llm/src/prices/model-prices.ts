// Prices of the main models of four providers, in US dollars per million tokens, for standard
// requests: no batches, no priority, no regional surcharges. Each row has its source and the date
// on which the source showed it. Providers change prices, so compare a row with their own page
// before you rely on it.

import type { TokenPrices } from "./token-prices.ts";

/** The prices of one model at a date. */
export interface ModelPrice extends TokenPrices {
  readonly provider: "anthropic" | "google" | "mistral" | "openai";
  /** The provider's name for the model, without a date at its end. */
  readonly modelId: string;
  /** Other prices for a request with more input tokens than `above`. */
  readonly long?: TokenPrices & { readonly above: number };
  /** The page with these prices. */
  readonly source: string;
  /** The date on which the source showed them, such as `2026-07-02`. */
  readonly asOf: string;
}

/** models.dev is an open catalog of models. The commit makes each row checkable. */
const catalog =
  "https://github.com/anomalyco/models.dev/blob/f3c692299671838c7c65fd8126bf84d81a2e817/providers";
const asOf = "2026-07-02";

type Numbers = readonly [
  input: number,
  output: number,
  cachedInput?: number,
  cacheWriteInput?: number,
];

function row(
  provider: ModelPrice["provider"],
  modelId: string,
  numbers: Numbers,
  long?: ModelPrice["long"],
): ModelPrice {
  const source = `${catalog}/${provider}/models/${modelId}.toml`;
  return {
    provider,
    modelId,
    ...pricesOf(numbers),
    ...(long === undefined ? {} : { long }),
    source,
    asOf,
  };
}

function pricesOf([input, output, cachedInput, cacheWriteInput]: Numbers): TokenPrices {
  return {
    input,
    output,
    ...(cachedInput === undefined ? {} : { cachedInput }),
    ...(cacheWriteInput === undefined ? {} : { cacheWriteInput }),
  };
}

/** Returns the prices of requests with more than `above` input tokens. */
function longer(above: number, numbers: Numbers): TokenPrices & { readonly above: number } {
  return { above, ...pricesOf(numbers) };
}

/** All known prices. A model that isn't in the table has an unknown price, not a price of zero. */
export const modelPrices: readonly ModelPrice[] = /* @__PURE__ */ (() => [
  row("anthropic", "claude-fable-5", [10, 50, 1, 12.5]),
  row("anthropic", "claude-opus-4-8", [5, 25, 0.5, 6.25]),
  row("anthropic", "claude-opus-4-7", [5, 25, 0.5, 6.25]),
  row("anthropic", "claude-opus-4-6", [5, 25, 0.5, 6.25]),
  row("anthropic", "claude-opus-4-5", [5, 25, 0.5, 6.25]),
  row("anthropic", "claude-opus-4-1", [15, 75, 1.5, 18.75]),
  row("anthropic", "claude-sonnet-5", [2, 10, 0.2, 2.5]),
  row("anthropic", "claude-sonnet-4-6", [3, 15, 0.3, 3.75]),
  row("anthropic", "claude-sonnet-4-5", [3, 15, 0.3, 3.75]),
  row("anthropic", "claude-haiku-4-5", [1, 5, 0.1, 1.25]),
  row("google", "gemini-3.5-flash", [1.5, 9, 0.15]),
  row("google", "gemini-3.1-pro-preview", [2, 12, 0.2], longer(200_000, [4, 18, 0.4])),
  row("google", "gemini-3.1-flash-lite", [0.25, 1.5, 0.025]),
  row("google", "gemini-3-pro-preview", [2, 12, 0.2], longer(200_000, [4, 18, 0.4])),
  row("google", "gemini-3-flash-preview", [0.5, 3, 0.05]),
  row("google", "gemini-2.5-pro", [1.25, 10, 0.125], longer(200_000, [2.5, 15, 0.25])),
  row("google", "gemini-2.5-flash", [0.3, 2.5, 0.03]),
  row("google", "gemini-2.5-flash-lite", [0.1, 0.4, 0.01]),
  row("mistral", "mistral-large-2512", [0.5, 1.5]),
  row("mistral", "mistral-medium-2604", [1.5, 7.5]),
  row("mistral", "mistral-small-2603", [0.15, 0.6]),
  row("mistral", "ministral-8b-latest", [0.1, 0.1]),
  row("mistral", "codestral-latest", [0.3, 0.9]),
  row("openai", "gpt-5.5", [5, 30, 0.5], longer(272_000, [10, 45, 1])),
  row("openai", "gpt-5.4", [2.5, 15, 0.25], longer(272_000, [5, 22.5, 0.5])),
  row("openai", "gpt-5.4-mini", [0.75, 4.5, 0.075]),
  row("openai", "gpt-5.4-nano", [0.2, 1.25, 0.02]),
  row("openai", "gpt-5.2", [1.75, 14, 0.175]),
  row("openai", "gpt-5.1", [1.25, 10, 0.125]),
  row("openai", "gpt-5", [1.25, 10, 0.125]),
  row("openai", "gpt-5-mini", [0.25, 2, 0.025]),
  row("openai", "gpt-5-nano", [0.05, 0.4, 0.005]),
  row("openai", "gpt-4.1", [2, 8, 0.5]),
  row("openai", "gpt-4.1-mini", [0.4, 1.6, 0.1]),
  row("openai", "gpt-4.1-nano", [0.1, 0.4, 0.025]),
  row("openai", "gpt-4o", [2.5, 10, 1.25]),
  row("openai", "gpt-4o-mini", [0.15, 0.6, 0.075]),
  row("openai", "o4-mini", [1.1, 4.4, 0.275]),
  row("openai", "o3", [2, 8, 0.5]),
])();
