import { describe, expect, test } from "vitest";
import { expectPrinted, failOf, printed } from "../../../test/evaluate.ts";

describe("generated sequences", () => {
  test("range counts in both directions, in decimals and large integers", async () => {
    await expectPrinted([
      [
        "[(range 0) (range 3) (range 2 5) (range 0 10 3) (range 3 0 -1) (range 3 0)]",
        "[() (0 1 2) (2 3 4) (0 3 6 9) (3 2 1) ()]",
      ],
      ["(range 0 0.5 0.1)", "(0 0.1 0.2 0.30000000000000004 0.4)"],
      [
        "(range 9007199254740990 9007199254740994)",
        "(9007199254740990 9007199254740991 9007199254740992 9007199254740993)",
      ],
      ["[(take 3 (range 1 5 0)) (range 5 5 0) (range 3.5)]", "[(1 1 1) () (0 1 2 3)]"],
    ]);
    expect((await failOf("(range nil)")).message).toBe("range: expected a number, got nil");
  });

  test("finite sequences are vectors, and endless ones are lazy", async () => {
    await expectPrinted([
      ["[(repeat 2 :x) (repeat 0 1) (repeat -1 1) (take 2 (repeat 1))]", "[(:x :x) () () (1 1)]"],
      ["[(repeatedly 2 (fn [] 7)) (take 2 (repeatedly (fn [] 7)))]", "[(7 7) (7 7)]"],
      ["[(take 3 (iterate inc 1)) (take 5 (cycle [1 2])) (cycle [])]", "[(1 2 3) (1 2 1 2 1) ()]"],
      ["[(vector? (range 3)) (seq? (range 3))]", "[false true]"],
    ]);
  });
});

describe("endless sequences", () => {
  test("endless sequences stay lazy through transformations", async () => {
    await expectPrinted([
      ["(take 3 (map inc (filter odd? (range))))", "(2 4 6)"],
      ["(take 3 (remove odd? (drop 3 (range))))", "(4 6 8)"],
      ["(take 4 (mapcat (fn [x] [x x]) (range)))", "(0 0 1 1)"],
      ["(take 3 (keep (fn [x] (when (odd? x) x)) (rest (range))))", "(1 3 5)"],
      ["(take 2 (map-indexed vector (iterate inc 5)))", "([0 5] [1 6])"],
      ["(take 3 (concat [:a] (range)))", "(:a 0 1)"],
      ["(take 3 (cons :a (range)))", "(:a 0 1)"],
      ["(take 2 (partition 2 1 (range)))", "((0 1) (1 2))"],
      ["(take 2 (partition-by (fn [x] (quot x 2)) (range)))", "((0 1) (2 3))"],
      ["(take 3 (distinct (cycle [1 2 3 1])))", "(1 2 3)"],
      ["(take 3 (interpose :x (range)))", "(0 :x 1)"],
      ["(take 4 (interleave (range) (repeat :x)))", "(0 :x 1 :x)"],
      ["(take 3 (take-nth 3 (range)))", "(0 3 6)"],
      ["(take 3 (reductions + (range)))", "(0 1 3)"],
      ["(take 2 (map + (range) (range)))", "(0 2)"],
      ["(take-while (fn [x] (< x 3)) (range))", "(0 1 2)"],
      [
        "(let [xs (map inc (range))] [(first xs) (second xs) (nth xs 5) (first (rest xs))])",
        "[1 2 6 2]",
      ],
    ]);
  });

  test("reading an endless sequence stops with the shortest collection or at a search result", async () => {
    await expectPrinted([
      ["(map vector (range) [:a :b])", "([0 :a] [1 :b])"],
      ["(zipmap [:a :b] (range))", "{:a 0, :b 1}"],
      ["(interleave [1 2] (repeat :x))", "(1 :x 2 :x)"],
      ["(some (fn [x] (when (> x 10) x)) (range))", "11"],
      ["(every? (fn [x] (< x 5)) (range))", "false"],
      ["(split-with (fn [x] (< x 2)) (take 4 (range)))", "[(0 1) (2 3)]"],
      ["(count (take-while (fn [x] (< x 5)) (range)))", "5"],
    ]);
  });

  test("endless sequences compute each element once", async () => {
    expect(
      await printed("(let [xs (map (fn [x] (println x) x) (range))] (take 2 xs) (take 3 xs))"),
    ).toBe("(0 1 2)");
    await expectPrinted([
      ["(let [xs (iterate inc 0)] [(nth xs 3) (nth xs 1) (take 2 xs)])", "[3 1 (0 1)]"],
    ]);
  });

  test("functions that need all elements reject endless sequences", async () => {
    for (const call of [
      "count",
      "last",
      "sort",
      "vec",
      "reverse",
      "set",
      "frequencies",
      "doall",
      "shuffle",
    ]) {
      expect(await failOf(`(${call} (range))`)).toMatchObject({
        message: `${call}: the sequence has no end`,
        details: { kind: "unbounded_sequence", hint: "take a part of it first: (take 10 …)" },
      });
    }
  });

  test("deeply nested lazy sequences end at the depth limit, not in a host stack overflow", async () => {
    expect(
      await failOf(
        "(loop [xs (range) i 0] (if (< i 20000) (recur (map inc xs) (inc i)) (first xs)))",
      ),
    ).toMatchObject({ reason: "depth_exceeded" });
  });
});

