// The step a mission ends in, field by field: when it is set, when it is absent, and what stands in
// it.
import { describe, expect, test } from "vitest";
import type { ToolFunction } from "@ptc/core/contracts";
import { ModelError } from "@ptc/llm";
import { Memory } from "@ptc/lisp";
import { failedStep, run, successfulStep } from "../src/index.ts";
import { fenced, play } from "./missions.ts";

describe("`return` and `fail`", () => {
  test("stand on the step of their outcome alone", async () => {
    const { step } = await play(["(return {:count 5})"]);
    expect(step).toMatchObject({ ok: true, return: { count: 5 } });
    expect(step).not.toHaveProperty("fail");
    const { step: failed } = await play(['(fail "no")']);
    expect(failed).toMatchObject({ ok: false, fail: { reason: "failed", message: "no" } });
    expect(failed).not.toHaveProperty("return");
  });

  test("nil is an answer, and null on the step", async () => {
    expect((await play(["(return nil)"])).step).toMatchObject({ ok: true, return: null });
  });

  test("a fail names its reason, the operation, and details", async () => {
    const { step } = await play(["(tool/find)"], {
      maxTurns: 1,
      tools: {
        find: () => {
          throw new Error("gone");
        },
      },
    });
    expect(step).toMatchObject({
      fail: {
        reason: "tool_error",
        message: "tool/find failed: gone",
        op: "tool/find",
        details: { kind: "tool_error", position: { line: 1, column: 1 } },
      },
    });
  });

  test("firewalled fields are on the step", async () => {
    const { step } = await play(["(return {:count 2 :_email_ids [101 102]})"], {
      signature: "() -> {count :int, _email_ids [:int]}",
    });
    expect(step).toMatchObject({ return: { count: 2, _email_ids: [101, 102] } });
  });
});

describe("`memory`", () => {
  test("holds what programs defined, from all turns that succeeded", async () => {
    const { step } = await play(["(def a 1)", "(def b 2) (/ 1 0)", "(def c 3)", "(return a)"]);
    expect(step.memory.toHost()).toEqual({ a: 1, c: 3 });
  });

  test("is what was given where nothing was defined, also on a step that was refused", async () => {
    const memory = Memory.from({ a: 1 });
    expect((await play(["(return a)"], { memory })).step.memory.toHost()).toEqual({ a: 1 });
    expect((await run("p", { memory: { a: 1 } })).memory.toHost()).toEqual({ a: 1 });
    expect((await run("p", { llm: () => "1", memory, tools: { return: () => 1 } })).memory).toBe(
      memory,
    );
  });

  test("stays as it was before the turn that failed", async () => {
    const { step } = await play(["(def a 1)", '(def a 2) (fail "no")']);
    expect(step.memory.toHost()).toEqual({ a: 1 });
  });
});

describe("`signature`", () => {
  test("is the text of the contract, and absent without one", async () => {
    const signature = "(limit :int) -> {count :int}";
    expect(
      (await play(["(return {:count data/limit})"], { signature, context: { limit: 1 } })).step
        .signature,
    ).toBe(signature);
    expect((await play(["(return 1)"])).step).not.toHaveProperty("signature");
  });
});

describe("`usage`", () => {
  test("is absent where a mission was refused before a model was asked", async () => {
    for (const refused of [
      await run("p", {}),
      await run("p", { llm: "a" }),
      (await play([], { signature: "(a :int) -> :int" })).step,
      (await play([], { prompt: "{{a}}" })).step,
      await run("p", { llm: () => "1", tools: { fail: () => 1 } }),
    ]) {
      expect(refused).toMatchObject({ ok: false, turns: [] });
      expect(refused).not.toHaveProperty("usage");
    }
  });

  test("counts turns, requests, tool calls, steps and bytes", async () => {
    const { step } = await play(["(tool/a)", "(foo)", "(return (do (tool/a) (tool/a)))"], {
      tools: { a: () => 1 },
    });
    expect(step.usage).toMatchObject({ turns: 3, llmRequests: 3, toolCalls: 3 });
    expect(step.usage?.steps).toBeGreaterThan(0);
    expect(step.usage?.memoryBytes).toBeGreaterThan(0);
    expect(step.usage?.durationMs).toBeGreaterThanOrEqual(0);
  });

  test("sums tokens over all requests, failed attempts included", async () => {
    const { step } = await play(
      [
        new ModelError({
          kind: "server_error",
          usage: { inputTokens: 100, outputTokens: 1, cachedInputTokens: 20 },
        }),
        { text: "(foo)", usage: { inputTokens: 10, outputTokens: 2 } },
        {
          text: "(return 1)",
          usage: { inputTokens: 1_000, outputTokens: 30, cachedInputTokens: 500 },
        },
      ],
      { llmRetry: { baseDelayMs: 0 } },
    );
    expect(step.usage).toMatchObject({
      turns: 2,
      llmRequests: 3,
      inputTokens: 1_110,
      outputTokens: 33,
      totalTokens: 1_143,
      cachedInputTokens: 520,
    });
  });

  test("has no counts of tokens where no model told them, and is there after a failure", async () => {
    const { step } = await play([new ModelError({ kind: "auth" })]);
    expect(step.ok).toBe(false);
    expect(Object.keys(step.usage ?? {}).sort()).toEqual([
      "durationMs",
      "llmRequests",
      "memoryBytes",
      "steps",
      "toolCalls",
      "turns",
    ]);
    expect(step.usage).toMatchObject({ turns: 0, llmRequests: 1 });
  });
});

