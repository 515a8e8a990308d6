import { createScriptedModel } from "@ptc/llm";
import { describe, expect, test } from "vitest";
import { run } from "../index.ts";
import type { TokenPrices } from "@ptc/llm/prices";
import { priceTable } from "./price-table.ts";

const sonnet = { provider: "anthropic", modelId: "claude-sonnet-5" };
const prices: TokenPrices = { input: 3, output: 15, cachedInput: 0.3, cacheWriteInput: 3.75 };

describe("a table of prices", () => {
  test("prices cache reads and cache writes separately", () => {
    const price = priceTable({ "anthropic:claude-sonnet-5": prices });
    const usage = {
      inputTokens: 1_000_000,
      cachedInputTokens: 600_000,
      cacheWriteInputTokens: 100_000,
      outputTokens: 200_000,
      reasoningTokens: 150_000,
    };
    expect(price(usage, sonnet)).toBeCloseTo(0.3 * 3 + 0.6 * 0.3 + 0.1 * 3.75 + 0.2 * 15, 10);
  });

  test("prices all input alike if a model has only one input price", () => {
    const price = priceTable({ "anthropic:*": { input: 2, output: 4 } });
    expect(
      price({ inputTokens: 1_000_000, cachedInputTokens: 500_000, outputTokens: 0 }, sonnet),
    ).toBe(2);
  });

  test("prefers the price of a model to the price of its provider", () => {
    const price = priceTable({
      "anthropic:*": { input: 9, output: 9 },
      "anthropic:claude-sonnet-5": { input: 1, output: 1 },
    });
    const usage = { inputTokens: 1_000_000, outputTokens: 0 };
    expect(price(usage, sonnet)).toBe(1);
    expect(price(usage, { ...sonnet, modelId: "claude-opus-5" })).toBe(9);
  });

  test("never computes a negative price", () => {
    const price = priceTable({ "anthropic:*": { input: 3, output: 15, cachedInput: 0 } });
    expect(price({ inputTokens: 10, cachedInputTokens: 20, outputTokens: 0 }, sonnet)).toBe(0);
  });

  test("has no price for unlisted models, including names like __proto__", () => {
    const price = priceTable({ "anthropic:claude-sonnet-5": prices });
    const usage = { inputTokens: 1, outputTokens: 1 };
    expect(() => price(usage, { ...sonnet, modelId: "claude-sonnet-4" })).toThrow(
      'no price for anthropic:claude-sonnet-4: add "anthropic:claude-sonnet-4" to the table (did you mean `anthropic:claude-sonnet-5`?)',
    );
    expect(() => price(usage, { provider: "__proto__", modelId: "x" })).toThrow("no price for");
  });

  test.each<readonly [string, unknown, string]>([
    ["sonnet", prices, '"sonnet": expected provider:model'],
    ["a:b", 3, '"a:b": expected { input, output }, each per million tokens'],
    ["a:b", { input: 3 }, '"a:b": output: expected a number from 0, per million tokens'],
    ["a:b", { input: -1, output: 1 }, '"a:b": input: expected a number from 0'],
    ["a:b", { input: 1, output: NaN }, '"a:b": output: expected a number from 0'],
    ["a:b", { input: 1, output: 1, cached: 1 }, '"a:b": unknown price "cached": input, output'],
  ])("the price table refuses %s with %j", (name, given, message) => {
    expect(() => priceTable({ [name]: given as TokenPrices })).toThrow(message);
  });
});

test("a run doesn't call a model without a price", async () => {
  const llm = createScriptedModel(["(return 1)"]);
  await expect(run("Do it.", { llm, price: priceTable({ "openai:*": prices }) })).rejects.toThrow(
    "option `price`: no price for scripted:",
  );
  expect(llm.requests).toHaveLength(0);
});

test("a run computes its cost from the price table", async () => {
  const llm = createScriptedModel([
    { text: "(return 1)", usage: { inputTokens: 2_000, outputTokens: 100 } },
  ]);
  const step = await run("Do it.", { llm, price: priceTable({ "scripted:*": prices }) });
  expect(step.usage?.cost).toBeCloseTo((2_000 * 3 + 100 * 15) / 1_000_000, 10);
});
