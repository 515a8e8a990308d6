// What programs, and processes that say what they like, cost this process: no door keeps its event
// loop, and each ends at a limit.

import { describe, expect, test } from "vitest";
import { nothingUsed } from "@ptc/core/contracts";
import { run } from "../../src/index.ts";
import type { Pool, PoolRunOptions } from "../../src/node/index.ts";
import { hasProc, liar, part, testPools } from "./pools.ts";

const { poolOf, folder } = testPools();

interface Watched<T> {
  readonly result: T;
  /** The longest time for which this process computed without a turn of its event loop. */
  readonly longestMs: number;
  readonly medianMs: number;
}

/**
 * Watches the event loop while `work` is done. What is measured is the processor time of this
 * process, so that other work of the machine does not count.
 */
async function watched<T>(work: () => Promise<T>): Promise<Watched<T>> {
  const gaps: number[] = [];
  let last = process.cpuUsage();
  const look = (): void => {
    const { user, system } = process.cpuUsage(last);
    gaps.push((user + system) / 1000);
    last = process.cpuUsage();
  };
  const timer = setInterval(look, 1);
  try {
    const result = await work();
    look();
    gaps.sort((left, right) => left - right);
    return {
      result,
      longestMs: gaps.at(-1) ?? 0,
      medianMs: gaps[gaps.length >> 1] ?? 0,
    };
  } finally {
    clearInterval(timer);
  }
}

/** Usually at most 60 ms, much of it the collector of garbage. */
const longestStall = 500;

describe("a program does not keep the host:", () => {
  const calls = "(inc 1)".repeat(100_000);
  const names = Array.from({ length: 40 }, (_, index) => `(def name-${String(index)} f)`).join(" ");
  const power = "(loop [x 3 i 0] (if (< i 18) (recur (* x x) (inc i)) x))";
  const maps = (count: number): string => `(vec (repeat ${String(count)} {}))`;
  const wide = { memoryBytes: 1e12, outputBytes: 1e12, steps: 1e12, timeoutMs: 60_000 };

  test.each<readonly [string, string, PoolRunOptions, string]>([
    ["one function under forty names", `(defn f [] ${calls}) ${names} 1`, {}, "ok"],
    ["a definition of a million maps", `(def v ${maps(1_000_000)}) 1`, {}, "ok"],
    ["a result of 500,000 maps", maps(500_000), {}, "ok"],
    ["a large set", "(set (range 300000))", {}, "ok"],
    ["a large sorted map", "(into (sorted-map) (map (fn [i] [i i]) (range 100000)))", {}, "ok"],
    ["a long text", '(apply str (repeat 1000000 "\\\\\\"x"))', {}, "ok"],
    [
      "many long integers",
      `(def n ${power}) (def v (mapv (fn [i] (+ n i)) (range 400))) 1`,
      { limits: { timeoutMs: 1_500 } },
      "timeout",
    ],
    ["the data of an exception", `(throw (ex-info "x" {:v ${maps(400_000)}}))`, {}, "eval_error"],
    ["the data of `fail`", `(fail {:v ${maps(400_000)}})`, {}, "failed"],
    [
      "a caught exception",
      `(try (throw (ex-info "x" {:v ${maps(400_000)}})) (catch Exception e e))`,
      {},
      "ok",
    ],
    [
      "arguments of a tool",
      `(do (tool/t {:v ${maps(400_000)}}) 1)`,
      { tools: { t: () => 1 } },
      "ok",
    ],
    ["the result of a task", `(do (task "a" ${maps(400_000)}) 1)`, { journal: {} }, "ok"],
    ["many prints", '(dotimes [i 200000] (println "some text"))', {}, "ok"],
    ["more than the host reads", maps(2_600_000), { limits: wide }, "output_exceeded"],
  ])("%s", async (_, source, options, outcome) => {
    const pool = poolOf({ memoryMb: 1024 });
    await pool.run("1");
    const { result: step, longestMs } = await watched(() => pool.run(source, options));
    expect(step.ok ? "ok" : step.fail.reason).toBe(outcome);
    expect(longestMs).toBeLessThan(longestStall);
  });
});
