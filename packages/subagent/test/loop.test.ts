// The turn loop: the feedback on each response, the ends of a mission, and the state between turns.

import { describe, expect, test } from "vitest";
import type { AgentOptions } from "../src/index.ts";
import { fenced, lastText, play } from "./missions.ts";

const large = "(vec (range 1000))";

describe("retry turns", () => {
  test("retry turns follow the work turns, and say that the program must return", async () => {
    const { step, sent } = await play(["1", "2", "3", "(return 4)"], {
      maxTurns: 2,
      retryTurns: 2,
    });
    expect(step).toMatchObject({ ok: true, return: 4, usage: { turns: 4 } });
    expect(sent[1]).toContain("This is the last turn: end the program with (return value).");
    expect(sent[2]).toContain("must end with (return value). 2 turns left.");
    expect(sent[3]).toContain("must end with (return value). 1 turn left.");
  });

  test("retry turns repair an answer that doesn't match, also in a single-turn mission", async () => {
    const { step, sent } = await play([fenced('"a"'), fenced('"b"'), fenced("3")], {
      maxTurns: 1,
      retryTurns: 2,
      signature: ":int",
    });
    expect(step).toMatchObject({ ok: true, return: 3 });
    expect(sent[1]).toContain("expected int");
    expect(sent[2]).toContain("1 turn left");
  });

  test("the mission ends with the last reason when the retry turns are used up", async () => {
    const { step, llm } = await play(["(foo)", "(bar)", "(baz)"], { maxTurns: 2, retryTurns: 1 });
    expect(step).toMatchObject({
      ok: false,
      fail: { reason: "max_turns_exceeded", details: { errors: [{ reason: "analysis_error" }] } },
    });
    expect(step.ok ? "" : step.fail.message).toContain(
      "no answer within 3 turns; the last turn ended with analysis_error: unknown symbol baz",
    );
    expect(llm.requests).toHaveLength(3);
  });
});

describe("the turn budget", () => {
  test("limits work and retry turns together, and announces the last one", async () => {
    const { step, sent, llm } = await play(["1", "2", "3", "4"], {
      maxTurns: 2,
      retryTurns: 5,
      turnBudget: 3,
    });
    expect(step).toMatchObject({ ok: false, fail: { reason: "turn_budget_exhausted" } });
    expect(llm.requests).toHaveLength(3);
    expect(sent[2]).toContain("1 turn left");
    expect((await play(["1", "2"], { maxTurns: 5, turnBudget: 2 })).sent[1]).toContain(
      "This is the last turn",
    );
  });

  test("the turn budget of twenty applies even if an agent asks for more turns", async () => {
    const { step } = await play(
      Array.from({ length: 25 }, () => "1"),
      { maxTurns: 25 },
    );
    expect(step).toMatchObject({
      ok: false,
      fail: {
        reason: "turn_budget_exhausted",
        message: expect.stringContaining("the budget of 20 turns") as unknown,
      },
    });
  });
});

describe("implicit completion", () => {
  const implicit: Partial<AgentOptions> = { completion: "implicit", signature: ":int" };

  test("the value of the first program with a value is the answer", async () => {
    const { step, llm } = await play(
      [fenced("(def rows [1 2])"), "(println 1)", fenced("(count rows)")],
      implicit,
    );
    expect(step).toMatchObject({ ok: true, return: 2, usage: { turns: 3 } });
    expect(lastText(llm.requests[1] ?? { messages: [] })).not.toContain("(return value)");
  });

  test("`return` completes the mission too", async () => {
    expect((await play(["(do (return 7) 8)"], implicit)).step).toMatchObject({
      ok: true,
      return: 7,
    });
  });

  test("nil and definitions don't complete the mission while turns are left", async () => {
    const { step } = await play(["(defn f [] 1)", "(do (println 1) nil)", "(f)"], {
      completion: "implicit",
    });
    expect(step).toMatchObject({ ok: true, return: 1 });
    expect(
      (await play(["(do nil)", "(do nil)"], { completion: "implicit", maxTurns: 2 })).step,
    ).toMatchObject({ ok: true, return: null });
  });

  test("reports the path of a value that doesn't match, and keeps the definitions", async () => {
    const { step, sent } = await play(['(do (def a 5) "many")', "(+ a 1)"], implicit);
    expect(step).toMatchObject({ ok: true, return: 6 });
    expect(step.turns[0]).toMatchObject({ ok: true, result: "many" });
    expect(sent[1]).toContain("As an answer, the value does not match the signature:");
    expect(sent[1]).toContain('expected int, got string "many"');
  });

  test("in the last turn, the final value of the program is checked against the signature", async () => {
    const { step, sent } = await play(["(println 1)", '(do "many")'], { ...implicit, maxTurns: 2 });
    expect(step).toMatchObject({
      ok: false,
      fail: { reason: "max_turns_exceeded", details: { errors: [{ reason: "validation_error" }] } },
    });
    expect(sent[1]).toContain("This is the last turn: end the program with the answer.");
  });

  test("an answer counts even if the definitions of its program are too large to keep", async () => {
    for (const program of [`(do (def a ${large}) 7)`, `(do (def a ${large}) (return 7))`]) {
      const { step } = await play([program], { ...implicit, memoryLimitBytes: 100 });
      expect(step).toMatchObject({
        ok: true,
        return: 7,
        warnings: [
          expect.stringContaining("definitions of the last turn were not saved") as unknown,
        ],
      });
      expect(step.memory.size).toBe(0);
    }
  });
});

