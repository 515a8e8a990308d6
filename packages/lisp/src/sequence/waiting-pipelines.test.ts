// Generated chains of lazy sequences return the same whether the tool inside them returns directly
// or through a promise.

import fc from "fast-check";
import { expect, test } from "vitest";
import { run } from "../index.ts";

const sources = [
  "(range)",
  "(iterate (fn [x] (ask (inc x))) 0)",
  "(map ask (range))",
  "(repeatedly (fn [] (ask 7)))",
  "(cycle [1 2 3])",
  "(take-while (fn [x] (ask (< x 6))) (range))",
  "(ask [3 1 2])",
];

const stages = [
  "(map (fn [x] (ask (inc x))) S)",
  "(filter (fn [x] (ask (odd? x))) S)",
  "(remove odd? S)",
  "(keep (fn [x] (ask (when (> x 2) x))) S)",
  "(take-while (fn [x] (ask (< x 9))) S)",
  "(drop 2 S)",
  "(drop-while (fn [x] (ask (< x 3))) S)",
  "(map-indexed (fn [i x] (ask (+ i x))) S)",
  "(mapcat (fn [x] [x (ask x)]) S)",
  "(mapcat (fn [x] (take-while (fn [y] (< y (min x 3))) (map ask (range)))) S)",
  "(map first (partition-all 2 S))",
  "(map count (partition-by (fn [x] (ask (odd? x))) S))",
  "(distinct S)",
  "(dedupe S)",
  "(interpose 0 S)",
  "(reductions (fn [a x] (ask (+ a x))) S)",
  "(take-nth 2 S)",
  "(cons (ask 1) S)",
  "(concat [1 2] S)",
  "(rest S)",
  "(next S)",
  "(for [x S :when (ask (odd? x))] x)",
  "(for [x S y [x 1] :while (ask (< y 20))] y)",
  "(for [x [1 2] y S :while (ask (< y 4))] (+ x y))",
  "(sequence (comp (map (fn [x] (ask x))) (map inc)) S)",
  "(map (fn [x y] (ask (+ x y))) S (map ask (range)))",
  "(map + [1 2 3] S)",
  "(interleave S (map ask (range)))",
];

const readers = [
  "(take 4 S)",
  "(first S)",
  "(second S)",
  "(nth S 2)",
  "(into [] (take 3 S))",
  "(reduce (fn [a x] (if (> a 9) (reduced a) (ask (+ a x 1)))) 0 S)",
  "(some (fn [x] (ask (when (> x 2) x))) S)",
  "(every? (fn [x] (ask (< x 5))) S)",
  "(let [seen (atom [])] (doseq [x S :while (< x 5)] (swap! seen conj (ask x))) @seen)",
  "(let [[a b & c] S] [a b (first c)])",
  "(loop [xs S n 0 sum 0] (if (and (seq xs) (< n 3)) (recur (rest xs) (inc n) (+ sum (first xs))) sum))",
  "(str (take 2 S))",
  "(zipmap [:a :b] S)",
  "(pmap ask (take 3 S))",
  "(apply + (take 3 S))",
  "(split-with (fn [x] (ask (< x 3))) (take 5 S))",
  "(transduce (comp (map (fn [x] (ask x))) (take 2)) + 0 S)",
  "(let [xs S] [(first xs) (take 2 xs) (take 3 (rest xs))])",
  "(let [xs S] (pmap (fn [i] (nth xs i 0)) [1 0 2]))",
  "(group-by (fn [x] (ask (odd? x))) (take 4 S))",
  "(empty? S)",
  "(= [1 2] (take 2 S))",
];

async function report(program: string, waits: boolean): Promise<unknown> {
  const calls: unknown[] = [];
  const ask = ({ x }: { readonly [name: string]: unknown }): unknown => {
    calls.push(x);
    return waits ? Promise.resolve(x) : x;
  };
  const step = await run(`(do (defn ask [x] (tool/ask {:x x})) ${program})`, {
    tools: { ask },
    limits: { toolCalls: 60, steps: 300_000 },
  });
  return { calls, outcome: step.ok ? step.return : step.fail.message };
}

test(
  "a chain of sequences returns the same result from the same calls in the same order",
  { timeout: 60_000 },
  async () => {
    const program = fc
      .tuple(
        fc.constantFrom(...sources),
        fc.array(fc.constantFrom(...stages), { maxLength: 4 }),
        fc.constantFrom(...readers),
      )
      .map(([source, chain, reader]) =>
        [...chain, reader].reduce((inner, outer) => outer.replace("S", inner), source),
      );
    await fc.assert(
      fc.asyncProperty(program, async (text) => {
        expect(await report(text, true)).toEqual(await report(text, false));
      }),
      { numRuns: process.env["PTC_TESTS"] === undefined ? 75 : 300 },
    );
  },
);
