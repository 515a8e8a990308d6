import { describe, expect, test } from "vitest";
import { expectPrinted, failOf } from "../../../test/evaluate.ts";

describe("access by position", () => {
  test("reads elements of vectors, strings, sets and nil by position", async () => {
    await expectPrinted([
      ['[(first []) (first "ab") (first nil) (first #{7})]', '[nil "a" nil 7]'],
      ["[(second [1]) (second [1 2]) (last []) (last [1 2])]", "[nil 2 nil 2]"],
      ['[(rest []) (rest nil) (rest "ab") (next [1]) (next [1 2])]', '[() () ("b") nil (2)]'],
      [
        "[(ffirst [[1]]) (ffirst nil) (nfirst [[1 2]]) (fnext [1 2]) (nnext [1 2])]",
        "[1 nil (2) 2 nil]",
      ],
      ['(count ["é" "👩‍👩‍👧"])', "2"],
      ['[(count "👩‍👩‍👧é") (first "👩‍👩‍👧é") (nth "👩‍👩‍👧é" 1)]', '[2 "👩‍👩‍👧" "é"]'],
    ]);
  });

  test("take and drop accept negative and fractional counts", async () => {
    await expectPrinted([
      [
        "[(take -1 [1 2]) (take 1.5 [1 2 3]) (take 9 [1]) (take 1 {:a 1})]",
        "[() (1 2) (1) ([:a 1])]",
      ],
      ["[(drop -1 [1 2]) (drop 1.5 [1 2 3]) (drop 9 [1]) (drop 1 nil)]", "[(1 2) (3) () ()]"],
      ["[(take-last 2 [1 2 3]) (take-last 0 [1]) (take-last 2 nil)]", "[(2 3) nil nil]"],
      [
        "[(drop-last [1 2]) (drop-last 9 [1]) (drop-last -1 [1]) (butlast [1])]",
        "[(1) () (1) nil]",
      ],
      ["[(nthrest [1 2 3] 1) (nthrest nil 1) (nthnext [1] 1)]", "[(2 3) nil nil]"],
    ]);
  });

  test("returns nil or the default for an index outside, and cuts a slice to the bounds", async () => {
    await expectPrinted([
      [
        '[(nth [1 2] 5) (nth [1 2] -1) (nth nil 0) (nth "ab" 1.7) (nth [1] 9 :x) (nth [nil] 0 :x)]',
        '[nil nil nil "b" :x nil]',
      ],
      [
        "[(subvec [1 2 3] 1) (subvec [1 2 3] -1 9) (subvec [1 2 3] 2 1) (subvec [1 2 3] 0.9 2.9)]",
        "[[2 3] [1 2 3] [] [1 2]]",
      ],
      ["[(peek []) (peek nil) (peek [1 2]) (pop nil) (pop [1 2])]", "[nil nil 2 nil [1]]"],
    ]);
  });

  test("sequence functions read the entries of a map in its order", async () => {
    await expectPrinted([
      [
        "(map (fn [f] (f {:a 1, :b 2})) [first second last rest next reverse ffirst nnext])",
        "([:a 1] [:b 2] [:b 2] ([:b 2]) ([:b 2]) ([:b 2] [:a 1]) :a nil)",
      ],
      ["[(first {}) (rest {}) (next {:a 1}) (last {})]", "[nil () nil nil]"],
      ["[(interpose 0 {:a 1, :b 2}) (interleave {:a 1} [1])]", "[([:a 1] 0 [:b 2]) ([:a 1] 1)]"],
    ]);
  });
});

