// `@ptc/llm/prices`: a dated table of prices, and the cost of requests.

export { modelPrices } from "./model-prices.ts";
export type { ModelPrice } from "./model-prices.ts";
export { findModelPrice, requestCost } from "./request-cost.ts";
export { costAtPrices } from "./token-prices.ts";
export type { TokenPrices } from "./token-prices.ts";
