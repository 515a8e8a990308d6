// The option `budget`: a host limits what a run spends. Covers the answer of a mission with an
// exhausted budget, and what its programs see of the budget.
import { describe, expect, test } from "vitest";
import { createScriptedModel } from "@ptc/llm";
import {
  asTool,
  defineAgent,
  run,
  type BudgetUsage,
  type SuccessfulMission,
} from "../src/index.ts";
import { createRunRecorder, readRunRecording, replay } from "../src/recording/index.ts";
import { stepFromJson, stepToJson } from "../src/step-json/index.ts";
import { fenced, play } from "./missions.ts";

const usage = { inputTokens: 100, outputTokens: 20 };
const looking = { text: fenced("(def seen 1)\n{:count seen}"), usage };
const counting = "() -> {count :int}";

describe("the option budget", () => {
  test("calls the budget function before each request, with the usage of the run", async () => {
    const asked: BudgetUsage[] = [];
    const llm = createScriptedModel([looking, { text: "(return {:count 2})", usage }]);
    const agent = defineAgent({ name: "counter", prompt: "Count.", signature: counting });
    const step = await run(agent, {
      llm,
      price: (tokens) => tokens.outputTokens,
      budget: (used) => {
        asked.push(used);
        return Promise.resolve("continue");
      },
    });
    expect(step.ok).toBe(true);
    const at = { depth: 0, agent: "counter", provider: "scripted" };
    expect(asked).toEqual([
      { ...at, turn: 1, llmRequests: 0, inputTokens: 0, outputTokens: 0, totalTokens: 0, cost: 0 },
      {
        ...at,
        turn: 2,
        llmRequests: 1,
        inputTokens: 100,
        outputTokens: 20,
        totalTokens: 120,
        cost: 20,
      },
    ]);
  });

  test("ends the mission with the reason from the budget function, without calling the model", async () => {
    const { step, llm } = await play([looking, "(return {:count 2})"], {
      signature: counting,
      budget: ({ llmRequests }) => (llmRequests >= 1 ? "stop" : "continue"),
    });
    expect(llm.requests).toHaveLength(1);
    expect(step).toMatchObject({
      ok: false,
      fail: {
        reason: "budget_exceeded",
        message:
          'the model was not called: the function of the option budget returned "stop" after 1 requests and 120 tokens',
      },
    });
  });

  test("calls the budget function for child missions too, with the total usage", async () => {
    const depths: [number, number][] = [];
    const part = defineAgent({ prompt: "Part.", signature: "() -> :int" });
    const step = await run("Whole.", {
      llm: createScriptedModel([
        { text: "(return (tool/part {}))", usage },
        { text: "(return 7)", usage },
      ]),
      tools: { part: asTool(part) },
      budget: ({ depth, totalTokens }) => {
        depths.push([depth, totalTokens]);
        return "continue";
      },
    });
    expect(step).toMatchObject({ ok: true, return: 7 });
    expect(depths).toEqual([
      [0, 0],
      [1, 120],
    ]);
  });

  test.each([
    [() => undefined, "got undefined"],
    [() => true, "got true"],
    [
      () => {
        throw new Error("the ledger is gone");
      },
      "the ledger is gone",
    ],
  ])(
    "a budget function that returns something else is a mistake of the host: %#",
    async (budget, message) => {
      const started = run("Count.", {
        llm: createScriptedModel(["(return 1)"]),
        budget: budget as unknown as () => "continue",
      });
      await expect(started).rejects.toThrow(message);
    },
  );

  test("a budget function that never settles doesn't delay a canceled run", async () => {
    const stop = new AbortController();
    const started = run("Count.", {
      llm: createScriptedModel(["(return 1)"]),
      signal: stop.signal,
      budget: () => new Promise(() => undefined),
    });
    setTimeout(() => {
      stop.abort();
    }, 1);
    expect(await started).toMatchObject({ ok: false, fail: { reason: "cancelled" } });
  });

  test("the budget stops a replay at the same position", async () => {
    const lines: string[] = [];
    const agent = defineAgent({ prompt: "Count.", signature: counting });
    const step = await run(agent, {
      llm: createScriptedModel([looking, looking]),
      budget: ({ llmRequests }) => (llmRequests >= 2 ? "stop" : "continue"),
      record: createRunRecorder({ write: (line) => void lines.push(line) }),
    });
    const again = await replay(agent, readRunRecording(lines.join("")));
    expect(again).toMatchObject({ isSame: true });
    expect(again.step.ok ? undefined : again.step.fail).toEqual(step.ok ? undefined : step.fail);
  });
});

