import { describe, expect, test } from "vitest";
import { run, limitTable } from "../src/index.ts";
import { failOf, printed } from "./evaluate.ts";

describe("limits", () => {
  test("an endless loop ends at its step limit, at the same step every time", async () => {
    const steps = async (): Promise<number> =>
      (await run("(loop [i 0] (recur (inc i)))", { limits: { steps: 50_000 } })).usage.steps;
    expect(await steps()).toBe(50_000);
    expect(await steps()).toBe(50_000);
    expect(await failOf("(loop [] (recur))", { limits: { steps: 1000 } })).toMatchObject({
      reason: "step_limit_exceeded",
      message:
        "the program exceeded its limit of 1000 steps (calls, iterations and elements visited): check that every loop ends, or process less data at a time (option limits.steps)",
      details: { limit: { option: "limits.steps", value: 1000, unit: "steps" } },
    });
  });

  test("stops a program at its time limit even if steps are left", async () => {
    let now = 0;
    const clock = { now: () => now, monotonic: () => (now += 10) };
    expect(await failOf("(loop [] (recur))", { clock, limits: { timeoutMs: 100 } })).toMatchObject({
      reason: "timeout",
    });
  });

  test("deep recursion ends in its typed error, never in a host stack overflow", async () => {
    expect(await failOf("((fn f [n] (+ 1 (f n))) 1)")).toMatchObject({
      reason: "depth_exceeded",
      details: { limit: { option: "limits.depth" } },
    });
    expect(
      await failOf("((fn f [n] (reduce + (map (fn [x] (first (map f [x]))) [n]))) 1)"),
    ).toMatchObject({ reason: "depth_exceeded" });
    expect(
      await failOf("(do (declare b) (defn a [n] (b n)) (defn b [n] (inc (a n))) (a 1))"),
    ).toMatchObject({ reason: "depth_exceeded" });
  });

  test("forms that use much host stack count more depth, so that every host stops at the same call", async () => {
    const callsOf = async (body: string): Promise<number> => {
      const step = await run(`(do (defn f [n] (println n) ${body}) (f 1))`, {
        limits: { depth: 60 },
      });
      expect(step.ok ? undefined : step.fail.reason).toBe("depth_exceeded");
      return Math.max(...step.prints.map(Number));
    };
    expect(await callsOf("(inc (f (inc n)))")).toBe(60);
    expect(await callsOf("(inc (apply f [(inc n)]))")).toBe(30);
    expect(await callsOf("(count (pmap (fn [x] (f (inc n))) [1]))")).toBe(20);
    expect(
      await callsOf("(count (sorted-map-by (fn [a b] (f (inc n)) (compare a b)) 1 2 3 4))"),
    ).toBe(15);
  });

  test("charges for an allocation before it happens", async () => {
    expect(
      await failOf("(vec (range 1000000000))", { limits: { memoryBytes: 1_000_000 } }),
    ).toMatchObject({ reason: "memory_exceeded" });
    expect(
      await failOf('(loop [s "x"] (recur (str s s)))', { limits: { memoryBytes: 1_000_000 } }),
    ).toMatchObject({ reason: "memory_exceeded" });
    expect(
      await failOf("(loop [v [1]] (recur (into v v)))", { limits: { memoryBytes: 1_000_000 } }),
    ).toMatchObject({ reason: "memory_exceeded" });
    expect(
      await failOf("(loop [n 3] (recur (* n n)))", { limits: { memoryBytes: 10_000 } }),
    ).toMatchObject({ reason: "memory_exceeded" });
    expect(await failOf("(loop [n 3] (recur (* n n)))")).toMatchObject({
      reason: "eval_error",
      message: "an integer of more than 524288 bits",
    });
  });

  test("tool calls, prints and branches are bounded", async () => {
    expect(
      await failOf("(dotimes [i 9] (tool/t))", { tools: { t: () => 1 }, limits: { toolCalls: 5 } }),
    ).toMatchObject({ reason: "tool_calls_exceeded" });
    expect(
      await failOf('(loop [] (println "xxxxxxxxxx") (recur))', { limits: { outputBytes: 1000 } }),
    ).toMatchObject({ reason: "output_exceeded" });
    expect(await failOf("(pmap inc (range 20))", { limits: { branches: 10 } })).toMatchObject({
      reason: "branches_exceeded",
    });
    expect(await failOf("(+ 1 1)", { limits: { sourceLength: 3 } })).toMatchObject({
      reason: "source_too_large",
    });
  });

  test("the default limits allow ordinary work", async () => {
    expect(await printed("(loop [i 0] (if (< i 1000000) (recur (inc i)) i))")).toBe("1000000");
    const rows = Array.from({ length: 10_000 }, (_, index) => ({ id: index, group: index % 7 }));
    expect(await printed("(count (group-by :group data/rows))", { context: { rows } })).toBe("7");
  });

  test("concurrent runs have separate budgets", async () => {
    const tools = { wait: () => new Promise((resolve) => setTimeout(resolve, 1)) };
    const source = "(loop [i 0] (if (< i 5) (do (tool/wait) (recur (inc i))) i))";
    const steps = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        run(source, { tools, limits: { steps: index === 7 ? 10 : 1000 } }),
      ),
    );
    expect(steps.map((step) => step.ok)).toEqual(steps.map((_, index) => index !== 7));
  });

  test("data nested too deep to traverse is an error, not a crash", async () => {
    expect(await failOf("(loop [i 0 v []] (if (< i 5000) (recur (inc i) [v]) v))")).toMatchObject({
      reason: "depth_exceeded",
    });
    expect(
      await failOf("(loop [i 0 v []] (if (< i 5000) (recur (inc i) [v]) (= v [v])))"),
    ).toMatchObject({ reason: "depth_exceeded" });
  });

  test("every limit in the table names its reason", () => {
    expect(Object.values(limitTable).map((entry) => entry.reason)).toEqual([
      "step_limit_exceeded",
      "memory_exceeded",
      "depth_exceeded",
      "timeout",
      "source_too_large",
      "symbols_exceeded",
      "output_exceeded",
      "tool_calls_exceeded",
      "branches_exceeded",
    ]);
  });
});

