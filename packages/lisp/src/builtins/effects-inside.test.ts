import { describe, expect, test } from "vitest";
import { printed } from "../../test/evaluate.ts";

/** `ask` returns its argument, either at once or from a tool that takes a moment. */
const atOnce = "(defn ask [x] x)";
const fromTool = "(defn ask [x] (tool/same {:x x}))";
const tools = {
  same: async ({ x }: { readonly [name: string]: unknown }): Promise<unknown> => {
    await Promise.resolve();
    return x;
  },
};

const programs = [
  "(map (fn [x] (ask (inc x))) [1 2 3])",
  "(map (fn [x y] (ask (+ x y))) [1 2 3] [10 20])",
  "(map (fn [x y z w] (ask (+ x y z w))) [1 2] [10 20] [100 200] [1000 2000])",
  "(mapv (fn [x] (ask x)) #{1 2})",
  "(filter (fn [x] (ask (odd? x))) [1 2 3])",
  "(filterv (fn [x] (ask (odd? x))) [1 2 3])",
  "(remove (fn [x] (ask (odd? x))) [1 2 3])",
  "(keep (fn [x] (ask (when (odd? x) x))) [1 2 3])",
  "(map-indexed (fn [i x] (ask (* i x))) [1 2 3])",
  "(keep-indexed (fn [i x] (ask (when (odd? i) x))) [1 2 3 4])",
  "(mapcat (fn [x] [(ask x) x]) [1 2])",
  "(mapcat (fn [x y] [(ask x) y]) [1 2] [3 4])",
  "(take-while (fn [x] (ask (< x 3))) [1 2 3 1])",
  "(drop-while (fn [x] (ask (< x 3))) [1 2 3 1])",
  "(split-with (fn [x] (ask (< x 3))) [1 2 3 1])",
  "(partition-by (fn [x] (ask (odd? x))) [1 1 2 3 3])",
  "(group-by (fn [x] (ask (mod x 2))) [1 2 3])",
  "(sort-by (fn [x] (ask (- x))) [3 1 2])",
  "(sort-by identity (fn [a b] (ask (> a b))) [3 1 2 5 4])",
  "(sort (fn [a b] (ask (- b a))) [3 1 2 5 4 9 8 7 6])",
  "(reduce (fn [a x] (ask (+ a x))) [1 2 3])",
  "(reduce (fn [a x] (if (> a 2) (reduced (ask a)) (ask (+ a x)))) 0 [1 2 3 4])",
  "(reductions (fn [a x] (ask (+ a x))) 0 [1 2 3])",
  "(reduce-kv (fn [a k v] (ask (+ a v))) 0 {:a 1, :b 2})",
  "(some (fn [x] (ask (when (> x 1) x))) [1 2 3])",
  "(every? (fn [x] (ask (pos? x))) [1 2])",
  "(not-any? (fn [x] (ask (neg? x))) [1 2])",
  "(not-every? (fn [x] (ask (neg? x))) [1 2])",
  "(run! (fn [x] (ask x)) [1 2])",
  "(repeatedly 3 (fn [] (ask 7)))",
  "(tree-seq (fn [x] (ask (vector? x))) (fn [x] (ask x) x) [1 [2 [3]]])",
  "(update {:a 1} :a (fn [x] (ask (inc x))))",
  "(update-in {:a {:b 1}} [:a :b] (fn [x y] (ask (+ x y))) 2)",
  "(update-vals {:a 1, :b 2} (fn [x] (ask (inc x))))",
  "(update-keys {1 :a, 2 :b} (fn [x] (ask (inc x))))",
  "(merge-with (fn [a b] (ask (+ a b))) {:a 1} {:a 2} {:a 3, :b 4})",
  "(sum-by (fn [x] (ask x)) [1 2 3])",
  "(avg-by (fn [x] (ask x)) [1 2 3])",
  "(min-by (fn [x] (ask (- x))) [1 3 2])",
  "(max-by (fn [x] (ask (- x))) 1 3 2)",
  "(max-key (fn [x] (ask x)) 1 3 2)",
  "(distinct-by (fn [x] (ask (mod x 2))) [1 2 3 4])",
  "((comp (fn [x] (ask x)) inc (fn [x] (ask (* 2 x)))) 5)",
  "((juxt (fn [x] (ask x)) inc) 5)",
  "((complement (fn [x] (ask (pos? x)))) 5)",
  "((every-pred (fn [x] (ask (pos? x))) odd?) 5 7)",
  "((some-fn (fn [x] (ask (neg? x))) odd?) 4 7)",
  "((fnil (fn [x] (ask (inc x))) 0) nil)",
  "((partial (fn [x y] (ask (+ x y))) 1) 2)",
  "(let [f (memoize (fn [x] (ask x)))] [(f 1) (f 1) (f 2)])",
  "(apply (fn [x y] (ask (+ x y))) [1 2])",
  "(trampoline (fn [] (ask 1) (fn [] (ask 2))))",
  "(sort (comparator (fn [a b] (ask (< a b)))) [3 1 2])",
  "(clojure.set/select (fn [x] (ask (odd? x))) #{1 2 3})",
  "(walk (fn [x] (ask (inc x))) (fn [x] (ask 1) x) [1 2])",
  "(postwalk (fn [x] (if (number? x) (ask (inc x)) x)) [1 {:a 2}])",
  "(prewalk (fn [x] (if (number? x) (ask (inc x)) x)) [1 {:a #{2}}])",
  "(into [] (map (fn [x] (ask (inc x)))) [1 2])",
  "(into [] (comp (filter (fn [x] (ask (odd? x)))) (map inc) (take 2) (partition-all 2)) [1 2 3 4 5])",
  "(transduce (mapcat (fn [x] [(ask x) x])) + [1 2])",
  "(transduce (partition-by (fn [x] (ask (odd? x)))) (fn ([a] (ask 1) a) ([a x] (ask 2) (conj a x))) [] [1 1 2])",
  "(sequence (comp (drop-while (fn [x] (ask (< x 2)))) (map-indexed (fn [i x] (ask (+ i x)))) (interpose 0)) [1 2 3])",
  "(first (filter (fn [x] (ask (> x 2))) [1 2 3 4]))",
  "(some (fn [x] (ask (when (> x 3) x))) (range))",
  "(reduce (fn [a x] (if (> x 3) (reduced (ask a)) (+ a (ask x)))) 0 (range))",
] as const;

