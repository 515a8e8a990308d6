// The cost of a request by the table of prices.

import type { LanguageModel } from "../contract/language-model.ts";
import type { ModelUsage } from "../contract/model-usage.ts";
import { modelPrices, type ModelPrice } from "./model-prices.ts";
import { costAtPrices } from "./token-prices.ts";

/** A date at the end of a model's name: `-20251001` or `-2025-11-13`. */
const date = /-(?:\d{8}|\d{4}-\d{2}-\d{2})$/;

/**
 * Returns the prices of a model, or undefined if they are unknown. A date at the end of its name is
 * ignored, and so is the part of the provider after a dot, which the AI SDK adds.
 */
export function findModelPrice({
  provider,
  modelId,
}: Pick<LanguageModel, "provider" | "modelId">): ModelPrice | undefined {
  const [family] = provider.split(".", 1);
  const named = (name: string): ModelPrice | undefined =>
    modelPrices.find((price) => price.provider === family && price.modelId === name);
  return named(modelId) ?? named(modelId.replace(date, ""));
}

/** Returns the cost of a request in US dollars, or undefined if the prices are unknown. */
export function requestCost(
  usage: ModelUsage,
  model: Pick<LanguageModel, "provider" | "modelId">,
): number | undefined {
  const price = findModelPrice(model);
  if (price === undefined) return undefined;
  const { long } = price;
  const isLong = long !== undefined && usage.inputTokens > long.above;
  return costAtPrices(usage, isLong ? long : price);
}
