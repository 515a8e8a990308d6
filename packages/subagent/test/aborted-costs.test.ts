// The cost of requests aborted while the model was working. Their tokens were paid for, so they
// count toward the mission, its child missions and the limits.

import {
  type LanguageModel,
  type ModelStreamEvent,
  type ModelUsage,
  createScriptedModel,
} from "@ptc/llm";
import { streamResponse } from "@ptc/llm/adapter";
import { describe, expect, test } from "vitest";
import { asTool, defineAgent, priceTable, run } from "../src/index.ts";

const price = priceTable({
  "acme:*": { input: 1_000, output: 2_000 },
  "scripted:*": { input: 0, output: 0 },
});

/** A model that reports `usage` when it starts. The caller aborts during its response. */
function stopping(stop: AbortController, usage?: ModelUsage): LanguageModel {
  async function* stream(): AsyncGenerator<ModelStreamEvent, void> {
    await Promise.resolve();
    yield { type: "response-start" };
    if (usage !== undefined) yield { type: "usage", usage };
    yield { type: "text-delta", text: "(retu" };
    stop.abort();
    await new Promise(() => undefined);
  }
  return {
    contractVersion: 1,
    provider: "acme",
    modelId: "one",
    capabilities: { streaming: true, toolCalls: false, structuredOutput: "none", thinking: false },
    generate: () => Promise.reject(new Error("it is asked by its stream")),
    stream,
  };
}

describe("an aborted request", () => {
  test("counts the tokens that the provider reported before the abort, also as money", async () => {
    const stop = new AbortController();
    const llm = stopping(stop, { inputTokens: 900, outputTokens: 10 });
    const step = await run("Count.", { llm, price, signal: stop.signal });
    expect(step).toMatchObject({ ok: false, fail: { reason: "cancelled" } });
    expect(step.usage).toMatchObject({ llmRequests: 1, inputTokens: 900, outputTokens: 10 });
    expect(step.usage?.cost).toBeCloseTo(0.92, 10);
  });

  test("counts estimated input tokens for an aborted request without usage", async () => {
    const stop = new AbortController();
    const step = await run("Count.", { llm: stopping(stop), price, signal: stop.signal });
    expect(step.usage?.inputTokens).toBeGreaterThan(100);
    expect(step.usage?.cost).toBeCloseTo((step.usage?.inputTokens ?? 0) / 1_000, 10);
  });

  test("counts an aborted request of a child mission, also for its parent", async () => {
    const stop = new AbortController();
    const usage = { inputTokens: 900, outputTokens: 10 };
    const child = defineAgent({
      prompt: "Count.",
      signature: "() -> :any",
      llm: stopping(stop, usage),
    });
    const step = await run(defineAgent({ prompt: "Ask.", tools: { child: asTool(child) } }), {
      llm: createScriptedModel(["(return (tool/child {}))"]),
      price,
      signal: stop.signal,
    });
    expect(step.usage?.children).toMatchObject({ llmRequests: 1, totalTokens: 910 });
    expect(step.usage?.cost).toBeCloseTo(0.92, 10);
  });
});

test("a response that costs less than its reservation leaves the rest to the next request", async () => {
  const texts = ["(def a 1)", "(def b 2)", "(return (+ a b))"];
  const usage = { inputTokens: 1_000, outputTokens: 100 };
  const llm: LanguageModel = {
    ...stopping(new AbortController()),
    stream: (request) =>
      streamResponse(
        {
          content: [{ type: "text", text: texts[request.messages.length / 2 - 1] ?? "" }],
          text: "",
          usage,
          finishReason: "stop",
          modelId: "one",
        },
        request.signal,
      ),
  };
  // Each request reserves 4,000 output tokens, which cost 8, and spends 1.2.
  const bounded = await run("Add.", { llm, price, maxCost: 13 });
  expect(bounded.ok && bounded.return).toBe(3);
  expect(bounded.usage?.cost).toBeCloseTo(3.6, 10);
  const tight = await run("Add.", { llm, price, maxCost: 8 });
  expect(tight).toMatchObject({ ok: false, fail: { reason: "budget_exceeded" } });
  expect(tight.usage?.llmRequests ?? 0).toBe(0);
});