describe("`turns`", () => {
  test("record each answer, its program and what became of it", async () => {
    const answer = `<think>\nMaybe.\n</think>\nSo:\n${fenced('(def a (tool/find {:q "x"}))\n(println "seen")\n(count a)')}`;
    const { step } = await play([answer, "(foo)", "I give up.", "(return a)"], {
      tools: { find: () => [1, 2] },
    });
    expect(step.turns).toMatchObject([
      {
        number: 1,
        rawResponse: answer,
        program: '(def a (tool/find {:q "x"}))\n(println "seen")\n(count a)',
        ok: true,
        result: 2,
        prints: ["seen"],
        toolCalls: [{ name: "find", args: { q: "x" }, result: [1, 2] }],
      },
      {
        number: 2,
        rawResponse: "(foo)",
        program: "(foo)",
        ok: false,
        fail: { reason: "analysis_error" },
        prints: [],
        toolCalls: [],
      },
      { number: 3, rawResponse: "I give up.", ok: false, fail: { reason: "no_code_found" } },
      { number: 4, ok: true, result: [1, 2] },
    ]);
    expect(
      step.turns.map((turn) =>
        [..."program result fail messages".split(" ")].filter((name) => name in turn),
      ),
    ).toEqual([["program", "result"], ["program", "fail"], ["fail"], ["program", "result"]]);
    expect(step.turns.map((turn) => turn.memory.toHost())).toEqual(
      Array.from({ length: 4 }, () => ({ a: [1, 2] })),
    );
  });

  test("are none where the model never answered", async () => {
    expect((await play([new ModelError({ kind: "auth" })])).step.turns).toEqual([]);
  });
});

describe("`prints` and `toolCalls`", () => {
  test("are those of all turns in order, failed ones included", async () => {
    const { step } = await play(
      [
        '(println "a" 1) (tool/find {:q 1})',
        '(println "b") (tool/break)',
        '(println "c") (return 1)',
      ],
      {
        tools: {
          find: () => 1,
          break: () => {
            throw new Error("down");
          },
        },
      },
    );
    expect(step.prints).toEqual(["a 1", "b", "c"]);
    expect(step.toolCalls).toMatchObject([
      { name: "find", args: { q: 1 }, result: 1 },
      { name: "break", args: {}, error: "down" },
    ]);
    for (const call of step.toolCalls) {
      expect(call.timestamp).toBeGreaterThan(0);
      expect(call.durationMs).toBeGreaterThanOrEqual(0);
    }
    expect(
      step.toolCalls.map(({ address }) => [address.run === step.traceId, address.turn]),
    ).toEqual([
      [true, 1],
      [true, 2],
    ]);
    expect(step.toolCalls[1]).not.toHaveProperty("result");
  });
});

describe("`parallelCalls`", () => {
  test("tell of each fork, with counts of what succeeded and failed", async () => {
    const { step } = await play([
      "(pmap inc [1 2 3])",
      "(pcalls (fn [] 1) (fn [] (/ 1 0)))",
      "(return 1)",
    ]);
    expect(step.parallelCalls).toMatchObject([
      { type: "pmap", count: 3, successCount: 3, errorCount: 0 },
      { type: "pcalls", count: 2, errorCount: 1 },
    ]);
    for (const call of step.parallelCalls)
      expect([call.timestamp > 0, call.durationMs >= 0]).toEqual([true, true]);
    expect((await play(["(return 1)"])).step.parallelCalls).toEqual([]);
  });
});

