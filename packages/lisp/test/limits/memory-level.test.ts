// Wherever a program is stopped, its memory is freed once its step is dropped.

import { expect, test } from "vitest";
import { createSession, prepare, run, type Limits, type LispRunOptions } from "../../src/index.ts";
import { isFull } from "../sampled.ts";
import { liveHeap } from "./live-heap.ts";

const limits = {
  steps: 200_000,
  memoryBytes: 4_000_000,
  outputBytes: 500_000,
  depth: 200,
  timeoutMs: 10_000,
} as const satisfies Partial<Limits>;
/**
 * The number of rounds. `.ci/run` runs all programs often enough to find a leak of a tenth of a
 * megabyte per round; here every third program runs.
 */
const rounds = isFull ? 30 : 10;
/**
 * Bytes that may remain after all rounds, each of which used megabytes. Tables and caches of the
 * host take less.
 */
const level = 3_000_000;

const unfolding = "(nth (iterate (fn [x] [x x]) 1) 60)";
const options: LispRunOptions = {
  limits,
  journal: {},
  context: { rows: Array.from({ length: 5_000 }, (_, id) => ({ id, name: `row ${String(id)}` })) },
  tools: {
    wait: () => Promise.resolve(1),
    large: () => new Map(Array.from({ length: 5_000 }, (_, id) => [id, { id }])),
    never: () => new Promise(() => {}),
  },
};

const programs: readonly string[] = [
  "(doall (range))",
  "(loop [s (iterate inc 0)] (recur (rest s)))",
  "(let [s (map inc (range))] (loop [i 0] (nth s i) (recur (inc i))))",
  "(count (filter neg? (range)))",
  '(loop [s "x"] (recur (str s s)))',
  "(loop [v [1]] (recur (into v v)))",
  "(loop [m {0 0}] (recur (merge m (update-keys m #(+ % (count m))))))",
  "(loop [s #{}] (recur (conj s (count s))))",
  unfolding,
  `(pr-str ${unfolding})`,
  `(def kept ${unfolding})`,
  `(task "t" ${unfolding})`,
  `(hash ${unfolding})`,
  `(= ${unfolding} ${unfolding})`,
  "((nth (iterate (fn [g] (comp g g)) inc) 60) 0)",
  "(loop [n 3] (recur (* n n)))",
  "(reduce * (range 1 100000))",
  '(re-seq #"a(?:a*c)?" (apply str (repeat 20000 "a")))',
  '(dotimes [i 100000] (re-pattern (str "a" i)))',
  '(dotimes [i 100000] (keyword (str "k" i)))',
  "((fn f [n] (inc (f n))) 1)",
  "(loop [] (println (range 1000)) (recur))",
  "(loop [a [] n 0] (recur (conj a (try (inc nil) (catch Exception e e))) (inc n)))",
  "(let [a (atom [])] (loop [] (swap! a conj a) (recur)))",
  "(pmap (fn [i] (doall (range))) (range 10))",
  "(loop [] (tool/wait {}) (recur))",
  "(loop [all []] (recur (conj all (tool/large {}))))",
  "(let [f (memoize (fn [n] (vec (range n))))] (loop [n 0] (f n) (recur (inc n))))",
  "(group-by identity (range 1000000))",
  "(sort (map (fn [i] [(- i) data/rows]) (range 100000)))",
  '(json/parse-string (apply str (repeat 100000 "[")))',
  "(try (loop [] (recur)) (finally (doall (range))))",
];

const sample = programs.filter((_, index) => isFull || index % 3 === 0);

test.each(sample)("memory use stays level over many runs: %s", async (source) => {
  // Lazily loaded builtins and compiled code exist after a few rounds.
  for (let round = 0; round < 3; round++) expect((await run(source, options)).ok).toBe(false);
  const before = liveHeap();
  for (let round = 0; round < rounds; round++) await run(source, options);
  expect(liveHeap() - before).toBeLessThan(level);
});

test("memory use stays level over runs that are cancelled while they wait", async () => {
  const cancelled = async (): Promise<void> => {
    const controller = new AbortController();
    const step = run("(let [v (vec (range 20000))] (tool/never {}) v)", {
      ...options,
      signal: controller.signal,
    });
    await Promise.resolve();
    controller.abort();
    expect((await step).ok).toBe(false);
  };
  for (let round = 0; round < 3; round++) await cancelled();
  const before = liveHeap();
  for (let round = 0; round < rounds; round++) await cancelled();
  expect(liveHeap() - before).toBeLessThan(level);
});

test("memory stays level when one prepared program or one session runs again and again", async () => {
  const prepared = await prepare("(loop [v []] (recur (conj v (vec (range 1000)))))", { limits });
  if (!prepared.ok) throw new Error("the program is right");
  const session = createSession({ limits });
  const round = async (): Promise<void> => {
    expect((await prepared.program.run()).ok).toBe(false);
    expect((await session.run("(def kept (vec (range 10000)))")).ok).toBe(true);
    expect((await session.run("(loop [v []] (recur (conj v (vec (range 1000)))))")).ok).toBe(false);
  };
  for (let index = 0; index < 3; index++) await round();
  const before = liveHeap();
  for (let index = 0; index < rounds; index++) await round();
  expect(liveHeap() - before).toBeLessThan(level);
});