describe("an exhausted budget with onBudgetExceeded", () => {
  const partial = { signature: counting, onBudgetExceeded: "return-partial" } as const;

  test("returns the last value that matches, and marks it as partial", async () => {
    const { step } = await play([looking, fenced('"no count"'), fenced("(def more 2)")], {
      ...partial,
      maxModelCalls: 3,
    });
    expect(step).toMatchObject({
      ok: true,
      return: { count: 1 },
      partial: { reason: "budget_exceeded" },
      usage: { llmRequests: 3 },
    });
    const restored = await stepFromJson(stepToJson(step));
    expect(restored).toMatchObject({ step: { partial: (step as SuccessfulMission).partial } });
  });

  test("fails if no value matches", async () => {
    const { step } = await play([fenced('"no count"')], { ...partial, maxModelCalls: 1 });
    expect(step).toMatchObject({ ok: false, fail: { reason: "budget_exceeded" } });
  });

  test("applies to shared turns and to tokens", async () => {
    const turns = await play([looking], { ...partial, turnBudget: 1 });
    expect(turns.step).toMatchObject({ ok: true, partial: { reason: "turn_budget_exhausted" } });
    const tokens = await play([looking], {
      ...partial,
      maxTokens: 1_000,
      modelOptions: { maxOutputTokens: 100 },
      prompt: "x".repeat(1_200),
    });
    expect(tokens.step.ok || tokens.step.fail.reason).toBe("budget_exceeded");
  });

  test("doesn't confuse an exhausted budget with a failure that a program chose", async () => {
    const { step } = await play([looking, '(fail {:reason :budget_exceeded :message "mine"})'], {
      ...partial,
    });
    expect(step).toMatchObject({ ok: false, fail: { details: { kind: "fail" } } });
  });

  test("warns the mission whose tool returned a partial answer", async () => {
    const part = defineAgent({ prompt: "Part.", ...partial, maxModelCalls: 1 });
    const step = await run("Whole.", {
      llm: createScriptedModel(["(return (tool/part {}))", looking]),
      tools: { part: asTool(part) },
    });
    expect(step).toMatchObject({ ok: true, return: { count: 1 } });
    expect(step.warnings).toEqual([
      expect.stringContaining("tool/part: returned a partial result: the model was not"),
    ]);
  });
});

test("a program reads the remaining turns, requests and tokens, and the usage", async () => {
  const { step } = await play(
    [
      { text: "(def first-look (budget/remaining))", usage },
      "(return (map #(select-keys % [:turns :work-turns :retry-turns :model-calls :tokens :used :depth]) [first-look (budget/remaining)]))",
    ],
    { maxTurns: 3, retryTurns: 2, maxTokens: 10_000, modelOptions: { maxOutputTokens: 500 } },
  );
  expect(step.ok && step.return).toEqual([
    {
      turns: 4,
      "work-turns": 2,
      "retry-turns": 2,
      "model-calls": 99,
      tokens: 9_880,
      used: { requests: 1, "input-tokens": 100, "output-tokens": 20, tokens: 120 },
      depth: { current: 0, max: 3 },
    },
    expect.objectContaining({ turns: 3, "work-turns": 1, "model-calls": 98 }),
  ]);
});