describe("adding to collections", () => {
  test("conj appends to vectors, prepends to lists and adds to maps and sets; cons prepends", async () => {
    await expectPrinted([
      ["[(conj) (conj nil 1 2) (conj [1] 2 3) (conj #{1} 1 2)]", "[[] (2 1) [1 2 3] #{1 2}]"],
      ["[(conj '(1) 2 3) (conj (map inc [1]) 9) (conj (seq [1]) 2)]", "[(3 2 1) (9 2) (2 1)]"],
      ["(take 2 (conj (range) :first))", "(:first 0)"],
      [
        "[(conj {:a 1} [:b 2]) (conj {:a 1} {:b 2, :a 3}) (conj {:a 1} nil)]",
        "[{:a 1, :b 2} {:a 3, :b 2} {:a 1}]",
      ],
      [
        '[(cons 1 nil) (cons 1 [2]) (cons 1 "a") (cons 1 {:a 2})]',
        '[(1) (1 2) (1 "a") (1 [:a 2])]',
      ],
      ['[(concat) (concat [1] nil "a" #{2} {:b 3})]', '[() (1 "a" 2 [:b 3])]'],
      ["[(list) (list* 1 2 [3]) (list* nil) (vector 1 2 3 4)]", "[() (1 2 3) nil [1 2 3 4]]"],
    ]);
  });

  test("adding leaves the original collection unchanged", async () => {
    await expectPrinted([
      ["(let [v [1 2] a (conj v 3) b (conj v 4)] [v a b])", "[[1 2] [1 2 3] [1 2 4]]"],
      ["(let [v [1 2] a (cons 3 v) b (cons 4 v)] [v a b])", "[[1 2] (3 1 2) (4 1 2)]"],
      ["(let [e (seq nil) a (conj (vec e) 1) b (conj (vec e) 2)] [a b (vec e)])", "[[1] [2] []]"],
      [
        "(let [v (vec (range 100)) a (conj v :a) b (conj v :b)] [(peek a) (peek b) (count v)])",
        "[:a :b 100]",
      ],
    ]);
  });

  test("into accepts entries, maps, sets, strings and nil", async () => {
    await expectPrinted([
      [
        "[(into) (into [1]) (into nil nil) (into nil [1]) (into [1] #{2})]",
        "[[] [1] nil (1) [1 2]]",
      ],
      ["[(into {} [[:a 1] {:b 2} nil]) (into {:a 0, :c 1} {:a 1})]", "[{:a 1, :b 2} {:a 1, :c 1}]"],
      ['[(into #{} "aab") (into [] {:a 1}) (into #{1} [1 2])]', '[#{"a" "b"} [[:a 1]] #{1 2}]'],
    ]);
    expect(await failOf("(into {} [[:a 1] 2])")).toMatchObject({
      message: "into: expected an entry [key value] as element 2, got number 2",
      details: { hint: "pass pairs: (into {} [[:a 1] [:b 2]])" },
    });
  });

  test("conj names the value that can't be added to", async () => {
    expect((await failOf('(conj "ab" "c")')).message).toBe(
      'conj: expected a collection to add to, got string "ab"',
    );
    expect((await failOf("(conj {:a 1} [:b])")).message).toBe(
      "conj: expected an entry [key value] or a map to add to a map, got vector [:b]",
    );
  });
});

describe("converting collections", () => {
  test("treats nil as empty, and returns nil as the seq of an empty collection", async () => {
    await expectPrinted([
      ['[(seq []) (seq nil) (seq "") (seq "ab") (seq {:a 1})]', '[nil nil nil ("a" "b") ([:a 1])]'],
      ['[(vec nil) (vec "ab") (vec {:a 1})]', '[[] ["a" "b"] [[:a 1]]]'],
      [
        '[(empty [1]) (empty {:a 1}) (empty #{1}) (empty "ab") (empty 5) (empty nil)]',
        "[[] {} #{} nil nil nil]",
      ],
      [
        '[(empty? nil) (empty? "") (empty? [nil]) (not-empty {}) (not-empty "a")]',
        '[true true false nil "a"]',
      ],
      ['[(count nil) (count "ab") (count {:a 1}) (count #{1 2})]', "[0 2 1 2]"],
      ['[(reverse "ab") (reverse nil) (rseq []) (rseq [1 2])]', '[("b" "a") () nil (2 1)]'],
    ]);
  });

  test("names the argument that isn't a collection", async () => {
    expect(await failOf("(count 5)")).toMatchObject({
      op: "count",
      message: "count: expected a collection, got number 5",
      details: { kind: "type_error" },
    });
    expect((await failOf("(nth {:a 1} 0)")).message).toBe(
      "nth: expected a vector, a string or a sequence, got map {:a 1}",
    );
    expect((await failOf("(take nil [1])")).message).toBe(
      "take: expected a number of elements, got nil",
    );
    expect((await failOf('(subvec "abc" 1)')).details).toMatchObject({
      hint: "use subs for a string",
    });
  });
});