describe("memory beyond its limit", () => {
  test("with `rollback`, the turn is undone and the model sees which names are large", async () => {
    const { step, sent } = await play(
      [`(def keep 1)`, `(def rows ${large}) (def keep 2)`, "(return keep)"],
      { memoryStrategy: "rollback", memoryLimitBytes: 1_000 },
    );
    expect(step).toMatchObject({ ok: true, return: 1 });
    expect(sent[2]).toContain(
      "take more than 1000 bytes; the largest: rows (more than 1000), keep (",
    );
    expect(sent[2]).toContain("its definitions were not kept");
    expect(step.turns.map(({ fail, memory }) => [fail?.reason, [...memory.names()]])).toEqual([
      [undefined, ["keep"]],
      ["memory_exceeded", ["keep"]],
      [undefined, ["keep"]],
    ]);
  });

  test("with `strict`, the mission ends with the memory before the turn", async () => {
    const { step, llm } = await play(["(def keep 1)", `(def rows ${large})`, "(return 1)"], {
      memoryLimitBytes: 1_000,
    });
    expect(step).toMatchObject({
      ok: false,
      fail: {
        reason: "memory_exceeded",
        details: { limit: { option: "memoryLimitBytes", value: 1_000, unit: "bytes" } },
      },
    });
    expect(step.memory.toHost()).toEqual({ keep: 1 });
    expect(llm.requests).toHaveLength(2);
  });

  test("exceeding the limit of a program doesn't end the mission", async () => {
    expect(
      (await play([large, "(return 1)"], { limits: { memoryBytes: 5_000 } })).step,
    ).toMatchObject({ ok: true, return: 1, turns: [{ fail: { reason: "memory_exceeded" } }, {}] });
  });
});

describe("state between turns", () => {
  test("memory is kept or undone as a whole, however a turn fails", async () => {
    const failing = [
      "(def a 2) (/ 1 0)",
      '(def a 3) (throw (ex-info "x" {}))',
      "(def a 4) (tool/break)",
      "(def a 5) (reduce + (range 100000))",
      '(def a 6) (return "text")',
      fenced("(def a 7) (+ 1"),
    ];
    const { step } = await play(["(def a 1)", ...failing, "(return a)"], {
      maxTurns: 9,
      signature: ":int",
      limits: { steps: 5_000 },
      tools: {
        break: () => {
          throw new Error("down");
        },
      },
    });
    expect(step).toMatchObject({ ok: true, return: 1 });
    expect(step.turns.slice(1, -1).every(({ ok }) => !ok)).toBe(true);
  });

  test("*1 to *3 are the last values of successful programs, with large ones shortened", async () => {
    const { step } = await play(["(do 1)", "(foo)", "(do 2)", "(return [*1 *2 *3])"]);
    expect(step).toMatchObject({ return: [2, 1, null] });
    expect((await play([large, "(return (< 10 (count *1) 1000))"])).step).toMatchObject({
      return: true,
    });
  });
});
