// Addresses, values, costs and records of a run depend on the program and on tool results, never on
// how long the tools take. Finding a task in the journal does not change the address of any other
// effect.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryParallelProgram } from "./arbitrary-parallel.ts";
import { run } from "../../src/index.ts";
import { processorClock } from "../processor-clock.ts";
import { runIn, type Report } from "./timed-world.ts";

test(
  "a run's outcome doesn't depend on how long its tools take",
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryParallelProgram,
        fc.array(fc.nat(1_000_000), { minLength: 3, maxLength: 3 }),
        async (source, timings) => {
          const [first, ...others] = timings;
          const expected = await runIn({ timing: first ?? 0, journal: {}, fails: true }, source);
          for (const timing of others)
            expect(await runIn({ timing, journal: {}, fails: true }, source)).toEqual(expected);
        },
      ),
      { numRuns: process.env["PTC_TESTS"] === undefined ? 37 : 150 },
    );
  },
);

test(
  "effects keep their addresses whatever part of the journal is known",
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryParallelProgram, fc.nat(1_000_000), async (source, timing) => {
        const whole = await runIn({ timing, journal: {}, fails: false }, source);
        const entries = Object.entries((whole.journal ?? {}) as Record<string, unknown>);
        for (let chosen = 1; chosen < 2 ** Math.min(4, entries.length); chosen++) {
          const journal = Object.fromEntries(entries.filter((_, index) => (chosen >> index) & 1));
          const part = await runIn({ timing, journal, fails: false }, source);
          expect(part.outcome).toEqual(whole.outcome);
          expect(whole.journal).toMatchObject(part.journal as object);
          expectWithin(part, whole);
          expect(await runIn({ timing: timing + 1, journal, fails: false }, source)).toEqual(part);
        }
      }),
      { numRuns: process.env["PTC_TESTS"] === undefined ? 25 : 100 },
    );
  },
);

/** Asserts that every effect of `part` is also one of `whole`, with the same address and result. */
function expectWithin(part: Report, whole: Report): void {
  expect(new Set(whole.reached)).toEqual(new Set([...whole.reached, ...part.reached]));
  expect(new Set(whole.calls)).toEqual(new Set([...whole.calls, ...part.calls]));
  expect(new Set(whole.clockReads)).toEqual(new Set([...whole.clockReads, ...part.clockReads]));
  expect(new Set(part.reached).size).toBe(part.reached.length);
}

