import { describe, expect, test } from "vitest";
import { expectPrinted, failOf, printed } from "../../test/evaluate.ts";

describe("for over a lazy source", () => {
  test("for over a lazy source is lazy", () =>
    expectPrinted([
      ["(take 3 (for [x (range)] (* x x)))", "(0 1 4)"],
      [
        "(take 3 (for [x (iterate inc 5) :when (odd? x) :let [y (* 2 x)]] [x y]))",
        "([5 10] [7 14] [9 18])",
      ],
      ["(first (for [[a b] (map vector (range) (range))] (+ a b)))", "0"],
      ["(take 4 (for [x (range) y (range x)] [x y]))", "([1 0] [2 0] [2 1] [3 0])"],
      ["(let [n (atom 0)] (doall (take 2 (for [x (range)] (swap! n inc)))) @n)", "2"],
      ["(let [n (atom 0)] (take 2 (for [x (range)] (swap! n inc))) @n)", "0"],
      ["(let [n (atom 0)] (for [x [1 2] y (range) :while (< y x)] (swap! n inc)) @n)", "0"],
    ]));

  test("for ends at :while", () =>
    expectPrinted([
      ["(for [x (range) :while (< x 3)] x)", "(0 1 2)"],
      ["(for [x (range) :let [y (* x x)] :while (< y 10)] y)", "(0 1 4 9)"],
      ["(for [x [1 2] y (range) :while (< y 2)] [x y])", "([1 0] [1 1] [2 0] [2 1])"],
      [
        "(for [x (range) :while (< x 2) y (range) :while (< y 2)] [x y])",
        "([0 0] [0 1] [1 0] [1 1])",
      ],
      ["(count (for [x (range) :while (< x 3)] x))", "3"],
    ]));

  test("an endless inner source of for is part of the result", () =>
    expectPrinted([
      ["(take 3 (for [x [1 2] y (range)] [x y]))", "([1 0] [1 1] [1 2])"],
      ["(take 3 (for [x [:a :b] y (if (= x :a) [0] (range))] [x y]))", "([:a 0] [:b 0] [:b 1])"],
      ["(take 2 (for [x (range) y (range)] [x y]))", "([0 0] [0 1])"],
    ]));

  test("for sees its locals as they were when the sequence was made", () =>
    expectPrinted([
      [
        "(loop [i 0 made []] (if (< i 3) (recur (inc i) (conj made (for [x (range)] (+ x i)))) (map #(take 2 %) made)))",
        "((0 1) (1 2) (2 3))",
      ],
      ["(map (fn [f] (f)) (take 3 (for [x (range)] (fn [] x))))", "(0 1 2)"],
      [
        "(let [make (fn [n] (for [x (range)] (* n x)))] [(take 3 (make 2)) (take 3 (make 5))])",
        "[(0 2 4) (0 5 10)]",
      ],
    ]));

  test("for over an endless source is endless", async () => {
    expect(await failOf("(for [x (range)] x)")).toMatchObject({
      details: { kind: "unbounded_sequence" },
    });
    expect(await failOf("(for [x (range) y (range) :while (< y 3)] x)")).toMatchObject({
      details: { kind: "unbounded_sequence" },
    });
  });
});

test("for over finite collections runs at once", () =>
  expectPrinted([
    ["(let [n (atom 0)] (for [x [1 2] y [3 4]] (swap! n inc)) @n)", "4"],
    ["(for [x [1 2 3] :while (< x 3) y [x] :when (odd? y)] y)", "(1)"],
  ]));

test("doseq reads a lazy source until :while", () =>
  expectPrinted([
    [
      "(let [seen (atom [])] (doseq [x (range) :while (< x 3)] (swap! seen conj x)) @seen)",
      "[0 1 2]",
    ],
    [
      "(let [seen (atom [])] (doseq [x [1 2] y (range) :while (< y x)] (swap! seen conj [x y])) @seen)",
      "[[1 0] [2 0] [2 1]]",
    ],
  ]));

test("for returns the same if its body waits for tools", async () => {
  const tools = { same: ({ x }: { readonly [name: string]: unknown }) => Promise.resolve(x) };
  for (const program of [
    "(take 3 (for [x (range)] (ask (* x x))))",
    "(for [x (range) :let [y (ask (* x x)) z (ask y)] :while (ask (< z 10))] z)",
    "(for [x [1 2] :when (ask (odd? x)) y (range) :while (< y (ask 2))] (ask [x y]))",
    "(take 3 (for [x (ask [1 2]) y (map ask (range))] [x y]))",
    "(let [seen (atom [])] (doseq [[a b] (map (fn [i] [i (ask i)]) (range)) :while (< b 3)] (swap! seen conj a)) @seen)",
  ]) {
    expect(await printed(`(do (defn ask [x] (tool/same {:x x})) ${program})`, { tools })).toBe(
      await printed(`(do (defn ask [x] x) ${program})`),
    );
  }
});