describe("values for the host", () => {
  const rows = Array.from({ length: 1000 }, (_, index) => ({ id: index }));
  // The time limit is long because this test is not about time, and a busy machine is slow.
  const limits = { memoryBytes: 20_000_000, timeoutMs: 20_000 };

  test("charges for results, tool arguments and failure data", async () => {
    const tools = { take: () => 1 };
    expect(await failOf("(repeat 20000 data/rows)", { context: { rows }, limits })).toMatchObject({
      reason: "memory_exceeded",
    });
    expect(
      await failOf("(tool/take {:x (repeat 20000 data/rows)})", {
        context: { rows },
        limits,
        tools,
      }),
    ).toMatchObject({ reason: "memory_exceeded" });
    expect(
      await failOf("(fail (repeat 20000 data/rows))", { context: { rows }, limits }),
    ).toMatchObject({ reason: "failed" });
    expect(
      await failOf("[(take-while #(< % 3) (iterate inc 0)) (nth (iterate (fn [x] [x x]) 1) 60)]", {
        limits,
      }),
    ).toMatchObject({ reason: "memory_exceeded" });
  });
});

describe("parallel branches", () => {
  test("parallel branches don't stop each other's clock", async () => {
    let now = 0;
    const clock = { now: () => now, monotonic: () => (now += 1) };
    const tools = { slow: () => new Promise((resolve) => setTimeout(resolve, 5)) };
    const source =
      "(pmap (fn [i] (if (= i 0) (tool/slow {}) (loop [n 0] (if (< n 3000000) (recur (inc n)) n)))) [0 1])";
    expect(await failOf(source, { clock, tools, limits: { timeoutMs: 200 } })).toMatchObject({
      reason: "timeout",
    });
  });

  test("parallel branches share tool calls and prints evenly, regardless of order", async () => {
    const tools = { t: () => 1 };
    expect(
      (
        await run("(pmap (fn [i] (dotimes [j 3] (tool/t {}))) [0 1])", {
          tools,
          limits: { toolCalls: 6 },
        })
      ).toolCalls,
    ).toHaveLength(6);
    expect(
      await failOf("(pmap (fn [i] (dotimes [j (if (= i 0) 4 1)] (tool/t {}))) [0 1])", {
        tools,
        limits: { toolCalls: 6 },
      }),
    ).toMatchObject({ reason: "tool_calls_exceeded" });
  });
});

test("forms that a macro nests too deep are an error, not a crash", async () => {
  expect(await failOf(`(-> 1 ${"inc ".repeat(3000)})`)).toMatchObject({
    reason: "analysis_error",
    message: "the program: nests more than 600 forms",
  });
  expect(await failOf(`(cond ${"false 1 ".repeat(5000)})`)).toMatchObject({
    reason: "analysis_error",
  });
  expect(await printed(`(-> 1 ${"inc ".repeat(400)})`)).toBe("401");
});
