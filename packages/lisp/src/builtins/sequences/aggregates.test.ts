import { describe, expect, test } from "vitest";
import { expectPrinted, failOf } from "../../../test/evaluate.ts";

describe("sums and averages", () => {
  test("sums and averages skip nil and missing fields", async () => {
    await expectPrinted([
      [
        "[(sum [1 nil 2]) (sum []) (sum nil) (sum #{1 2}) (avg [2 nil 4]) (avg []) (avg nil)]",
        "[3 0 0 3 3 nil nil]",
      ],
      [
        "[(sum-by :n [{:n 1} {:n nil} {}]) (avg-by :n [{:n 1} {:n 2} {}]) (sum-by :n []) (avg-by :n [])]",
        "[1 1.5 0 nil]",
      ],
      ["(sum [9007199254740991 9007199254740991])", "18014398509481982"],
    ]);
  });

  test("sums and averages read fields by keyword, name, path or function", async () => {
    const options = {
      context: {
        rows: [
          { net_total: 1, by: { n: 2 } },
          { net_total: 3, by: {} },
        ],
      },
    };
    await expectPrinted(
      [
        [
          '[(sum-by :net-total data/rows) (sum-by "net_total" data/rows) (avg-by :net_total data/rows)]',
          "[4 4 2]",
        ],
        [
          "[(sum-by [:by :n] data/rows) (sum-by (fn [r] (* 10 (:net-total r))) data/rows) (sum-by val {:a 1, :b 2})]",
          "[2 40 3]",
        ],
        ["(sum-by [5 6] [0 1])", "11"],
      ],
      options,
    );
  });

  test("errors name the field and the item that isn't a number", async () => {
    expect(await failOf('(sum-by :amount [{:amount 1} {:amount 2} {:amount "10"}])')).toMatchObject(
      {
        op: "sum-by",
        message: 'sum-by: expected a number at :amount of item 3, got string "10"',
        details: {
          kind: "type_error",
          hint: "read numbers from text with parse-long or parse-double",
        },
      },
    );
    expect((await failOf("(avg-by [:a :b] [{:a {:b {:c 1}}}])")).message).toBe(
      "avg-by: expected a number at [:a :b] of item 1, got map {:c 1}",
    );
    expect((await failOf("(sum-by (fn [x] (:a x)) [{:a 1} {:a :k}])")).message).toBe(
      "sum-by: expected a number from the function for item 2, got keyword :k",
    );
    expect((await failOf(`(sum-by :amount "not a list")`)).message).toBe(
      `sum-by: expected a collection, got string "not a list"`,
    );
    expect((await failOf("(avg [1 true])")).message).toBe(
      "avg: expected a number as item 2, got boolean true",
    );
    expect(await failOf("(sum {:a 1})")).toMatchObject({
      message: "sum: expected a collection of numbers, got map {:a 1}",
      details: { hint: "for the values of a map: (sum (vals m))" },
    });
  });

  test("an error in sum-by points at the call, not at the function inside it", async () => {
    const fail = await failOf(
      '(do\n  (defn amount [row] (get row :amount))\n  (sum-by amount [{:amount "10"}]))',
    );
    expect(fail.details?.position).toMatchObject({ line: 3 });
  });

  test("errors point out swapped arguments", async () => {
    expect(await failOf("(sum-by [{:a 1}] :a)")).toMatchObject({
      message: "sum-by: expected a collection, got keyword :a",
      details: { hint: "the key comes first: (sum-by :key coll); write (sum-by :a [{:a 1}])" },
    });
    expect((await failOf("(max-by 5 [{:a 1}])")).message).toBe(
      "max-by: expected a key (keyword, field name, path or function), got number 5",
    );
  });
});

describe("minimum and maximum", () => {
  test("min-by and max-by use the order of values and skip nil", async () => {
    await expectPrinted([
      [
        "[(min-by :n [{:n nil} {:n 2} {:n 1} {}]) (max-by :n [{:n nil} {:n 2} {:n 1}]) (min-by :n []) (max-by :n [{}])]",
        "[{:n 1} {:n 2} nil nil]",
      ],
      [
        "[(max-by :n [{:n 1 :i 0} {:n 1 :i 1}]) (min-by :n [{:n 1 :i 0} {:n 1 :i 1}])]",
        "[{:n 1, :i 0} {:n 1, :i 0}]",
      ],
      [
        '[(max-by val {:a 1, :b 3}) (max-by count "a" "bbb" "cc") (min-by [:a :n] [{:a {:n 2}} {:a {:n 1}}])]',
        '[[:b 3] "bbb" {:a {:n 1}}]',
      ],
    ]);
  });

  test("min-key and max-key return the later of equal items", async () => {
    await expectPrinted([
      [
        '[(max-key count "aa" "bb" "c") (min-key count "a" "bb" "c") (max-key count ["x"])]',
        '["bb" "c" ["x"]]',
      ],
      [
        '[(apply max-key val {:a 1, :b 3}) (min-key identity "b" "a") (max-key :a {:a nil})]',
        '[[:b 3] "a" {:a nil}]',
      ],
    ]);
  });

  test("distinct-by keeps the first item for each key", async () => {
    await expectPrinted([
      [
        "[(distinct-by :k [{:k 1, :n 1} {:k 2} {:k 1, :n 2}]) (distinct-by first []) (distinct-by :k [{} {}])]",
        "[[{:k 1, :n 1} {:k 2}] [] [{}]]",
      ],
    ]);
  });
});
