import { describe, expect, test } from "vitest";
import { findModelPrice, modelPrices, requestCost } from "./index.ts";

const million = { inputTokens: 1_000_000, outputTokens: 1_000_000 };

describe("the table of prices", () => {
  test("has the main models of four providers once, each with a dated source", () => {
    const names = modelPrices.map(({ provider, modelId }) => `${provider}:${modelId}`);
    expect(new Set(names).size).toBe(names.length);
    expect([...new Set(modelPrices.map(({ provider }) => provider))].sort()).toEqual([
      ...["anthropic", "google", "mistral", "openai"],
    ]);
    for (const { source, asOf, modelId, input, output, cachedInput = 0 } of modelPrices) {
      expect(source).toMatch(/^https:\/\//);
      expect(source).toContain(modelId);
      expect(new Date(asOf).toISOString().startsWith(asOf)).toBe(true);
      expect(output).toBeGreaterThanOrEqual(input);
      expect(cachedInput).toBeLessThan(input);
    }
  });

  test("finds dated names, and the providers of the AI SDK", () => {
    const sonnet = { provider: "anthropic", modelId: "claude-sonnet-4-5" };
    expect(findModelPrice(sonnet)?.input).toBe(3);
    expect(findModelPrice({ ...sonnet, modelId: "claude-sonnet-4-5-20250929" })?.input).toBe(3);
    const gpt = { provider: "openai.responses", modelId: "gpt-5.1-2025-11-13" };
    expect(findModelPrice(gpt)?.output).toBe(10);
  });

  test("doesn't know other models, so their cost is unknown instead of zero", () => {
    expect(requestCost(million, { provider: "ollama", modelId: "qwen3:8b" })).toBeUndefined();
    expect(requestCost(million, { provider: "openai", modelId: "gpt-6" })).toBeUndefined();
    expect(requestCost(million, { provider: "", modelId: "" })).toBeUndefined();
  });

  test("charges cached input and long requests at their own prices", () => {
    const sonnet = { provider: "anthropic", modelId: "claude-sonnet-4-6" };
    const usage = { inputTokens: 1_000, outputTokens: 100 };
    expect(requestCost(usage, sonnet)).toBeCloseTo(0.0045, 10);
    const cached = { ...usage, cachedInputTokens: 600, cacheWriteInputTokens: 200 };
    expect(requestCost(cached, sonnet)).toBeCloseTo(0.0006 + 0.00018 + 0.00075 + 0.0015, 10);
    const gemini = { provider: "google", modelId: "gemini-2.5-pro" };
    expect(requestCost({ inputTokens: 200_000, outputTokens: 0 }, gemini)).toBeCloseTo(0.25, 10);
    expect(requestCost({ inputTokens: 200_001, outputTokens: 0 }, gemini)).toBeCloseTo(0.5, 4);
  });
});