describe("rearranging sequences", () => {
  test("interleave, interpose and zip stop at the shortest collection", async () => {
    await expectPrinted([
      [
        '[(interleave) (interleave [1 2]) (interleave [1 2] [3] [5 6]) (interleave "ab" [1 2])]',
        '[() (1 2) (1 3 5) ("a" 1 "b" 2)]',
      ],
      ['[(interpose :x []) (interpose "," "ab") (interpose :x nil)]', '[() ("a" "," "b") ()]'],
      ["[(zip [1 2] [:a]) (zip [1] [2] [3])]", "[[[1 :a]] [[1 2 3]]]"],
    ]);
  });

  test("flatten takes vectors apart and nothing else", async () => {
    await expectPrinted([
      ['(flatten [1 [2 [3 []]] #{4} {:a [5]} "s" nil])', '(1 2 3 #{4} {:a [5]} "s" nil)'],
      ["[(flatten nil) (flatten 5) (flatten {:a [1]}) (flatten #{[1]})]", "[() () () ()]"],
      ["(loop [v [] i 0] (if (< i 100000) (recur [v] (inc i)) (flatten v)))", "()"],
    ]);
  });

  test("tree-seq visits parents before children at any depth", async () => {
    await expectPrinted([
      ["(tree-seq vector? identity [1 [2]])", "([1 [2]] 1 [2] 2)"],
      ["(map :v (tree-seq :kids :kids {:v 1 :kids [{:v 2} {:v 3 :kids [{:v 4}]}]}))", "(1 2 3 4)"],
      [
        "(loop [v 1 i 0] (if (< i 5000) (recur [v] (inc i)) (count (tree-seq vector? seq v))))",
        "5001",
      ],
    ]);
  });

  test("combinations returns combinations in order", async () => {
    await expectPrinted([
      [
        "[(combinations [1 2 3] 0) (combinations [1 2] 3) (count (combinations (range 10) 3))]",
        "[[[]] [] 120]",
      ],
    ]);
  });
});

