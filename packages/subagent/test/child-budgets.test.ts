// The budget that a mission shares with its child missions.

import { describe, expect, test } from "vitest";
import { createScriptedModel, type ScriptEntry } from "@ptc/llm";
import { asTool, run } from "../src/index.ts";
import { above, finder } from "./child-mission.ts";
import { settled } from "./missions.ts";

describe("one budget for parent and child missions", () => {
  const tenTopics = "(map str (range 10))";
  const inParallel = `(return (pmap (fn [t] (try (:count (tool/find {:topic t})) (catch Exception e (:reason (:data (ex-data e)))))) ${tenTopics}))`;

  test("ten concurrent child missions cannot each spend the whole turn budget", async () => {
    const { step, asked } = await above(inParallel, { turnBudget: 4 });
    expect(asked).toHaveLength(4);
    expect(step).toMatchObject({
      ok: true,
      return: [1, 1, 1, ...Array.from({ length: 7 }, () => "turn_budget_exhausted")],
      usage: { turns: 4 },
    });
  });

  test("child missions share the request limit in the same way", async () => {
    const { step, asked } = await above(inParallel, { maxModelCalls: 6 });
    // One request is reserved for the parent mission, which may have to answer.
    expect(asked).toHaveLength(5);
    expect(step).toMatchObject({ ok: true, usage: { llmRequests: 5 } });
    expect(
      step.ok && (step.return as unknown[]).filter((it) => it === "budget_exceeded"),
    ).toHaveLength(6);
  });

  const costing = (usage: { readonly inputTokens: number; readonly outputTokens: number }) =>
    createScriptedModel([
      { text: inParallel, usage },
      ...Array.from({ length: 30 }, (): ScriptEntry => ({ text: "(return {:count 1})", usage })),
    ]);

  test("tokens are reserved before a request and settled after it", async () => {
    const llm = costing({ inputTokens: 900, outputTokens: 100 });
    // Each request reserves more than it spends, so later ones wait for earlier ones.
    const step = await run("Do it.", {
      llm,
      tools: { find: asTool(finder({ modelOptions: { maxOutputTokens: 1_500 } })) },
      maxTokens: 8_000,
    });
    const { totalTokens = 0, llmRequests = 0 } = step.usage ?? {};
    expect(totalTokens).toBeLessThanOrEqual(8_000);
    expect(llmRequests).toBe(6);
    expect(step.ok && (step.return as unknown[]).filter((it) => it === 1)).toHaveLength(5);
  });

  test("costs are computed with the application's prices", async () => {
    const llm = costing({ inputTokens: 0, outputTokens: 1_000 });
    const modelOptions = { maxOutputTokens: 1_000 };
    const step = await run("Do it.", {
      llm,
      modelOptions,
      tools: { find: asTool(finder({ modelOptions })) },
      price: ({ outputTokens }) => outputTokens / 1_000,
      maxCost: 3.5,
    });
    expect(step.usage?.cost).toBe(3);
    const failed = step.childSteps?.find(({ step: child }) => !child.ok)?.step;
    expect(failed).toMatchObject({
      fail: {
        reason: "budget_exceeded",
        message: expect.stringMatching(
          /^the model was not called: the limit of 3.5 units of cost for the mission and those below it would be exceeded: 0.5 are left, but the request may take 1 \(option maxCost\)$/,
        ) as unknown,
        details: { limit: { option: "maxCost", value: 3.5 } },
      },
    });
  });

  test("the budget counts aborted requests", async () => {
    const stop = new AbortController();
    const step = run("Do it.", {
      llm: () => new Promise(() => undefined),
      signal: stop.signal,
      maxTokens: 10_000,
    });
    await settled();
    stop.abort();
    expect(await step).toMatchObject({ fail: { reason: "cancelled" } });
    expect((await step).usage?.inputTokens).toBeGreaterThan(500);
  });

  test("estimates tokens for models that don't report usage", async () => {
    let requests = 0;
    const step = await run("Do it.", {
      llm: () => {
        requests += 1;
        return `;; ${"x".repeat(20_000)}\n(+ 1 ${String(requests)})`;
      },
      maxTokens: 20_000,
      maxTurns: 20,
    });
    expect(step).toMatchObject({ ok: false, fail: { reason: "budget_exceeded" } });
    expect(requests).toBeLessThan(5);
  });

  test("limits the output of models to the reservation", async () => {
    const llm = createScriptedModel(["(return 1)"]);
    await run("Do it.", { llm, maxTokens: 20_000 });
    expect(llm.requests[0]?.maxOutputTokens).toBe(4_000);
  });

  test("a price function that fails is reported as a mistake of the host", async () => {
    await expect(
      run("Do it.", {
        llm: createScriptedModel([
          { text: "(return 1)", usage: { inputTokens: 1, outputTokens: 1 } },
        ]),
        price: () => NaN,
      }),
    ).rejects.toThrow("option `price`: expected a function that returns a number from 0, got NaN");
  });
});
