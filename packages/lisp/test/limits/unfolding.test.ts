// Shared structure is small in memory but has 2^60 nodes when traversed. Every traversal pays for
// each node.

import { describe, expect, test } from "vitest";
import { run } from "../../src/index.ts";
import { failOf, printed } from "../evaluate.ts";
import { expectLimit, unfolding } from "./expect-limit.ts";

const tools = { take: () => 1 };

describe("values that unfold without end", () => {
  const both = (expression: string): string =>
    `(let [grow (fn [] ${unfolding}) x (grow) y (grow)] ${expression})`;
  test.each([
    "x",
    "(println x)",
    "(str x)",
    "(pr-str {:a x})",
    "(= x y)",
    "(compare x y)",
    "(sort [x y])",
    "(distinct [x y])",
    "(count #{x y})",
    "(get {x 1} y)",
    "(get {x 1} x)",
    "(assoc {} x 1)",
    "(get (zipmap (range 20) (range 20)) x)",
    "(contains? #{1 2 x} y)",
    "(frequencies [x])",
    "(group-by identity [x])",
    "(into #{} [x])",
    "(clojure.walk/postwalk identity x)",
    "(flatten x)",
    "(json/generate-string x)",
    "(do (def kept x) 1)",
    "(tool/take {:x x})",
    '(task "a" x)',
    "(return x)",
    "(count (tree-seq vector? identity x))",
    "(sorted-map x 1 y 2)",
    "((memoize count) x)",
  ])("reading a value that unfolds ends at a limit: %s", async (expression) => {
    const fail = await failOf(both(expression), {
      tools,
      journal: {},
      limits: { steps: 500_000, memoryBytes: 5_000_000, outputBytes: 100_000 },
    });
    expect(fail.reason).toMatch(/^(step_limit_exceeded|memory_exceeded|output_exceeded)$/);
    expect(fail.details?.limit?.option).toMatch(/^limits\.(steps|memoryBytes|outputBytes)$/);
  });

  test("a value that unfolds costs the same whether or not it was hashed before", async () => {
    const steps = async (source: string): Promise<number> => (await run(source)).usage.steps;
    const value = "(nth (iterate (fn [x] [x x]) 1) 10)";
    const [once, twice] = [
      await steps(`(let [x ${value}] {x 1} 1)`),
      await steps(`(let [x ${value}] {x 1} {x 1} 1)`),
    ];
    const nothing = await steps(`(let [x ${value}] 1)`);
    expect(twice - nothing).toBe(2 * (once - nothing));
    expect(once - nothing).toBeGreaterThan(1000);
  });

  test("making and passing a value that unfolds doesn't traverse it", async () => {
    expect(await printed(`(let [x ${unfolding}] (count (conj [x] x)))`)).toBe("2");
  });
});

describe("functions made from functions", () => {
  const kinds = [
    "(comp g g)",
    "(partial g [g g])",
    "(juxt g g)",
    "(let [a g b g] (fn [x] (a (b x))))",
    "(fnil g {:again [g g]})",
  ];

  test.each(kinds)("storing nested functions in memory ends at a limit: %s", async (made) => {
    const fail = await failOf(`(def f (nth (iterate (fn [g] ${made}) inc) 60))`, {
      limits: { steps: 500_000, memoryBytes: 20_000_000 },
    });
    expect(fail.reason).toMatch(/^(step_limit_exceeded|memory_exceeded)$/);
  });

  test.each(kinds)("recording nested functions as a task ends at a limit: %s", async (made) => {
    const fail = await failOf(`(task "f" (nth (iterate (fn [g] ${made}) inc) 60))`, {
      journal: {},
      limits: { steps: 500_000, memoryBytes: 20_000_000 },
    });
    expect(fail.reason).toMatch(/^(step_limit_exceeded|memory_exceeded)$/);
  });

  test("stores and writes small nested functions", async () => {
    const step = await run("(def f (nth (iterate (fn [g] (comp g g)) inc) 4)) (f 0)");
    expect(step).toMatchObject({ ok: true, return: 16 });
    expect(JSON.stringify(step.memory.toJSON()).length).toBeLessThan(2_000);
  });

  test("rejects memory that exceeds the limit when written, even if little was allocated", async () => {
    const step = await expectLimit(
      "memoryBytes",
      `(let [s (apply str (repeat 10000 "x"))] (def kept (vec (repeat 1000 s))) 1)`,
      { limits: { memoryBytes: 2_000_000, steps: 5_000_000 } },
    );
    expect(step.usage.memoryBytes).toBeLessThan(1_000_000);
  });
});
