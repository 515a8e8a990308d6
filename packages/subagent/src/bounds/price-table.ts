// Computes the cost of requests from a table of token prices, as providers publish them.

import { OptionError } from "@ptc/core/errors";
import { didYouMean } from "@ptc/core/internal/errors";
import { costAtPrices } from "@ptc/llm/adapter";
import type { TokenPrices } from "@ptc/llm/prices";
import type { Price } from "./request-cost.ts";

const priceNames = ["input", "output", "cachedInput", "cacheWriteInput"] as const;

/**
 * Returns the run option `price` for a table of prices. Its names are `provider:model`, or
 * `provider:*` for all other models of a provider:
 * `{ "anthropic:claude-sonnet-5": { input: 3, output: 15 }, "ollama:*": { input: 0, output: 0 } }`.
 * Models that aren't in the table aren't free: the run rejects before it sends them a request, and
 * its error says which name is missing.
 * @throws OptionError for an invalid price
 */
export function priceTable(prices: Readonly<Record<string, TokenPrices>>): Price {
  const table = new Map(
    Object.entries(prices).map(([name, given]) => [name, checkedPrices(name, given)]),
  );
  return (usage, { provider, modelId }) => {
    const name = `${provider}:${modelId}`;
    const known = table.get(name) ?? table.get(`${provider}:*`);
    if (known === undefined)
      throw new OptionError(
        "price",
        `no price for ${name}: add ${JSON.stringify(name)} to the table${nearby(name, table)}`,
      );
    return costAtPrices(usage, known);
  };
}

function nearby(name: string, table: ReadonlyMap<string, unknown>): string {
  const near = didYouMean(name, [...table.keys()]);
  return near === undefined ? "" : ` (${near})`;
}

/** Checks the prices of a model, because JavaScript callers may pass anything. */
function checkedPrices(name: string, given: unknown): TokenPrices {
  if (!/^[^\s:]+:\S+$/.test(name))
    throw new OptionError(
      "price",
      `${JSON.stringify(name)}: expected provider:model, such as "anthropic:claude-sonnet-5"`,
    );
  const problem = problemOf(given);
  if (problem !== undefined) throw new OptionError("price", `${JSON.stringify(name)}: ${problem}`);
  return given as TokenPrices;
}

function problemOf(given: unknown): string | undefined {
  if (typeof given !== "object" || given === null)
    return "expected { input, output }, each per million tokens";
  const prices = given as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(prices).find((key) => !priceNames.some((known) => known === key));
  if (unknown !== undefined)
    return `unknown price ${JSON.stringify(unknown)}: ${priceNames.join(", ")}`;
  const wrong = priceNames.find((key) => {
    const price = prices[key];
    const mayBeAbsent = key !== "input" && key !== "output";
    return !(mayBeAbsent && price === undefined) && !isPrice(price);
  });
  return wrong === undefined ? undefined : `${wrong}: expected a number from 0, per million tokens`;
}

function isPrice(price: unknown): boolean {
  return typeof price === "number" && price >= 0 && price < Infinity;
}
