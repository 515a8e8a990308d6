// A computing program yields to its host: timers fire and an abort ends it, whatever it computes
// with. Its step equals that of a run without yielding.

import { describe, expect, test } from "vitest";
import { run, type LispStep, type LispRunOptions } from "../src/index.ts";

const endless = { steps: 1e15, memoryBytes: 1e15, timeoutMs: 120_000 } as const;
const tools: LispRunOptions["tools"] = { one: () => 1, later: () => Promise.resolve(1) };

/** Endless programs, each of another kind. */
const programs: readonly string[] = [
  "(loop [] (recur))",
  "(loop [i 0] (if (< i 10) (recur i) i))",
  "(loop [i 0 n 0] (if (< i 10) (recur i (inc n)) i))",
  "((fn f [n] (recur (inc n))) 0)",
  "(defn fib [n] (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))) (fib 60)",
  "(defn f [n] (if (< n 0) 1 (+ 1 (f (dec n))))) (loop [] (f 20) (recur))",
  "(do (tool/one) (doseq [i (range)] i))",
  "(dotimes [i 1e15] i)",
  "(loop [] (reduce + (map inc (range 1000))) (recur))",
  "(loop [] (mapv (fn [x] (* x x)) (range 100)) (recur))",
  '(loop [] (try (throw (ex-info "a" {})) (catch Exception e nil)) (recur))',
  "(def total (atom 0)) (loop [] (swap! total inc) (recur))",
  "(do (tool/one) (loop [i 0] (if (< i 10) (recur i) i)))",
  "(do (tool/later) (loop [] (recur)))",
  "(pmap (fn [x] (loop [] (recur))) [1 2 3])",
  "(first (filter neg? (range)))",
  "(nth (map inc (iterate inc 0)) 1e12)",
  "(last (take 1e12 (cycle [1 2 3])))",
  "(reduce + (take 1e12 (repeatedly (fn [] 1))))",
  "(some neg? (range))",
  "(doseq [x (map inc (range))] x)",
  "(nth (for [x (range) :when (odd? x)] x) 1e12)",
];

describe("endless programs", () => {
  test.each(programs)(
    "a timer of the same host can abort an endless program: %s",
    async (source) => {
      const abort = new AbortController();
      const timer = setTimeout(() => {
        abort.abort();
      }, 20);
      const step = await run(source, { signal: abort.signal, limits: endless, tools });
      clearTimeout(timer);
      expect(step).toMatchObject({ ok: false, fail: { reason: "cancelled" } });
    },
  );

  test("timers and other programs continue while an endless program runs", async () => {
    const abort = new AbortController();
    const going = run("(loop [] (recur))", { signal: abort.signal, limits: endless });
    let turns = 0;
    while (turns < 20) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      expect(await run("(+ 1 2)")).toMatchObject({ return: 3 });
      turns++;
    }
    abort.abort();
    expect(await going).toMatchObject({ ok: false, fail: { reason: "cancelled" } });
  });
});

/** Returns the step without times. */
function report(step: LispStep): unknown {
  const { usage, parallelCalls = [], ...others } = step;
  return {
    ...others,
    memory: step.memory.toJSON(),
    usage: { ...usage, durationMs: 0 },
    parallelCalls: parallelCalls.map(({ count, errorCount }) => [count, errorCount]),
  };
}

