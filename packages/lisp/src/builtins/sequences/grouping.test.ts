import { describe, expect, test } from "vitest";
import { expectPrinted, failOf } from "../../../test/evaluate.ts";

describe("groups", () => {
  test("partition drops or pads an incomplete last group, and partition-all keeps it", async () => {
    await expectPrinted([
      [
        "[(partition 2 [1 2 3]) (partition 2 1 [1 2 3]) (partition 2 3 [1 2 3 4])]",
        "[((1 2)) ((1 2) (2 3)) ((1 2))]",
      ],
      [
        "[(partition 3 3 [0 9 9] [1 2]) (partition 3 3 nil [1 2]) (partition 3 1 [:a] [1 2 3 4])]",
        "[((1 2 0)) ((1 2)) ((1 2 3) (2 3 4) (3 4 :a))]",
      ],
      [
        "[(partition-all 2 [1 2 3]) (partition-all 2 1 [1 2]) (partition-all 2 3 [1 2 3 4])]",
        "[((1 2) (3)) ((1 2) (2)) ((1 2) (4))]",
      ],
      [
        '[(partition 2 nil) (partition 2 "abcd") (partition -1 [1])]',
        '[() (("a" "b") ("c" "d")) ()]',
      ],
      [
        "[(partition-by odd? [1 1 2 3]) (partition-by identity nil) (partition-by {:a 1} [:a :b :c])]",
        "[((1 1) (2) (3)) () ((:a) (:b :c))]",
      ],
    ]);
    expect(await failOf("(partition 2 0 [1 2 3])")).toMatchObject({
      message: "partition: the step must be at least 1",
      details: { kind: "argument_error" },
    });
    expect((await failOf("(partition-all 0 [1])")).message).toBe(
      "partition-all: the size must be at least 1",
    );
    expect((await failOf("(partition 1 1 [] [] [])")).details).toMatchObject({
      kind: "arity_error",
      hint: "write (partition n step pad coll)",
    });
  });

  test("split-at and split-with return two parts", async () => {
    await expectPrinted([
      [
        "[(split-at 1 [1 2 3]) (split-at -1 [1]) (split-at 9 [1]) (split-at 1 nil)]",
        "[[(1) (2 3)] [() (1)] [(1) ()] [() ()]]",
      ],
      [
        "[(split-with odd? [1 3 4 5]) (split-with odd? [1]) (split-with odd? nil)]",
        "[[(1 3) (4 5)] [(1) ()] [() ()]]",
      ],
    ]);
  });

  test("group-by and frequencies keep the order of first appearance", async () => {
    await expectPrinted([
      ["(group-by odd? [1 2 3])", "{true [1 3], false [2]}"],
      [
        '[(group-by identity "aba") (group-by :a nil) (group-by :a [{:a 1} {:b 2}])]',
        '[{"a" ["a" "a"], "b" ["b"]} {} {1 [{:a 1}], nil [{:b 2}]}]',
      ],
      [
        "(group-by [:a :b] [{:a {:b 1}} {:a {:b 2}} {:a {:b 1}}])",
        "{1 [{:a {:b 1}} {:a {:b 1}}], 2 [{:a {:b 2}}]}",
      ],
      [
        '[(frequencies "hello") (frequencies nil) (frequencies {:a 1})]',
        '[{"h" 1, "e" 1, "l" 2, "o" 1} {} {[:a 1] 1}]',
      ],
      ["(get (frequencies [1 1.0 [1] [1.0]]) [1])", "2"],
    ]);
    expect((await failOf("(group-by [{:a 1}] :a)")).details).toMatchObject({
      hint: "the key comes first: (group-by :key coll); write (group-by :a [{:a 1}])",
    });
  });

  test("distinct and dedupe compare by value", async () => {
    await expectPrinted([
      [
        '[(distinct [1 1.0 [1] [1] nil nil]) (distinct nil) (distinct "aab")]',
        '[(1 [1] nil) () ("a" "b")]',
      ],
      ["[(dedupe [1 1 2 1]) (dedupe [nil nil 1]) (dedupe nil)]", "[(1 2 1) (nil 1) ()]"],
      ["[(distinct? 1 2 1) (distinct? 1) (distinct? ##NaN ##NaN)]", "[false true true]"],
    ]);
  });
});