describe("`traceId`", () => {
  test("is 32 hex digits, another one for each mission, and that of the events", async () => {
    const ids: string[] = [];
    const first = (
      await play(["(return 1)"], {
        onEvent: ({ traceId }) => {
          ids.push(traceId);
        },
      })
    ).step;
    expect(first.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(ids)).toEqual(new Set([first.traceId]));
    const refused = await run("p", {});
    expect(refused.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(refused.traceId).not.toBe(first.traceId);
    expect((await run("p", { llm: () => "1", tools: { return: () => 1 } })).traceId).toMatch(
      /^[0-9a-f]{32}$/,
    );
  });
});

describe("`fieldDescriptions` and `tools`", () => {
  test("are what the agent was given, and absent where it was given none", async () => {
    const fieldDescriptions = { total: "in euros", __proto__x: "a name" };
    const { step } = await play(["(return {:total 1})"], {
      fieldDescriptions,
      tools: {
        find: { description: "Finds.", signature: "(q :string) -> :int", execute: () => 1 },
        bare: () => 1,
      },
    });
    expect(step.fieldDescriptions).toEqual(fieldDescriptions);
    expect(step.tools).toEqual({
      find: { description: "Finds.", signature: "(q :string) -> :int" },
      bare: {},
    });
    const { step: without } = await play(["(return 1)"]);
    expect(without).not.toHaveProperty("fieldDescriptions");
    expect(without).not.toHaveProperty("tools");
  });
});

describe("`messages`", () => {
  test("are the conversation with `collectMessages`, and each turn has what the model was sent", async () => {
    const { step, llm } = await play(["(foo)", "(return 1)"], { collectMessages: true });
    expect(step.messages?.map(({ role }) => role)).toEqual([
      "system",
      "user",
      "assistant",
      "user",
      "assistant",
    ]);
    expect(step.turns.map((turn) => turn.messages?.length)).toEqual([2, 4]);
    expect(step.turns.map((turn) => turn.messages)).toEqual(
      llm.requests.map(({ messages }) => messages.map(({ role, content }) => ({ role, content }))),
    );
  });

  test("are absent by default, on the step and on its turns", async () => {
    const { step } = await play(["(return 1)"]);
    expect(step).not.toHaveProperty("messages");
    expect(step.turns[0]).not.toHaveProperty("messages");
  });
});

describe("`summaries`", () => {
  test("are what `step-done` reported in turns that succeeded, the last word for each step", async () => {
    const { step } = await play(
      [
        '(step-done "1" "first")',
        '(step-done "2" "lost") (/ 1 0)',
        '(step-done "1" "again") (step-done "__proto__" "x") (return 1)',
      ],
      { plan: ["a", "b"] },
    );
    expect(Object.entries(step.summaries)).toEqual([
      ["1", "again"],
      ["__proto__", "x"],
    ]);
    expect((await play(["(return 1)"])).step.summaries).toEqual({});
  });
});

describe("`journal`", () => {
  test("holds the results of tasks, also of programs that fail, and is absent without the option", async () => {
    const { step } = await play(
      ['(task "a" {:n 1}) (/ 1 0)', '(task "b" 2) (return (task "a" (fail "runs once")))'],
      { journal: { old: 1 } },
    );
    expect(step).toMatchObject({
      ok: true,
      return: { n: 1 },
      journal: { old: 1, a: { ":n": 1 }, b: 2 },
    });
    const { step: later } = await play(['(return (task "a" 9))'], { journal: step.journal ?? {} });
    expect(later).toMatchObject({ return: { n: 1 } });
    expect((await play(["(return 1)"])).step).not.toHaveProperty("journal");
  });

  test("is there on a step that failed", async () => {
    expect((await play(['(task "a" 1) (fail "no")'], { journal: {} })).step).toMatchObject({
      ok: false,
      journal: { a: 1 },
    });
  });
});

describe("`prompt` and `originalPrompt`", () => {
  test("are the mission as the model reads it, and as the agent has it", async () => {
    const { step } = await play(["(return 1)"], {
      prompt: "Find {{what}}.",
      context: { what: "it" },
    });
    expect(step).toMatchObject({ prompt: "Find it.", originalPrompt: "Find {{what}}." });
  });

  test("`prompt` is absent where a placeholder has no value", async () => {
    const { step } = await play([], { prompt: "Find {{what}}." });
    expect(step).toMatchObject({ ok: false, originalPrompt: "Find {{what}}." });
    expect(step).not.toHaveProperty("prompt");
  });
});

describe("`warnings`", () => {
  test("say what was taken as something else, and are absent where there is nothing to say", async () => {
    expect(
      (await play(["(return data/n)"], { signature: "(n :int) -> :int", context: { n: "1" } })).step
        .warnings,
    ).toEqual(['context: n: took string "1" as int 1']);
    expect((await play(["(return 1)"])).step).not.toHaveProperty("warnings");
  });
});

describe("`toolCache`", () => {
  const counting = (answer: ToolFunction) => {
    const calls: unknown[] = [];
    const execute: ToolFunction = (args, context) => {
      calls.push(args);
      return answer(args, context);
    };
    return { calls, tools: { find: { cache: true, execute }, plain: () => 1 } };
  };

  test("keeps the answers of tools with `cache: true`, by name and arguments whatever their order", async () => {
    const { calls, tools } = counting(({ q }) => `found ${String(q)}`);
    const { step } = await play(
      [
        "(tool/find {:q 1 :w 2}) (tool/plain)",
        "(tool/find {:w 2 :q 1}) (return (tool/find {:q 2}))",
      ],
      { tools },
    );
    expect(calls).toEqual([{ q: 1, w: 2 }, { q: 2 }]);
    expect(step).toMatchObject({
      ok: true,
      return: "found 2",
      toolCache: { 'find {"q":1,"w":2}': "found 1", 'find {"q":2}': "found 2" },
    });
    expect(Object.keys(step.toolCache)).toHaveLength(2);
  });

  test("a later mission goes on with it", async () => {
    const { calls, tools } = counting(() => "new");
    const { step } = await play(["(return (tool/find {:q 1}))"], {
      tools,
      toolCache: { 'find {"q":1}': "kept" },
    });
    expect(step).toMatchObject({ return: "kept", toolCache: { 'find {"q":1}': "kept" } });
    expect(calls).toEqual([]);
  });

  test("the same call in several branches asks once", async () => {
    const { calls, tools } = counting(
      () =>
        new Promise((resolve) => {
          setTimeout(() => {
            resolve("late");
          }, 1);
        }),
    );
    const { step } = await play(["(return (pmap (fn [_] (tool/find {:q 1})) (range 5)))"], {
      tools,
    });
    expect(step).toMatchObject({ return: ["late", "late", "late", "late", "late"] });
    expect(calls).toHaveLength(1);
  });

  test("a failure is asked again", async () => {
    let down = true;
    const { calls, tools } = counting(() => {
      if (!down) return "up";
      down = false;
      return Promise.reject(new Error("down"));
    });
    const { step } = await play(["(tool/find {:q 1})", "(return (tool/find {:q 1}))"], { tools });
    expect(step).toMatchObject({ ok: true, return: "up", toolCache: { 'find {"q":1}': "up" } });
    expect(calls).toHaveLength(2);
  });

  test("arguments that differ in their type do not meet", async () => {
    const { calls, tools } = counting(() => 1);
    await play(
      [
        '(tool/find {:q 1}) (tool/find {:q "1"}) (tool/find {:q "1n"}) (tool/find {:q 18446744073709551616}) (tool/find {:q "18446744073709551616n"}) (tool/find {:q nil}) (tool/find) (tool/find {:q ##NaN}) (tool/find {:q (java.time.Instant/parse "2026-01-02T00:00:00Z")}) (tool/find {:q "2026-01-02T00:00:00.000Z"}) (return 1)',
      ],
      { tools },
    );
    expect(calls).toHaveLength(10);
  });
});

describe("steps made by hand", () => {
  test("one that succeeded", () => {
    const step = successfulStep({ count: 5 });
    expect(step).toMatchObject({ ok: true, return: { count: 5 } });
    expect(step).not.toHaveProperty("fail");
    expect(step).toMatchObject({
      turns: [],
      prints: [],
      toolCalls: [],
      parallelCalls: [],
      toolCache: {},
      summaries: {},
      usage: { turns: 0 },
    });
  });

  test("one that failed", () => {
    const step = failedStep("timeout", "Execution exceeded time limit");
    expect(step.fail.reason).toBe("timeout");
    expect(step).not.toHaveProperty("return");
    expect(step).not.toHaveProperty("usage");
  });

  test("one that failed with details", () => {
    const step = failedStep("validation_failed", "Invalid input", {}, { data: { field: "name" } });
    expect(step.fail).toEqual({
      reason: "validation_failed",
      message: "Invalid input",
      details: { data: { field: "name" } },
    });
    expect(step.memory.size).toBe(0);
    for (const name of [
      "signature",
      "usage",
      "fieldDescriptions",
      "prompt",
      "tools",
      "messages",
      "journal",
      "warnings",
    ])
      expect(step).not.toHaveProperty(name);
  });

  test("one that failed with its journal", () => {
    expect(
      failedStep("timeout", "timed out", {}, undefined, { journal: { a: 1 } }).journal,
    ).toEqual({ a: 1 });
  });

  test("memory is that of a step, or values by name", () => {
    const memory = Memory.from({ a: 1 });
    expect(successfulStep(1, memory).memory).toBe(memory);
    expect(failedStep("a", "b", { __proto__x: 1, a: [1] }).memory.toHost()).toEqual({
      __proto__x: 1,
      a: [1],
    });
  });
});
