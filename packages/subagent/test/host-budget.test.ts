// How a host steers what a run spends: the option `budget`, what a mission answers whose budget is
// used up, and what its programs are told of it.
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
  test("is asked before each request, with what the run has used", async () => {
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
    const at = { depth: 0, agent: "counter" };
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

  test("ends the mission with what the host said, and the model is not asked", async () => {
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
          'the model was not asked: the function of the option budget said "stop" after 1 requests and 120 tokens',
      },
    });
  });

  test("is asked for missions below too, with what all of them used", async () => {
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
  ])("that answers with something else is the host's mistake: %#", async (budget, message) => {
    const started = run("Count.", {
      llm: createScriptedModel(["(return 1)"]),
      budget: budget as unknown as () => "continue",
    });
    await expect(started).rejects.toThrow(message);
  });

  test("that never answers does not keep a run that is cancelled", async () => {
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

  test("stops at the same place when the run is played back", async () => {
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

describe("a budget that is used up, of an agent that returns what it has", () => {
  const partial = { signature: counting, onBudgetExceeded: "return-partial" } as const;

  test("answers with the last value that fits, and says that it is no answer", async () => {
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
    const kept = await stepFromJson(stepToJson(step));
    expect(kept).toMatchObject({ step: { partial: (step as SuccessfulMission).partial } });
  });

  test("fails where no value fits", async () => {
    const { step } = await play([fenced('"no count"')], { ...partial, maxModelCalls: 1 });
    expect(step).toMatchObject({ ok: false, fail: { reason: "budget_exceeded" } });
  });

  test("does so for turns that missions share and for tokens", async () => {
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

  test("is not taken for the end that a program chose", async () => {
    const { step } = await play([looking, '(fail {:reason :budget_exceeded :message "mine"})'], {
      ...partial,
    });
    expect(step).toMatchObject({ ok: false, fail: { details: { kind: "fail" } } });
  });

  test("warns the mission whose tool it is", async () => {
    const part = defineAgent({ prompt: "Part.", ...partial, maxModelCalls: 1 });
    const step = await run("Whole.", {
      llm: createScriptedModel(["(return (tool/part {}))", looking]),
      tools: { part: asTool(part) },
    });
    expect(step).toMatchObject({ ok: true, return: { count: 1 } });
    expect(step.warnings).toEqual([
      expect.stringContaining("tool/part: answered with a part of the work: the model was not"),
    ]);
  });
});

test("a program reads what is left of turns, requests and tokens, and what was used", async () => {
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
