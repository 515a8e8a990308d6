import { expect, test } from "vitest";
import { expectPrinted, failOf } from "../../../test/evaluate.ts";

test("walks visit vectors, maps and sets in their order", async () => {
  await expectPrinted([
    [
      "[(walk inc identity #{1 2}) (walk (fn [[k v]] [k (inc v)]) identity {:a 1}) (walk inc identity 5)]",
      "[#{2 3} {:a 2} 5]",
    ],
    [
      "(postwalk (fn [x] (if (number? x) (inc x) x)) {:a [1 {:b #{2}}] 3 4})",
      "{:a [2 {:b #{3}}], 4 5}",
    ],
    ["(prewalk (fn [x] (if (vector? x) (vec (rest x)) x)) [0 [1 2] [3 4]])", "[[2] [4]]"],
    ["(postwalk (fn [x] (if (vector? x) (apply + x) x)) [[1 2] [3 4]])", "10"],
    [
      "(postwalk (fn [x] (if (map? x) (dissoc x :type) x)) {:type 1 :kids [{:type 2 :n 3}]})",
      "{:kids [{:n 3}]}",
    ],
    [
      '[(postwalk-replace {:a 1 :b :a} [:a [:b]]) (prewalk-replace {:a [:b] :b 2} [:a "a"])]',
      '[[1 [:a]] [[2] "a"]]',
    ],
  ]);
});

test("renames keys at every level", async () => {
  const context = { rows: [{ user_id: 1, by: { n: 2 } }] };
  await expectPrinted(
    [
      [
        "[(keywordize-keys data/rows) (clojure.walk/stringify-keys {:a {:b :c}})]",
        '[[{:user_id 1, :by {:n 2}}] {"a" {"b" :c}}]',
      ],
      ["(assoc (first (keywordize-keys data/rows)) :user_id 5)", "{:user_id 5, :by {:n 2}}"],
    ],
    { context },
  );
});

test("walk requires entries to stay entries, and its depth is bounded", async () => {
  expect((await failOf("(walk (fn [entry] (first entry)) identity {:a 1})")).message).toBe(
    "walk: expected an entry [key value] as element 1, got keyword :a",
  );
  expect(
    await failOf("(loop [v 1 i 0] (if (< i 5000) (recur [v] (inc i)) (postwalk identity v)))"),
  ).toMatchObject({ reason: "depth_exceeded" });
});
