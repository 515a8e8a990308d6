// Programs that would grow without end: allocation is charged before it happens.

import { describe, expect, test } from "vitest";
import { failOf } from "../evaluate.ts";
import { doubled, expectLimit } from "./expect-limit.ts";

describe("doubling and huge sizes", () => {
  test.each([
    '(loop [s "x"] (recur (str s s)))',
    "(loop [v [1]] (recur (into v v)))",
    "(loop [v [1]] (recur (vec (concat v v))))",
    "(loop [m {0 0}] (recur (merge m (update-keys m #(+ % (count m))))))",
    '(format "%99999999d" 1)',
    '(format "%999999999999s" 1)',
    '(format "%.999999999f" 1.5)',
    "(vec (range 1000000000))",
    "(vec (repeat 1000000000 0))",
    '(clojure.string/join (repeat 1000000000 "x"))',
    '(apply str (repeat 1e9 "x"))',
    "(apply + (range 100000000))",
    "(apply str (range 100000000))",
    "(apply (fn [& xs] (count xs)) (range 100000000))",
    "(apply hash-map (range 100000000))",
    '(clojure.string/replace (apply str (repeat 20000 "a")) "a" (apply str (repeat 20000 "b")))',
    "(vec (combinations (range 40) 20))",
  ])("growth ends at the memory limit: %s", async (source) => {
    await expectLimit("memoryBytes", source, { limits: { steps: 5_000_000 } });
  });

  test("a million arguments are charged as a million arguments", async () => {
    for (const source of [
      "(apply + (range 1000000))",
      "(apply max (range 1000000))",
      "(apply (fn [& xs] (count xs)) (range 1000000))",
      "(count (apply str (range 1000000)))",
      "(count (apply hash-map (range 1000000)))",
    ]) {
      await expectLimit("memoryBytes", source, {
        limits: { steps: 5_000_000, memoryBytes: 4_000_000 },
      });
    }
  });

  test("charges for calls with large frames", async () => {
    const frame = `(defn f [n] (let [${Array.from({ length: 900 }, (_, index) => `a${String(index)} ${String(index)}`).join(" ")}] (if (= n 0) a0 (inc (f (dec n))))))`;
    await expectLimit("memoryBytes", `${frame} (f 500)`, { limits: { memoryBytes: 1_000_000 } });
  });
});

describe("large integers", () => {
  const huge = "(nth (iterate (fn [n] (* n n)) 3) 17)";

  test("an integer of too many bits is an error that says what to do", async () => {
    for (const source of ["(loop [n 3] (recur (* n n)))", "(loop [n 3N] (recur (*' n n)))"]) {
      expect(await failOf(source)).toMatchObject({
        reason: "eval_error",
        message: "an integer of more than 524288 bits",
        details: { kind: "arithmetic_error", hint: "use decimals: (double x)" },
      });
    }
  });

  test.each([
    "(reduce * (range 1 10000))",
    "(reduce (fn [n _] (* n 1000000007)) 1 (range 10000))",
    `(let [n ${huge}] (dotimes [i 2000] (* n 7)))`,
    `(let [n ${huge}] (dotimes [i 2000] (quot n 7)))`,
    `(let [n ${huge}] (dotimes [i 2000] (str n)))`,
    `(let [n ${huge} m (inc n)] (dotimes [i 2000] (mod m n)))`,
    `(let [n ${huge} m (zipmap (range 20) (range 20))] (dotimes [i 2000] (get m n)))`,
    `(let [n ${huge}] (dotimes [i 2000] (frequencies [n [n]])))`,
  ])("arithmetic with large integers ends at a limit: %s", async (source) => {
    expect(
      (
        await failOf(source, {
          limits: { steps: 500_000, memoryBytes: 50_000_000, timeoutMs: 60_000 },
        })
      ).reason,
    ).toMatch(/^(step_limit_exceeded|memory_exceeded)$/);
  });

  test.each([
    '(task "x" data)',
    "(pr-str data)",
    "(json/generate-string data)",
    "(json/generate-string (map (fn [n] {n 1}) data))",
    '(run! (fn [n] (format "%d %h" n (str n))) data)',
    "(run! (fn [n] (task n 1)) data)",
  ])("charges for repeated large integers by their digits: %s", async (source) => {
    await expectLimit("steps", `(let [data (repeat 100 ${huge})] ${source})`, {
      journal: {},
      limits: { steps: 1_000_000, memoryBytes: 1e12 },
    });
  });

  test("measures stored integers by their digits", async () => {
    await expectLimit("memoryBytes", `(def kept (vec (repeat 1000 ${huge})))`, {
      limits: { steps: 5_000_000 },
    });
  });

  test("an error shows a large integer by its size", async () => {
    expect((await failOf(`(keyword "a" ${huge})`)).message).toMatch(
      /^keyword: expected a string as name, got \w+ #<integer of about 207\d\d\d bits>…$/,
    );
  });
});

describe("cost of reading long texts", () => {
  const two = `(let [s ${doubled("x", 18)} t ${doubled("x", 18)}]`;
  test.each([
    "(= s t)",
    "(compare s t)",
    "(sort [s t])",
    "(< s t)",
    "(get {s 1} t)",
    "(get data/row s)",
    "(get (assoc data/row :b 1) s)",
    "(get data/row (keyword s))",
    "(assoc data/row s 1)",
    "(count (distinct [[s] [t]]))",
    "(contains? #{s} t)",
    "(identical? s t)",
    "(frequencies [s t])",
    "(assoc {} s 1)",
    "(conj #{} s)",
    "(group-by identity [s t])",
    "(name (keyword s))",
    "(= (keyword s) (keyword t))",
    "(get {(keyword s) 1} (keyword t))",
    "(get (zipmap (range 20) (range 20)) s)",
    "(sorted-map s 1 t 2)",
    "((memoize count) s)",
  ])("charges for reading long texts: %s", async (expression) => {
    await expectLimit("steps", `${two} (dotimes [i 1000] ${expression}))`, {
      context: { row: { a: 1 } },
      limits: { steps: 500_000, memoryBytes: 1e12 },
    });
  });
});