describe("sorting", () => {
  test("sort orders values of one type stably, with nil first", async () => {
    await expectPrinted([
      [
        '[(sort [3 1 2]) (sort nil) (sort "cab") (sort {:b 1 :a 2})]',
        '[(1 2 3) () ("a" "b" "c") ([:a 2] [:b 1])]',
      ],
      [
        '[(sort ["b" nil "a"]) (sort [2 nil 1.5]) (sort [true nil false]) (sort [[1 nil] [nil 1] [0]])]',
        '[(nil "a" "b") (nil 1.5 2) (nil false true) ([0] [nil 1] [1 nil])]',
      ],
      ["[(sort [:c :a/b :b]) (sort ['c 'a/b nil 'b])]", "[(:b :c :a/b) (nil b c a/b)]"],
      ["[(sort [{:a 1}]) (sort > [nil]) (sort :desc [1 nil 2])]", "[({:a 1}) (nil) (2 1 nil)]"],
      [
        "(sort-by :a [{:a 1, :i 0} {:a 0, :i 1} {:a 1, :i 2} {:a 0, :i 3}])",
        "({:a 0, :i 1} {:a 0, :i 3} {:a 1, :i 0} {:a 1, :i 2})",
      ],
      [
        "(sort-by :a > [{:a 1, :i 0} {:a 0, :i 1} {:a 1, :i 2}])",
        "({:a 1, :i 0} {:a 1, :i 2} {:a 0, :i 1})",
      ],
      ["(= (sort (shuffle (range 500))) (range 500))", "true"],
    ]);
  });

  test("sort accepts directions and comparators that return booleans or numbers", async () => {
    await expectPrinted([
      [
        "[(sort > [1 3 2]) (sort :desc [1 3 2]) (sort :asc [2 1]) (sort nil [2 1])]",
        "[(3 2 1) (3 2 1) (1 2) (1 2)]",
      ],
      [
        "[(sort (fn [a b] false) [3 1 2]) (sort (fn [a b] (<= a b)) [3 1 2 1])]",
        "[(3 1 2) (1 1 2 3)]",
      ],
      ["[(sort (fn [a b] (- b a)) [1 3 2]) (sort (comparator >) [1 3 2])]", "[(3 2 1) (3 2 1)]"],
    ]);
  });

  test("sort-by reads keys by keyword, field name, path or function", async () => {
    const rows = {
      context: { rows: [{ user_name: { first: "b" } }, { user_name: { first: "a" } }] },
    };
    await expectPrinted(
      [
        [
          "(map (fn [r] (get-in r [:user-name :first])) (sort-by [:user-name :first] data/rows))",
          '("a" "b")',
        ],
        ['(sort-by "n" [{"n" 2} {"n" 1}])', '({"n" 1} {"n" 2})'],
        ["(sort-by [2 1] [0 1])", "(1 0)"],
        [
          "(sort-by (juxt :a :b) [{:a 2, :b 1} {:a 1, :b 9} {:a 1, :b 3}])",
          "({:a 1, :b 3} {:a 1, :b 9} {:a 2, :b 1})",
        ],
      ],
      rows,
    );
  });

  test("sort explains wrong arguments", async () => {
    expect(await failOf("(sort [3 1] >)")).toMatchObject({
      message: "sort: expected a collection, got a function",
      details: { hint: "the collection comes last: (sort f coll); write (sort > [3 1])" },
    });
    expect(await failOf("(sort-by [{:a 1}] :a)")).toMatchObject({
      message: "sort-by: expected a collection, got keyword :a",
      details: { hint: "the key comes first: (sort-by :key coll); write (sort-by :a [{:a 1}])" },
    });
    expect((await failOf("(sort :up [2 1])")).details).toMatchObject({
      hint: "use :asc, :desc, <, > or a function of two values",
    });
    expect((await failOf("(sort (fn [a b] nil) [2 1])")).message).toBe(
      "sort: expected a boolean or a number from the comparator, got nil",
    );
  });

  test("shuffle and rand-nth depend only on the run's source of randomness", async () => {
    const program =
      "[(sort (shuffle (range 9))) (shuffle (range 9)) (rand-nth [1 2 3]) (rand-nth [])]";
    const drawn = await printed(program, { random: () => 0 });
    expect(drawn).toMatch(/^\[\(0 1 2 3 4 5 6 7 8\) \[[\d ]+\] [123] nil\]$/);
    expect(await printed(program, { random: () => 0 })).toBe(drawn);
    expect(await printed(program, { random: () => 0.7 })).not.toBe(drawn);
  });
});