describe("examples of addresses", () => {
  const fast = { timing: 1, journal: {}, fails: false };
  const slow = { timing: 9, journal: {}, fails: false };

  test("a lazy sequence has its own addresses, independent of the branch that reads it", async () => {
    const source =
      "(let [xs (map (fn [x] (tool/ask {:n x})) (range))] (pmap (fn [i] (nth xs i)) [0 2]))";
    const report = await runIn(fast, source);
    expect(report.reached).toEqual(["r/1/s1/0 0", "r/1/s1/1 1", "r/1/s1/2 2"]);
    expect(await runIn(slow, source)).toEqual(report);
  });

  test("an element computed by another branch costs its reader the same", async () => {
    const source = (second: string): string =>
      `(let [xs (map (fn [x] (tool/ask {:n (reduce + (range 1000))})) (range))]
         (pcalls (fn [] (first xs)) (fn [] ${second})))`;
    const [shared, alone] = await Promise.all([
      runIn(fast, source("(first xs)")),
      runIn(fast, source("1")),
    ]);
    // The second reader pays as many steps as the first one used.
    expect(shared.steps - alone.steps).toBeGreaterThan(1000);
    expect(shared.reached).toEqual(alone.reached);
  });

  test("a task costs each branch that awaits it the same while its result is being stored", async () => {
    const source = `(let [xs (map (fn [x] (tool/ask {:n x})) (range))]
      (pmap (fn [i] (+ (task "a" (nth xs 0)) (task "b" (tool/ask {:n i})))) [1 2 3]))`;
    const report = await runIn(fast, source);
    for (let timing = 2; timing < 20; timing++)
      expect(await runIn({ ...fast, timing }, source)).toEqual(report);
  });

  test("a task in the journal doesn't change the address of the next call", async () => {
    const source = '[(task "pay" (tool/ask {:n 1})) (tool/ask {:n 2})]';
    const whole = await runIn(fast, source);
    expect(whole.reached).toEqual(["r/1/0 2", "r/1/t.pay/0 1"]);
    const again = await runIn(
      { ...fast, journal: whole.journal as Record<string, unknown> },
      source,
    );
    expect(again.reached).toEqual(["r/1/0 2"]);
    expect(again.outcome).toEqual(whole.outcome);
  });

  test("a task whose result was reset runs at new addresses, known or not", async () => {
    const source =
      '(do (task "t" (tool/ask {:n 1})) (task-reset "t") (task "t" (tool/ask {:n 1})))';
    const whole = await runIn(fast, source);
    expect(whole.reached).toEqual(["r/1/t.t/0 1", "r/1/t1.t/0 1"]);
    const again = await runIn({ ...fast, journal: { t: 5 } }, source);
    expect(again.reached).toEqual(["r/1/t1.t/0 1"]);
  });

  test("branches draw their own random numbers", async () => {
    const source = (count: number): string =>
      `(pmap (fn [i] (do (dotimes [_ i] (rand)) (rand-int 1000000))) (vec (repeat ${String(count)} 3)))`;
    const three = (await runIn(fast, source(3))).outcome as number[];
    const two = (await runIn(fast, source(2))).outcome as number[];
    expect(three.slice(0, 2)).toEqual(two);
    expect(new Set(three).size).toBe(3);
  });

  test("each reading of the clock has an address", async () => {
    const source = "(pmap (fn [_] (System/currentTimeMillis)) [1 2])";
    expect((await runIn(fast, source)).clockReads).toEqual(["r/1/0.0/0", "r/1/0.1/0"]);
  });

  test("prints of a shared element appear once, where it was first read", async () => {
    const source = `(let [xs (map (fn [x] (println "computing" x) (tool/ask {:n x})) (range))]
      (pmap (fn [i] (println "branch" i) (first xs)) [0 1]))`;
    const report = await runIn(fast, source);
    expect(report.prints).toEqual(["branch 0", "computing 0", "branch 1"]);
    expect(await runIn(slow, source)).toEqual(report);
  });
});

describe("cost of stored shared work", () => {
  const limits = { memoryBytes: 20_000_000, steps: 5_000_000, timeoutMs: 60_000 };
  const tools = { no: () => null };

  test("a path through sequences inside sequences ends at the memory limit", async () => {
    const source = `(do (defn inner [] (map (fn [_] (inner)) (range)))
      (loop [xs (inner)] (if (first xs) (recur (first xs)) (tool/no))))`;
    const step = await run(source, { tools, limits });
    expect(step.ok ? step.return : step.fail.reason).toBe("memory_exceeded");
  });

  test("finds elements behind many failures as fast as others", async () => {
    const source = `(let [failures (atom 0)
                          xs (map (fn [i] (when (and (= i 0) (< @failures 20000))
                                            (swap! failures inc) (throw (ex-info "no" {})))
                                          i)
                                  (range))
                          ask (fn [] (try (nth xs 3) (catch Exception e nil)))]
      (loop [] (if (nil? (ask)) (recur) nil))
      (loop [n 0] (if (< n 20000) (do (nth xs 2) (recur (inc n))) [n (tool/no)])))`;
    const step = await run(source, { tools, limits: { timeoutMs: 60_000 }, clock: processorClock });
    expect(step.ok && step.return).toEqual([20_000, null]);
    // Checking every failure for every element would take about 400 million checks.
    expect(step.usage.durationMs).toBeLessThan(4000);
  });
});
