// The step of a mission, field by field: when it is set, when it is absent, and its contents.

import { describe, expect, test } from "vitest";
import { ModelError } from "@ptc/llm";
import { Memory } from "@ptc/lisp";
import { run } from "../src/index.ts";
import { fenced, play } from "./missions.ts";

describe("`return` and `fail`", () => {
  test("only a successful step has `return`, and only a failed one has `fail`", async () => {
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

  test("a fail has its reason, the operation, and details", async () => {
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

  test("the step has firewalled fields", async () => {
    const { step } = await play(["(return {:count 2 :_email_ids [101 102]})"], {
      signature: "() -> {count :int, _email_ids [:int]}",
    });
    expect(step).toMatchObject({ return: { count: 2, _email_ids: [101, 102] } });
  });
});

describe("`memory`", () => {
  test("`memory` has the definitions of all successful turns", async () => {
    const { step } = await play(["(def a 1)", "(def b 2) (/ 1 0)", "(def c 3)", "(return a)"]);
    expect(step.memory.toHost()).toEqual({ a: 1, c: 3 });
  });

  test("`memory` is the given one if nothing was defined, also on a refused step", async () => {
    const memory = Memory.from({ a: 1 });
    expect((await play(["(return a)"], { memory })).step.memory.toHost()).toEqual({ a: 1 });
    expect((await run("p", { memory: { a: 1 } })).memory.toHost()).toEqual({ a: 1 });
    expect((await run("p", { llm: () => "1", memory, tools: { return: () => 1 } })).memory).toBe(
      memory,
    );
  });

  test("`memory` is as before the failed turn", async () => {
    const { step } = await play(["(def a 1)", '(def a 2) (fail "no")']);
    expect(step.memory.toHost()).toEqual({ a: 1 });
  });
});

describe("`signature`", () => {
  test("`signature` is the text of the contract, and absent without one", async () => {
    const signature = "(limit :int) -> {count :int}";
    expect(
      (await play(["(return {:count data/limit})"], { signature, context: { limit: 1 } })).step
        .signature,
    ).toBe(signature);
    expect((await play(["(return 1)"])).step).not.toHaveProperty("signature");
  });
});

describe("`usage`", () => {
  test("`usage` is absent if a mission was refused before a model was called", async () => {
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

  test("`usage` counts turns, requests, tool calls, steps and bytes", async () => {
    const { step } = await play(["(tool/a)", "(foo)", "(return (do (tool/a) (tool/a)))"], {
      tools: { a: () => 1 },
    });
    expect(step.usage).toMatchObject({ turns: 3, llmRequests: 3, toolCalls: 3 });
    expect(step.usage?.steps).toBeGreaterThan(0);
    expect(step.usage?.memoryBytes).toBeGreaterThan(0);
    expect(step.usage?.durationMs).toBeGreaterThanOrEqual(0);
  });

  test("`usage` sums tokens over all requests, including failed attempts", async () => {
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

  test("`usage` has no token counts if no model reported them, and is present after a failure", async () => {
    const { step } = await play([new ModelError({ kind: "auth" })]);
    expect(step.ok).toBe(false);
    expect(Object.keys(step.usage ?? {}).sort()).toEqual([
      "durationMs",
      "llmRequests",
      "memoryBytes",
      "peakMemoryBytes",
      "steps",
      "toolCalls",
      "turns",
    ]);
    expect(step.usage).toMatchObject({ turns: 0, llmRequests: 1 });
  });
});

describe("`turns`", () => {
  test("`turns` record each response, its program and its outcome", async () => {
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

  test("`turns` are empty if the model never answered", async () => {
    expect((await play([new ModelError({ kind: "auth" })])).step.turns).toEqual([]);
  });
});

describe("`prints` and `toolCalls`", () => {
  test("`prints` and `toolCalls` cover all turns in order, including failed ones", async () => {
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
  test("`parallelCalls` list each fork, with counts of successes and failures", async () => {
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
