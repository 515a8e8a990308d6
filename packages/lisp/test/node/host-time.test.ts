// Measures what programs cost this process: they never block its event loop, and each ends at a
// limit.

import { describe, expect, test } from "vitest";
import { run } from "../../src/index.ts";
import type { Pool, PoolRunOptions } from "../../src/node/index.ts";
import { sampled } from "../sampled.ts";
import { growthOf, longestStall, stallOf } from "./host-stall.ts";
import { hasProc, testPools } from "./pools.ts";

const { poolOf } = testPools();

describe("a program doesn't block the host:", () => {
  const calls = "(inc 1)".repeat(40_000);
  const names = Array.from({ length: 40 }, (_, index) => `(def name-${String(index)} f)`).join(" ");
  const power = "(loop [x 3 i 0] (if (< i 18) (recur (* x x) (inc i)) x))";
  const maps = (count: number): string => `(vec (repeat ${String(count)} {}))`;
  const wide = { memoryBytes: 1e12, outputBytes: 1e12, steps: 1e12, timeoutMs: 60_000 };

  const programs: readonly (readonly [string, string, PoolRunOptions, string])[] = [
    ["one function under forty names", `(defn f [] ${calls}) ${names} 1`, {}, "ok"],
    ["a definition of 400,000 maps", `(def v ${maps(400_000)}) 1`, {}, "ok"],
    ["a result of 200,000 maps", maps(200_000), {}, "ok"],
    ["a large set", "(set (range 150000))", {}, "ok"],
    ["a large sorted map", "(into (sorted-map) (map (fn [i] [i i]) (range 100000)))", {}, "ok"],
    ["a long text", '(apply str (repeat 1000000 "\\\\\\"x"))', {}, "ok"],
    [
      "many long integers",
      `(def n ${power}) (def v (mapv (fn [i] (+ n i)) (range 400))) 1`,
      { limits: { timeoutMs: 1_500 } },
      "timeout",
    ],
    ["the data of an exception", `(throw (ex-info "x" {:v ${maps(200_000)}}))`, {}, "eval_error"],
    ["the data of `fail`", `(fail {:v ${maps(200_000)}})`, {}, "failed"],
    [
      "a caught exception",
      `(try (throw (ex-info "x" {:v ${maps(200_000)}})) (catch Exception e e))`,
      {},
      "ok",
    ],
    [
      "arguments of a tool",
      `(do (tool/t {:v ${maps(200_000)}}) 1)`,
      { tools: { t: () => 1 } },
      "ok",
    ],
    ["the result of a task", `(do (task "a" ${maps(200_000)}) 1)`, { journal: {} }, "ok"],
    ["many prints", '(dotimes [i 200000] (println "some text"))', {}, "ok"],
    ["more than the host reads", maps(2_600_000), { limits: wide }, "output_exceeded"],
  ];
  test.each(sampled(programs, 14, 3))("%s", async (_, source, options, outcome) => {
    const pool = poolOf({ memoryMb: 1024 });
    await pool.run("1");
    const longestMs = await stallOf(async () => {
      // A time limit would report itself; it is long because the machine may be busy.
      const limits = { timeoutMs: 60_000, ...options.limits };
      const step = await pool.run(source, { ...options, limits });
      expect(step.ok ? "ok" : step.fail.reason).toBe(outcome);
    }, growthOf(2_600_000));
    expect(longestMs).toBeLessThan(longestStall);
  });
});

test("the test detects a stall of the host", { tags: "full" }, async () => {
  expect(
    await stallOf(async () => {
      await new Promise((resolve) => setTimeout(resolve, 10));
      const end = process.cpuUsage().user + 1000 * 3 * longestStall;
      while (process.cpuUsage().user < end);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }),
  ).toBeGreaterThan(longestStall);
});

describe("memory of the pool", () => {
  test(
    "memory of the pool passes from run to run without being parsed here",
    { tags: "full" },
    async () => {
      const pool: Pool = poolOf({ memoryMb: 512 });
      const first = await pool.run("(def v (vec (repeat 300000 {}))) (def n 1)", {
        limits: { timeoutMs: 60_000 },
      });
      const cost = async (memory: typeof first.memory): Promise<number> => {
        const before = process.cpuUsage();
        const step = await pool.run("(+ n 1)", { memory, limits: { timeoutMs: 60_000 } });
        const { user, system } = process.cpuUsage(before);
        expect(step).toMatchObject({ ok: true, return: 2 });
        expect([...step.memory.names()]).toEqual(["v", "n"]);
        return (user + system) / 1000;
      };
      // The minimum of several, because one may include a collection of garbage from other suites.
      const costs = [await cost(first.memory), await cost(first.memory), await cost(first.memory)];
      expect(Math.min(...costs)).toBeLessThan(250);
      // The value is decoded when it is read, and stays the same object.
      const value = first.memory.get("v");
      expect(value).toMatchObject({ count: 300_000 });
      expect(first.memory.get("v")).toBe(value);
      expect((first.memory.toJSON()["v"] as unknown[]).length).toBe(300_000);
    },
  );

  test(
    "functions in memory of the pool are compiled once, when one of them is called",
    { tags: "full" },
    async () => {
      const calls = "(inc 1)".repeat(20_000);
      const names = Array.from({ length: 40 }, (_, index) => `(def name-${String(index)} f)`);
      const limits = { timeoutMs: 60_000 };
      const { memory } = await poolOf().run(`(defn f [] ${calls}) ${names.join(" ")} 1`, {
        limits,
      });
      const cost = async (source: string): Promise<number> => {
        const before = process.cpuUsage();
        expect(await run(source, { memory, limits })).toMatchObject({ ok: true, return: 2 });
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1000;
      };
      await cost("(+ 1 1)");
      const [none, one] = [await cost("(+ 1 1)"), await cost("(name-0)")];
      const all = await cost(
        `(do ${names.map((_, index) => `(name-${String(index)})`).join(" ")})`,
      );
      expect(none).toBeLessThan(one);
      // Calling all of them compiles nothing more, but each call computes.
      expect(all).toBeLessThan(40 * one);
      expect(await poolOf().run("(+ (name-0) (name-39))", { memory, limits })).toMatchObject({
        ok: true,
        return: 4,
      });
    },
  );
});

test.skipIf(!hasProc)(
  "a program within its limits can record and call as before",
  { tags: "full" },
  async () => {
    const step = await poolOf().run(
      '(dotimes [i 2000] (task (str "t" i) (tool/t {:i i}))) (count (tool/t {}))',
      { tools: { t: (args) => args }, journal: {}, limits: { timeoutMs: 60_000 } },
    );
    expect(step.ok || step.fail).toBe(true);
    expect(Object.keys(step.journal ?? {})).toHaveLength(2_000);
    expect(step.toolCalls).toHaveLength(2_001);
  },
);
