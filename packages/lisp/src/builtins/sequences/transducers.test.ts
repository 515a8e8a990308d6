import { expect, test } from "vitest";
import { expectPrinted, printed } from "../../../test/evaluate.ts";

test("every stage works as a transducer", async () => {
  await expectPrinted([
    ["(into [] (map inc) [1 2])", "[2 3]"],
    ["[(into [] (filter odd?) [1 2 3]) (into [] (remove odd?) [1 2 3])]", "[[1 3] [2]]"],
    [
      "[(into [] (keep :a) [{:a 1} {}]) (into [] (map-indexed vector) [:a]) (into [] (keep-indexed (fn [i x] (when (odd? i) x))) [:a :b])]",
      "[[1] [[0 :a]] [:b]]",
    ],
    [
      "[(into [] (take 2) [1 2 3]) (into [] (take 0) [1]) (into [] (drop 1) [1 2]) (into [] (take-nth 2) [1 2 3])]",
      "[[1 2] [] [2] [1 3]]",
    ],
    [
      "[(into [] (take-while odd?) [1 3 4 5]) (into [] (drop-while odd?) [1 3 4 5])]",
      "[[1 3] [4 5]]",
    ],
    [
      "[(into [] (mapcat identity) [[1] nil [2 3]]) (into [] cat [[1] [2]]) (into [] (interpose :x) [1 2])]",
      "[[1 2 3] [1 2] [1 :x 2]]",
    ],
    ["[(into [] (distinct) [1 2 1]) (into [] (dedupe) [1 1 2 1])]", "[[1 2] [1 2 1]]"],
    [
      "[(into [] (partition-all 2) [1 2 3]) (into [] (partition-by odd?) [1 1 2])]",
      "[[[1 2] [3]] [[1 1] [2]]]",
    ],
  ]);
});

test("stages compose left to right, stop early and flush at the end", async () => {
  await expectPrinted([
    ["(into [] (comp (filter odd?) (map inc) (take 2)) (range))", "[2 4]"],
    ["(into [] (comp (take 3) (partition-all 2)) (range))", "[[0 1] [2]]"],
    ["(transduce (comp (partition-all 2) (take 1)) conj [] [1 2 3])", "[[1 2]]"],
    ["(into {} (map (fn [[k v]] [k (inc v)])) {:a 1})", "{:a 2}"],
    ["(into #{} (mapcat (fn [x] [x x])) [1 2])", "#{1 2}"],
  ]);
});

test("transduce calls the reducing function with zero, two and one arguments", async () => {
  await expectPrinted([
    [
      "[(transduce (map inc) + [1 2 3]) (transduce (map inc) conj nil) (transduce (take 2) + 10 [1 2 3])]",
      "[9 [] 13]",
    ],
    [
      "(transduce (map inc) (fn ([] []) ([acc] [:done acc]) ([acc x] (conj acc x))) [1 2])",
      "[:done [2 3]]",
    ],
    [
      "[(transduce (map inc) (completing +) 0 [1 2]) (transduce (map inc) (completing + str) 0 [1 2])]",
      '[5 "5"]',
    ],
  ]);
});

test("a transducer written in the program works like a built-in one", async () => {
  await expectPrinted([
    [
      "(let [twice (fn [rf] (fn ([] (rf)) ([acc] (rf acc)) ([acc x] (rf (rf acc x) x))))] [(into [] (comp (map inc) twice) [1 2]) (transduce twice + [1 2])])",
      "[[2 2 3 3] 6]",
    ],
    [
      "(let [until (fn [rf] (fn ([acc] (rf acc)) ([acc x] (if (= x 3) (reduced acc) (rf acc x)))))] (into [] until (range)))",
      "[0 1 2]",
    ],
  ]);
});

test("sequence is lazy over a lazy source", async () => {
  await expectPrinted([
    [
      "[(sequence (map inc) [1 2]) (sequence nil) (sequence (comp (filter odd?) (map inc)) #{1 2 3})]",
      "[(2 3) () (2 4)]",
    ],
    ["(take 3 (sequence (comp (filter odd?) (mapcat (fn [x] [x x]))) (range)))", "(1 1 3)"],
  ]);
});

test("each pass of a transducer has its own state", async () => {
  expect(
    await printed(
      "(let [xf (comp (take 2) (distinct))] [(into [] xf [1 1 2]) (into [] xf [1 2 3])])",
    ),
  ).toBe("[[1] [1 2]]");
});
