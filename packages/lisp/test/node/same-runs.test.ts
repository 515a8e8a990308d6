// Inputs and outputs of a run are the same in a pool process as in this one: memory, history,
// tasks, forms of collections, a schema.

import { afterAll, describe, expect, test } from "vitest";
import { Memory, run, type LispStep } from "../../src/index.ts";
import { createPool, type PoolRunOptions } from "../../src/node/index.ts";
import { keepsCompiled } from "./pools.ts";
import { context, tools } from "./same-step-data.ts";
import { bothSteps, comparable } from "./same-step.ts";

const pool = createPool({ size: 1, memoryMb: 256, execArgv: keepsCompiled });
afterAll(() => pool.close());

type Options = PoolRunOptions & { readonly context?: Readonly<Record<string, unknown>> };

async function expectSame(source: string, options: Options = {}): Promise<void> {
  const [here, there] = await bothSteps(pool, source, options);
  expect([source, comparable(there)]).toEqual([source, comparable(here)]);
}

describe("runs in the pool continue as in process:", () => {
  test("memory continues from run to run, with functions and their captured values", async () => {
    const programs = [
      "(def total 10) (defn add [x] (let [k 5] (fn [y] (+ x y k total))))",
      "(def add-one (add 1)) (def rows (mapv (fn [i] {:i i :tag :odd}) (range 20)))",
      "[(add-one 2) (map :i rows) total]",
      "(def total 20)",
      "(add-one 2)",
      "(def helper (fn [items] (map add-one items))) (helper [1 2])",
      "(do (def rows nil) (/ 1 0))",
      "(count (helper (map :i rows)))",
      '(def shape {:a #{1 [2]} 7 (LocalDate/parse "2026-01-31")}) shape',
    ];
    const seed = { seed: { a_b: [1, new Date(0)] } };
    let [here, there]: [Memory | typeof seed, Memory | typeof seed] = [seed, seed];
    for (const source of [...programs, "(assoc seed :a-b 2)"]) {
      const [stepHere, stepThere]: [LispStep, LispStep] = [
        await run(source, { memory: here }),
        await pool.run(source, { memory: there }),
      ];
      expect([source, comparable(stepThere)]).toEqual([source, comparable(stepHere)]);
      [here, there] = [stepHere.memory, stepThere.memory];
    }
    if (!(here instanceof Memory && there instanceof Memory)) throw new Error("no memory");
    expect([...there.names()]).toEqual([...here.names()]);
    expect(there.size).toBe(7);
    // The reverse: memory made by the pool works in this process.
    expect(await run("(add-one 2)", { memory: there })).toMatchObject({ ok: true, return: 28 });
  });

  test("programs read descriptions of tools, whatever the host wrote in them", async () => {
    const described = {
      "get-user": {
        description: "One user,\n by number.",
        callForm: "(tool/get-user {:id :int})",
        execute: () => 1,
      },
      list_users: {
        description: "Users.".repeat(2_000),
        callForm: "(tool/list_users {}) -> [:map]",
        execute: () => 1,
      },
      odd: { description: (() => 1) as unknown as string, execute: () => 1 },
      ping: () => 1,
    };
    for (const source of [
      '(tool/search "user number")',
      '(map tool/search ["list users" "nothing"])',
      "(mapv doc ['tool/get-user 'tool/list-users 'tool/odd 'tool/ping])",
      '[(apropos "users") (dir tool) (meta tool/get-user)]',
    ])
      await expectSame(source, { tools: described });
  });

  test("a function made from functions costs nothing to be made again", async () => {
    const program = "(def helper (partial map inc)) (helper [1])";
    const [here, there] = [(await run(program)).memory, (await pool.run(program)).memory];
    const [stepHere, stepThere] = [
      await run("(helper [1 2])", { memory: here }),
      await pool.run("(helper [1 2])", { memory: there }),
    ];
    expect(comparable(stepThere)).toEqual(comparable(stepHere));
  });

  test("history, budget, runId and turn work as in process", async () => {
    const first = await run("[:a (fn [x] (inc x))]", { collections: "language" });
    if (!first.ok) throw new Error(first.fail.message);
    await expectSame("(do (println {:_a 1 :b 2}) (pmap inc [1 2]) (/ 1 0))", {
      hideFirewalled: true,
    });
    await expectSame("[*1 *2 ((second *1) 1) (budget/remaining)]", {
      history: [first.value, 2],
      budget: { turns: 3, "own-name": [1] },
    });
    await expectSame("(:args (tool/get {:a 1}))", { tools, runId: "mission-7", turn: 4 });
  });

  test("tasks record and find the same results as in process", async () => {
    await expectSame('(task "a" {:x #{1}})');
    await expectSame('[(task "a" (tool/get {:n 1})) (task "b" :other)]', { tools, journal: {} });
    await expectSame('[(task "a" (tool/get {:n 1})) (task "b" :other)]', {
      tools,
      journal: { a: { ":k": 1 }, c: [1], 'd"\n': 1 },
    });
    await expectSame('(do (task "a" 1) (task-reset "c") (/ 1 0))', { tools, journal: { c: [1] } });
    await expectSame('(task "f" (fn [x] x))', {
      journal: { f: { $function: { source: "(fn [y] (inc y))", captured: {} } } },
    });
    for (const runner of [run, pool.run.bind(pool)])
      await expect(runner('(task "f" 1)', { journal: { f: { $nonsense: 1 } } })).rejects.toThrow(
        'option `journal["f"]`: unknown tag "$nonsense". In a journal, names that begin with "$"',
      );
    await expectSame("1", { context: { journal: {} } });
  });

  test("returns every form of collections as in process", async () => {
    for (const collections of ["plain", "native", "language"] as const) {
      const [here, there] = await bothSteps(pool, '{"list" [1 :k] :set #{1 2} "when" data/when}', {
        context,
        collections,
      });
      expect(comparable(there)).toEqual(comparable(here));
      if (here.ok && there.ok && collections === "language") expect(there.return).toBe(there.value);
    }
    await expectSame("{[1 2] #{3}}", { collections: "native" });
  });

  test("validates the result with a schema in the parent process", async () => {
    const returns = {
      "~standard": {
        version: 1,
        vendor: "test",
        validate: (value: unknown) =>
          typeof value === "number"
            ? { value: value * 2 }
            : { issues: [{ message: "expected a number", path: ["total"] }] },
      },
    } as const;
    await expectSame("21", { returns });
    await expectSame('(do (def kept 1) (println 1) (task "a" 1) "x")', { returns, journal: {} });
  });
});
