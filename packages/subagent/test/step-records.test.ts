// The records on the step of a mission besides its outcome: ids, messages, journal, tool cache.

import { describe, expect, test } from "vitest";
import type { ToolFunction } from "@ptc/core/contracts";
import { Memory } from "@ptc/lisp";
import { failedStep, run, successfulStep } from "../src/index.ts";
import { play } from "./missions.ts";

describe("`traceId`", () => {
  test("`traceId` is 32 hex digits, unique for each mission, and the same in the events", async () => {
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
  test("`fieldDescriptions` and `tools` come from the agent, and are absent if it has none", async () => {
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
  test("`messages` are the conversation with `collectMessages`, and each turn has its request", async () => {
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

  test("`messages` are absent by default, on the step and on its turns", async () => {
    const { step } = await play(["(return 1)"]);
    expect(step).not.toHaveProperty("messages");
    expect(step.turns[0]).not.toHaveProperty("messages");
  });
});

describe("`summaries`", () => {
  test("`summaries` are the `step-done` reports of successful turns, the last one for each step", async () => {
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
  test("`journal` has task results, also of failed programs, and is absent without the option", async () => {
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

  test("`journal` is on a failed step too", async () => {
    expect((await play(['(task "a" 1) (fail "no")'], { journal: {} })).step).toMatchObject({
      ok: false,
      journal: { a: 1 },
    });
  });
});

describe("`prompt` and `originalPrompt`", () => {
  test("`prompt` is the mission as the model reads it, and `originalPrompt` as the agent defines it", async () => {
    const { step } = await play(["(return 1)"], {
      prompt: "Find {{what}}.",
      context: { what: "it" },
    });
    expect(step).toMatchObject({ prompt: "Find it.", originalPrompt: "Find {{what}}." });
  });

  test("`prompt` is absent if a placeholder has no value", async () => {
    const { step } = await play([], { prompt: "Find {{what}}." });
    expect(step).toMatchObject({ ok: false, originalPrompt: "Find {{what}}." });
    expect(step).not.toHaveProperty("prompt");
  });
});

describe("`warnings`", () => {
  test("`warnings` list values that were read as something else, and are absent otherwise", async () => {
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

  test("`toolCache` has the results of tools with `cache: true`, by name and arguments in any order", async () => {
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

  test("a later mission continues with the tool cache", async () => {
    const { calls, tools } = counting(() => "new");
    const { step } = await play(["(return (tool/find {:q 1}))"], {
      tools,
      toolCache: { 'find {"q":1}': "kept" },
    });
    expect(step).toMatchObject({ return: "kept", toolCache: { 'find {"q":1}': "kept" } });
    expect(calls).toEqual([]);
  });

  test("the same call in several branches runs once", async () => {
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

  test("a failed call isn't cached", async () => {
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

  test("arguments of different types are different cache keys", async () => {
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
  test("successfulStep makes a step", () => {
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

  test("failedStep makes a step", () => {
    const step = failedStep("timeout", "Execution exceeded time limit");
    expect(step.fail.reason).toBe("timeout");
    expect(step).not.toHaveProperty("return");
    expect(step).not.toHaveProperty("usage");
  });

  test("failedStep makes a step with details", () => {
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

  test("failedStep makes a step with its journal", () => {
    expect(
      failedStep("timeout", "timed out", {}, undefined, { journal: { a: 1 } }).journal,
    ).toEqual({ a: 1 });
  });

  test("accepts memory of a step, or values by name", () => {
    const memory = Memory.from({ a: 1 });
    expect(successfulStep(1, memory).memory).toBe(memory);
    expect(failedStep("a", "b", { __proto__x: 1, a: [1] }).memory.toHost()).toEqual({
      __proto__x: 1,
      a: [1],
    });
  });
});