describe("functions whose function argument waits for a tool", () => {
  test.each(programs)("%s", async (program) => {
    const waiting = await printed(`(do ${fromTool} ${program})`, { tools });
    expect(waiting).toBe(await printed(`(do ${atOnce} ${program})`));
  });
});

/**
 * The programs with every literal vector of numbers made lazy, so that each element is a result of
 * the tool.
 */
const ofLazySequences = programs
  .map((program) => program.replace(/(?<!\[)\[(\d+(?: \d+)*)\]/g, "(later [$1])"))
  .filter((program) => program.includes("(later"));
const later =
  "(defn later [xs] (map (fn [i] (ask (nth xs i))) (take-while (fn [i] (< i (count xs))) (range))))";

describe("functions over a lazy sequence whose elements also wait", () => {
  test.each(ofLazySequences)("%s", async (program) => {
    expect(await printed(`(do ${fromTool} ${later} ${program})`, { tools })).toBe(
      await printed(`(do ${atOnce} ${later} ${program})`),
    );
  });

  test("calls a waiting tool as often and with the same arguments as a synchronous one", async () => {
    for (const program of ofLazySequences) {
      const asked: Record<"waiting" | "atOnce", unknown[]> = { waiting: [], atOnce: [] };
      await printed(`(do ${fromTool} ${later} ${program})`, {
        tools: {
          same: ({ x }) => {
            asked.waiting.push(x);
            return Promise.resolve(x);
          },
        },
      });
      await printed(`(do ${fromTool} ${later} ${program})`, {
        tools: {
          same: ({ x }) => {
            asked.atOnce.push(x);
            return x;
          },
        },
      });
      expect({ program, asked: asked.waiting }).toEqual({ program, asked: asked.atOnce });
    }
  });
});