describe("yielding to the host", () => {
  const counted: readonly string[] = [
    "(loop [i 0 total 0] (if (< i 60000) (recur (inc i) (+ total i)) total))",
    "(defn fib [n] (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))) (fib 18)",
    "(reduce (fn [a x] (if (= x 40000) (+ a :x) (+ a x))) 0 (range 50000))",
    "(defn down [n] (if (pos? n) (inc (down (dec n))) 0)) (dotimes [i 20] (down 1500)) (down 900)",
    "(def rows (for [x (range 20000)] {:x x})) (count (filter (fn [r] (odd? (:x r))) rows))",
    "(defn down [n] (if (pos? n) (inc (down (dec n))) 0)) (dotimes [i 50] (down 500)) (down 590)",
    "(sort (fn [a b] (compare (mod a 97) (mod b 97))) (range 3000))",
    "(do (println (loop [i 0] (if (< i 90000) (recur (inc i)) i))) (assoc nil :a (/ 1 0)))",
    "(do (tool/later) (reduce + (pmap (fn [n] (loop [i 0] (if (< i 9000) (recur (inc i)) n))) [1 2 3])))",
  ];

  test.each(counted)("yielding doesn't change the step: %s", async (source) => {
    const options = { tools, runId: "r", random: () => 0.5, limits: { timeoutMs: 120_000 } };
    const never = await run(source, { ...options, yieldMs: Infinity });
    // So short a slice is over at every reading of the clock.
    const often = await run(source, { ...options, yieldMs: 1e-9 });
    const { toolCalls: before, ...stepBefore } = report(never) as { toolCalls: readonly object[] };
    const { toolCalls: after, ...stepAfter } = report(often) as { toolCalls: readonly object[] };
    expect(stepAfter).toEqual(stepBefore);
    expect(after).toHaveLength(before.length);
  });

  test("lazy sequences cost the same with and without yielding", async () => {
    const late = "(loop [i 0] (if (< i 100000) (recur (inc i)) i))";
    for (const source of [
      "(defn nums [n] (lazy-seq (cons n (nums (inc n))))) (nth (nums 0) 3000)",
      `(do ${late} (vec (take 5000 (iterate inc 0))))`,
      `(defn down [n] (if (pos? n) (inc (down (dec n))) 0)) (do ${late} (down 900) (take 3 (range)))`,
      "(vec (range 1000000000))",
    ]) {
      const options = { runId: "r", limits: { memoryBytes: 3_000_000, timeoutMs: 120_000 } };
      const never = await run(source, { ...options, yieldMs: Infinity });
      expect(report(await run(source, { ...options, yieldMs: 1e-9 }))).toEqual(report(never));
    }
  });

  const lazy: readonly string[] = [
    "(nth (iterate inc 0) 9000)",
    "(count (take 3000 (filter odd? (map inc (range)))))",
    "(nth (for [x (range) :when (odd? x)] (count (str x))) 3000)",
    "(reduce + (take 6000 (repeatedly rand)))",
    "(let [xs (map (fn [x] (loop [i 0] (if (< i 9) (recur (inc i)) x))) (range))] (= (take 900 xs) (vec (take 900 xs))))",
    "(doseq [x (take 6000 (map inc (range)))] (if (= x 5000) (subs nil 1) x))",
    "(let [xs (map (fn [x] (if (= x 7000) (/ 1 0) x)) (range))] [(nth xs 6000) (nth xs 8000)])",
    "(try (nth (iterate inc 0) 9000) (finally (println (rand-int 9) (first (map rand-int [9])))))",
    '(do (dotimes [i 9000] i) (throw (ex-info "no" {:a (doall (take 5000 (iterate inc 0)))})))',
    "(nth (reduce (fn [xs _] (map (fn [x] (first (map inc [x]))) xs)) (range) (range 12)) 300)",
  ];

  test.each(lazy)("a limit ends lazy sequences at the same step: %s", async (source) => {
    const options = { runId: "r", random: () => 0.5 };
    const outcomes = async (yieldMs: number, limits: LispRunOptions["limits"] = {}) =>
      report(await run(source, { ...options, yieldMs, limits: { timeoutMs: 120_000, ...limits } }));
    expect(await outcomes(1e-9)).toEqual(await outcomes(Infinity));
    const { usage } = await run(source, { ...options, yieldMs: Infinity });
    for (let part = 1; part < 8; part++) {
      const steps = Math.floor((usage.steps * part) / 8);
      const memoryBytes = Math.floor((usage.memoryBytes * part) / 8) + 1;
      expect(await outcomes(1e-9, { steps })).toEqual(await outcomes(Infinity, { steps }));
      expect(await outcomes(1e-9, { memoryBytes })).toEqual(
        await outcomes(Infinity, { memoryBytes }),
      );
    }
  });

  test("a limit ends the program at the same step with and without yielding", async () => {
    for (const steps of [5_000, 20_001, 33_333]) {
      const source = "(loop [i 0] (if (< i 1000000) (recur (inc i)) i))";
      const never = await run(source, { limits: { steps }, yieldMs: Infinity });
      const often = await run(source, { limits: { steps }, yieldMs: 1e-9 });
      expect(report(often)).toEqual(report(never));
      expect(never).toMatchObject({ ok: false, fail: { reason: "step_limit_exceeded" } });
    }
  });

  test("code that can't wait runs without yielding and returns the same", async () => {
    const source =
      "(into (sorted-set-by (fn [a b] (loop [i 0] (if (< i 3000) (recur (inc i)) (compare a b))))) (range 40))";
    expect(await run(source, { yieldMs: 1e-9 })).toMatchObject({
      ok: true,
      return: Array.from({ length: 40 }, (_, index) => index),
    });
  });

  test("time that the host takes doesn't count as program time", async () => {
    const clock = { now: () => 0, monotonic: () => now };
    let now = 0;
    const tick = setInterval(() => {
      now += 1e6;
    }, 0);
    const step = await run("(loop [i 0] (if (< i 100000) (recur (inc i)) i))", {
      clock,
      yieldMs: 1e-9,
      tools,
    });
    clearInterval(tick);
    expect(step).toMatchObject({ ok: true });
  });
});

test("the option `yieldMs` accepts milliseconds above 0", async () => {
  await expect(run("1", { yieldMs: 0 })).rejects.toThrow(
    "option `yieldMs`: expected milliseconds above 0, or Infinity",
  );
});
