// Steps written as JSON and read back. Everything with a written form is kept, and no JSON from
// outside makes the reader throw.

import { describe, expect, test } from "vitest";
import { Keyword, RegexValue, SymbolValue } from "@ptc/core/values";
import { Memory } from "@ptc/lisp";
import { createScriptedModel } from "@ptc/llm";
import { defineAgent, run, successfulStep, type MissionStep } from "../src/index.ts";
import { stepFromJson, stepToJson } from "../src/step-json/index.ts";

/** Returns the step as a file stores it. */
const written = (step: MissionStep): Record<string, unknown> =>
  JSON.parse(JSON.stringify(stepToJson(step))) as Record<string, unknown>;

async function readBack(step: MissionStep): Promise<MissionStep> {
  const result = await stepFromJson(written(step));
  if (!result.ok) throw new Error(result.message);
  return result.step;
}

/** Compares memory by its contents. */
const plain = (step: MissionStep): unknown => ({
  ...step,
  memory: step.memory.toJSON(),
  turns: step.turns.map((turn) => ({ ...turn, memory: turn.memory.toJSON() })),
});

describe("a step of a mission", () => {
  test("comes back with everything that was on it", async () => {
    const llm = createScriptedModel([
      {
        text: '(def rows (tool/find {:q "a"}))\n(println (count rows))\n(step-done "1" "looked")\n(task "t" #{:a})',
        usage: { inputTokens: 10, outputTokens: 2 },
      },
      "(def twice (fn [x] (* 2 x))) (pmap twice [1 2])",
      "(foo)",
      "(return {:day (:at (first rows)) :big 18446744073709551616 :n (twice 21)})",
    ]);
    const agent = defineAgent({
      prompt: "Find {{what}}.",
      signature: "(what :string) -> {day :datetime, big :any, n :int}",
      plan: ["look", "answer"],
      fieldDescriptions: { n: "a number" },
      tools: {
        find: {
          description: "Finds.",
          signature: "(q :string) -> [:any]",
          cache: true,
          execute: () => [{ at: new Date(5), _token: "t" }],
        },
      },
    });
    const step = await run(agent, {
      llm,
      context: { what: "it" },
      journal: {},
      collectMessages: true,
    });
    expect(step).toMatchObject({
      ok: true,
      return: { day: new Date(5), big: 18446744073709551616n, n: 42 },
    });
    const read = await readBack(step);
    expect(plain(read)).toEqual(plain(step));
    expect(Object.keys(read).sort()).toEqual(Object.keys(step).sort());
    const next = await run(defineAgent({ prompt: "Go on." }), {
      llm: createScriptedModel(["(return (twice (count rows)))"]),
      memory: read.memory,
      toolCache: read.toolCache,
    });
    expect(next).toMatchObject({ ok: true, return: 2 });
  });

  test("a failed step comes back with its fail, and without usage if it had none", async () => {
    const step = await run(defineAgent({ prompt: "p", signature: ":int" }), {
      llm: createScriptedModel(['(fail {:reason :gone :data #{1} "__proto__" 2})']),
    });
    expect(plain(await readBack(step))).toEqual(plain(step));
    const refused = await run(defineAgent({ prompt: "p" }), {});
    expect(refused.usage).toBeUndefined();
    expect(plain(await readBack(refused))).toEqual(plain(refused));
  });

  test("writes memory that a turn did not change once", async () => {
    const step = await run(defineAgent({ prompt: "p" }), {
      llm: createScriptedModel(["(def a 1)", "(foo)", "(return 1)"]),
    });
    expect(stepToJson(step).turns.map((turn) => "memory" in turn)).toEqual([true, false, false]);
    expect(plain(await readBack(step))).toEqual(plain(step));
  });
});

describe("values in the JSON of a step", () => {
  const roundTrip = async (value: unknown): Promise<unknown> => {
    const step = await readBack(successfulStep(value));
    return step.ok ? step.return : undefined;
  };

  test.each<[string, unknown]>([
    ["a date", new Date(0)],
    ["a large integer", 2n ** 70n],
    ["a set", new Set([1, "1", new Set([new Date(1)])])],
    [
      "a Map",
      new Map<unknown, unknown>([
        ["a", new Map([[1, 2]])],
        [null, 1],
        [true, [new Map()]],
      ]),
    ],
    ["a keyword", [new Keyword("a/b"), new SymbolValue("x"), new RegexValue("a+")]],
    ["numbers that JSON doesn't support", [NaN, -0, Infinity, -Infinity]],
    ["an empty object", {}],
    [
      "names of prototype members",
      JSON.parse('{"__proto__":{"constructor":1},"toString":2,"$set":[1],":a":2}'),
    ],
  ])("%s comes back", async (_, value) => {
    const read = await roundTrip({ list: [value] });
    expect(read).toEqual({ list: [value] });
    expect(
      JSON.stringify(read, (_key, item: unknown) =>
        typeof item === "bigint" ? String(item) : item,
      ),
    ).toBe(
      JSON.stringify({ list: [value] }, (_key, item: unknown) =>
        typeof item === "bigint" ? String(item) : item,
      ),
    );
  });

  class Order {
    readonly id = 7;
    readonly lines = new Map([["a", 1]]);
  }
  const held: unknown[] = [];
  held.push(held);
  const deep = JSON.parse(`${"[".repeat(5000)}${"]".repeat(5000)}`) as unknown;
  let shared: unknown = 1;
  for (let level = 0; level < 60; level++) shared = [shared, shared];

  test.each<[string, unknown, unknown]>([
    ["a host function", () => 1, "#<function>"],
    ["an instance", new Order(), { id: 7, lines: new Map([["a", 1]]) }],
    ["undefined", { a: undefined }, { a: null }],
    ["a small bigint", 5n, 5],
    ["cyclic data", held, "#<nested too deep to store>"],
    ["data that is too deep", deep, "#<nested too deep to store>"],
    [
      "an accessor that throws",
      {
        get a(): never {
          throw new Error("no");
        },
      },
      { a: null },
    ],
    ["endless structure", shared, "#<too large to store>"],
  ])("%s is stored as a program would see it", async (_, value, seen) => {
    expect(await roundTrip(value)).toEqual(seen);
  });

  test("restored functions in memory can be called, and host functions are marked", async () => {
    const step = await run(
      defineAgent({ prompt: "p", tools: { give: () => ({ call: () => 1 }) } }),
      {
        llm: createScriptedModel([
          "(def k 3) (defn f [x] (* k x)) (def host (tool/give)) (return 1)",
        ]),
      },
    );
    const { memory } = await readBack(step);
    const next = await run(defineAgent({ prompt: "p" }), {
      llm: createScriptedModel(["(return [(f 5) (map f [1 2]) (:call host)])"]),
      memory,
    });
    expect(next).toMatchObject({ ok: true, return: [15, [3, 6], "#<function>"] });
  });

  test("journal entries stay unchanged, and plain values of the application become entries", async () => {
    const step = successfulStep(1, Memory.empty, {
      journal: { a: { $set: [1] }, __proto: 1, 'b"': { at: new Date(0) } },
    });
    expect((await readBack(step)).journal).toEqual({
      a: { $set: [1] },
      __proto: 1,
      'b"': { at: { $instant: "1970-01-01T00:00:00Z" } },
    });
  });
});
