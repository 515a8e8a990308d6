import { describe, expect, test } from "vitest";
import { expectPrinted, failOf, printed } from "../../../test/evaluate.ts";
import { run } from "../../index.ts";

describe("map, filter and similar functions", () => {
  test("map and filter accept any collection and anything callable", async () => {
    await expectPrinted([
      [
        '[(map inc nil) (map str "ab") (map first {:a 1}) (map inc #{1})]',
        '[() ("a" "b") (:a) (2)]',
      ],
      [
        "[(map {:a 1} [:a :b]) (map [10 20] [1 0]) (map #{1} [1 2]) (map :a [{:a 1} nil 5])]",
        "[(1 nil) (20 10) (1 nil) (1 nil nil)]",
      ],
      [
        '[(map + [1 2] [10 20] [100 200] [1000]) (map vector "ab" [1 2]) (mapv + [1] [2 3])]',
        '[(1111) (["a" 1] ["b" 2]) [3]]',
      ],
      [
        "[(filter identity [1 nil false 2]) (filterv odd? [1 2]) (remove nil? [1 nil]) (filter {:a true} [:a :b])]",
        "[(1 2) [1] (1) (:a)]",
      ],
      [
        "[(filter (fn [[k v]] (> v 1)) {:a 1 :b 2}) (keep identity [1 nil false])]",
        "[([:b 2]) (1 false)]",
      ],
      [
        '[(map-indexed vector "ab") (keep-indexed (fn [i x] (when (odd? i) x)) [1 2 3 4])]',
        '[([0 "a"] [1 "b"]) (2 4)]',
      ],
      [
        '[(mapcat identity ["ab" [1] nil]) (mapcat vector [1 2] [:a :b]) (mapcat identity {:a 1})]',
        '[("a" "b" 1) (1 :a 2 :b) (:a 1)]',
      ],
      [
        "[(take-while odd? [1 3 4 5]) (drop-while odd? [1 3 4 5]) (drop-while odd? [1]) (take-while odd? nil)]",
        "[(1 3) (4 5) () ()]",
      ],
    ]);
  });

  test("conj prepends to results of sequence functions, which aren't vectors", async () => {
    await expectPrinted([
      [
        "[(conj (map inc [1]) 9) (vector? (filter odd? [1])) (vector? (keys {:a 1}))]",
        "[(9 2) false false]",
      ],
    ]);
  });

  test("map and filter point out swapped arguments and values that can't be called", async () => {
    for (const call of [
      "(map [1] inc)",
      "(filter [1] odd?)",
      "(reduce [1] +)",
      "(some [1] odd?)",
    ]) {
      const fail = await failOf(call);
      expect(fail.message).toContain("expected a collection, got a function");
      expect(fail.details?.hint).toMatch(/^the collection comes last: \(\S+ f coll\); write \(/);
    }
    expect(await failOf("(map nil [1])")).toMatchObject({ details: { kind: "not_callable" } });
    expect((await failOf("(map inc 5)")).message).toBe("map: expected a collection, got number 5");
  });
});

describe("reduce and similar functions", () => {
  test("reduce starts with the first element or the initial value", async () => {
    await expectPrinted([
      [
        "[(reduce + []) (reduce + nil) (reduce + [5]) (reduce (fn [a b] :never) [5]) (reduce + 10 nil)]",
        "[0 0 5 5 10]",
      ],
      [
        '[(reduce conj [] {:a 1}) (reduce str "abc") (reduce {:a 1 :b 2} [:a :b])]',
        '[[[:a 1]] "abc" 1]',
      ],
      [
        "[(reductions + [1 2 3]) (reductions + 10 [1]) (reductions + []) (reductions + nil)]",
        "[(1 3 6) (10 11) (0) (0)]",
      ],
    ]);
  });

  test("reduced ends reduce and reductions", async () => {
    await expectPrinted([
      ["(reduce (fn [a x] (if (> x 3) (reduced a) (+ a x))) 0 (range))", "6"],
      ["(reductions (fn [a x] (if (> a 3) (reduced :done) (+ a x))) [1 2 3 4 5])", "(1 3 6 :done)"],
      ["(reduce (fn [a x] (reduced (reduced x))) 0 [1])", "#<reduced>"],
    ]);
  });

  test("searches stop at the first match", async () => {
    await expectPrinted([
      [
        "[(some odd? [2 4]) (some #{3} [1 3]) (some :a [{:b 1} {:a 2}]) (some odd? nil)]",
        "[nil 3 2 nil]",
      ],
      [
        "[(every? odd? []) (every? odd? [1 2]) (not-every? odd? [1 2]) (not-any? odd? [2]) (not-any? odd? nil)]",
        "[true false true true true]",
      ],
      ["[(run! inc [1]) (doall (map inc [1])) (dorun [1])]", "[nil (2) nil]"],
    ]);
    const step = await run("(some (fn [x] (println x) (= x 2)) [1 2 3])");
    expect(step.prints).toEqual(["1", "2"]);
  });
});

describe("cost of transformations", () => {
  test("sequence functions cost a step for every element", async () => {
    const steps = async (source: string): Promise<number> => (await run(source)).usage.steps;
    for (const call of [
      "(map inc data/xs)",
      "(filter odd? data/xs)",
      "(reduce + data/xs)",
      "(sum data/xs)",
      "(frequencies data/xs)",
      "(into #{} data/xs)",
      "(distinct data/xs)",
    ]) {
      const used = (
        await run(call, { context: { xs: Array.from({ length: 1000 }, (_, index) => index) } })
      ).usage.steps;
      expect(used, call).toBeGreaterThanOrEqual(1000);
    }
    expect(await steps("(take 3 (range))")).toBeLessThan(20);
  });

  test("sequence functions charge memory before they allocate it", async () => {
    const limits = { memoryBytes: 100_000 };
    const context = { xs: Array.from({ length: 20_000 }, (_, index) => index) };
    for (const call of [
      "(map inc data/xs)",
      "(filter odd? data/xs)",
      "(reverse data/xs)",
      "(sort data/xs)",
      "(into [] (map inc) data/xs)",
      "(frequencies data/xs)",
      "(set data/xs)",
      "(repeat 1e15 1)",
      "(vec (range 50000))",
      "(combinations (range 60) 30)",
      "(group-by odd? data/xs)",
      "(partition 2 data/xs)",
      "(apply vector data/xs)",
      "(zipmap data/xs data/xs)",
      "(assoc data/xs 0 1)",
      "(concat data/xs data/xs)",
      "(reductions + data/xs)",
      "(interpose 0 data/xs)",
    ]) {
      expect(await failOf(call, { limits, context }), call).toMatchObject({
        reason: "memory_exceeded",
      });
    }
    expect(await printed("(first (range 1e15))", { limits })).toBe("0");
  });

  test("extending one vector twice is charged for the copy", async () => {
    expect(
      await failOf(
        "(let [v (vec (range 10000))] (reduce (fn [n i] (count (conj v i))) 0 (range 10000)))",
        { limits: { memoryBytes: 10_000_000 } },
      ),
    ).toMatchObject({ reason: "memory_exceeded" });
    expect(
      await printed("(count (reduce conj [] (range 50000)))", {
        limits: { memoryBytes: 10_000_000 },
      }),
    ).toBe("50000");
  });
});
