import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSession, decodeMemory, run } from "../../index.ts";
import { expectPrinted, printed } from "../../../test/evaluate.ts";
import { expectFailures } from "../../../test/expect-failures.ts";

describe("sorted maps and sets", () => {
  test("every way of making a sorted collection sorts it", async () => {
    await expectPrinted([
      ["[(sorted-map) (sorted-map :b 1 :a 2) (sorted-map 1 :a 1 :b)]", "[{} {:a 2, :b 1} {1 :b}]"],
      [
        "[(sorted-set 3 1 2 1) (sorted-set) (sorted-set [2 1] [1 3] [9])]",
        "[#{1 2 3} #{} #{[9] [1 3] [2 1]}]",
      ],
      [
        "[(into (sorted-map) {:b 1 :a 2}) (into (sorted-set) [2 1]) (apply sorted-map [:b 1 :a 2])]",
        "[{:a 2, :b 1} #{1 2} {:a 2, :b 1}]",
      ],
      [
        "[(into (sorted-map) (map (fn [x] [x (* x x)])) [3 1 2]) (into (sorted-map :a 1) {:0 2}) (into (sorted-map) nil)]",
        "[{1 1, 2 4, 3 9} {:0 2, :a 1} {}]",
      ],
      [
        "[(sorted-map-by > 1 :a 3 :c) (sorted-map-by compare 3 1 2 2) (sorted-map-by nil 2 1 1 2) (sorted-set-by > 1 2)]",
        "[{3 :c, 1 :a} {2 2, 3 1} {1 2, 2 1} #{2 1}]",
      ],
      ['[(sorted-set nil "b" "a") (sorted-map :b 1 nil 2)]', '[#{nil "a" "b"} {nil 2, :b 1}]'],
      ["[(sorted-set-by > nil) (rseq (sorted-set nil 1))]", "[#{nil} (1 nil)]"],
    ]);
  });

  test("sorted collections reject keys they can't order, and don't contain them", async () => {
    await expectPrinted([
      [
        '[(contains? (sorted-set 1 2) "a") (contains? (sorted-set 1 2) nil) (get (sorted-map-by > 1 2) nil) (disj (sorted-set 1 2) :a) (dissoc (sorted-map 1 2) "a")]',
        "[false false nil #{1 2} {1 2}]",
      ],
      ['[(= (sorted-map 1 2) {"a" 2}) (= (sorted-set 1 2) #{1 :a})]', "[false false]"],
    ]);
    await expectFailures([
      [
        '(sorted-set 1 "a")',
        "type_error",
        'compare: number 1 and string "a" have no order between them',
        "read numbers from text with parse-long or parse-double",
      ],
      ["(conj (sorted-set) {})", "type_error", "compare: map {} has no order"],
      ["(sorted-map {} 1)", "type_error", "sorted-map: map {} has no order"],
      ["(sorted-set-by > 1 nil)", "type_error", ">: expected a number, got nil"],
      ["(assoc (sorted-map-by < 1 2) nil 3)", "type_error", "<: expected a number, got nil"],
      [
        '(subseq (sorted-set 1 2) > "a")',
        "type_error",
        'compare: string "a" and number 2 have no order between them',
      ],
    ]);
  });

  test("updates keep maps and sets sorted", async () => {
    await expectPrinted([
      [
        "(let [m (sorted-map :b 1 :c 3)] [(assoc m :a 2) (conj m [:a 2]) (merge m {:a 2}) (update m :a (fnil inc 1)) (assoc-in m [:a :x] 1) (merge-with + m {:a 1, :b 1})])",
        "[{:a 2, :b 1, :c 3} {:a 2, :b 1, :c 3} {:a 2, :b 1, :c 3} {:a 2, :b 1, :c 3} {:a {:x 1}, :b 1, :c 3} {:a 1, :b 2, :c 3}]",
      ],
      [
        "(let [s (sorted-set 4 2)] [(conj s 3) (into s [9 1]) (disj s 4) (clojure.set/union #{1} (sorted-set 7 5)) (clojure.set/difference s #{2}) (clojure.set/select even? s)])",
        "[#{2 3 4} #{1 2 4 9} #{2} #{1 5 7} #{4} #{2 4}]",
      ],
      ["(assoc (empty (sorted-map-by > 1 2)) 3 3 4 4)", "{4 4, 3 3}"],
      ["(conj (empty (sorted-set-by > 1 2)) 3 4)", "#{4 3}"],
      [
        "(clojure.walk/postwalk (fn [x] (if (number? x) (- x) x)) (sorted-set 1 2 3))",
        "#{-3 -2 -1}",
      ],
      [
        "(clojure.walk/walk (fn [[k v]] [k (inc v)]) identity (sorted-map-by > 1 2 3 4))",
        "{3 5, 1 3}",
      ],
      ["(clojure.set/rename-keys (sorted-map :b 1 :c 2) {:c :a})", "{:a 2, :b 1}"],
    ]);
  });

  test("sorted? is true for sorted collections, and false where Clojure returns a plain map", async () => {
    await expectPrinted([
      [
        "(map sorted? [(sorted-map) (sorted-set-by > 1) (dissoc (sorted-map :a 1) :a) (merge (sorted-map) {:a 1}) (set (sorted-set 1))])",
        "(true true true true true)",
      ],
      [
        "(map sorted? [{} #{} (merge nil (sorted-map :a 1)) (merge {} (sorted-map :a 1)) (into {} (sorted-map :a 1)) (into #{} (sorted-set 1))])",
        "(false false false false false false)",
      ],
      [
        "(map sorted? [(select-keys (sorted-map :a 1) [:a]) (update-vals (sorted-map :a 1) inc) (update-keys (sorted-map :a 1) name) (clojure.set/map-invert (sorted-map :a 1))])",
        "(false false false false)",
      ],
      [
        "[(map? (sorted-map)) (set? (sorted-set)) (reversible? (sorted-map)) (associative? (sorted-map)) (counted? (sorted-set)) (sequential? (sorted-set))]",
        "[true true true true true false]",
      ],
    ]);
  });

  test("sorted maps of the program are read by exact keys like other maps", async () => {
    await expectPrinted([
      [
        '(let [m (sorted-map "a" 1 "user_id" 2)] [(:a m) (get m "a") (m :user-id) (:user-id m) (contains? m :b) (get m :b 0) (get (sorted-map :a 1) "a")])',
        "[nil 1 nil nil false 0 nil]",
      ],
      ["(let [{:keys [a] :or {b 2}} (sorted-map :a 1)] a)", "1"],
      [
        "(let [s (sorted-set 1 2)] [(s 1) (s 3) (contains? s 2) (get s 2 :none) (some s [5 2])])",
        "[1 nil true 2 2]",
      ],
      [
        "[(= (sorted-map :a 1 :b 2) {:b 2 :a 1}) (= {:a 1} (sorted-map :a 1)) (= #{1 2} (sorted-set 2 1)) (= (sorted-map-by > 1 2) (sorted-map 1 2)) (= (sorted-set 1) #{2})]",
        "[true true true true false]",
      ],
      ["(get {(sorted-map :a 1) :found} {:a 1})", ":found"],
    ]);
  });

  test("a sorted map made from a host map finds its fields by keyword", async () => {
    const context = { row: { total: 1, status: "open" } };
    expect(
      await printed(
        '(-> (into (sorted-map) data/row) (assoc :status "paid") (update :total inc) (assoc "a" 1))',
        { context },
      ),
    ).toBe('{"a" 1, "status" "paid", "total" 2}');
    expect(
      await printed('(keys (assoc (merge (sorted-map "a" 1) data/row) "status" "paid"))', {
        context,
        collections: "plain",
      }),
    ).toBe('("a" "status" "total")');
  });

  test("sorted collections are sequences in their order, from either end", async () => {
    await expectPrinted([
      [
        "(let [m (sorted-map :b 1 :a 2 :c 3)] [(first m) (second m) (last m) (rest m) (ffirst m) (keys m) (vals m) (seq m)])",
        "[[:a 2] [:b 1] [:c 3] ([:b 1] [:c 3]) :a (:a :b :c) (2 1 3) ([:a 2] [:b 1] [:c 3])]",
      ],
      [
        "[(rseq (sorted-map :b 1 :a 2)) (rseq (sorted-set 1 2 3)) (reverse (sorted-set 1 2)) (rseq (sorted-map)) (first (sorted-map)) (last (sorted-set))]",
        "[([:b 1] [:a 2]) (3 2 1) (2 1) nil nil nil]",
      ],
      ["(reduce-kv (fn [ks k _] (conj ks k)) [] (sorted-map :b 1 :a 2))", "[:a :b]"],
      [
        "[(take 2 (sorted-set 3 1 2)) (map inc (sorted-set 2 1)) (mapv key (sorted-map :b 1 :a 2)) (nth (seq (sorted-set 2 1)) 1)]",
        "[(1 2) (2 3) [:a :b] 2]",
      ],
    ]);
  });

  test("subseq and rsubseq return a range, or nil if it is empty", async () => {
    await expectPrinted([
      [
        "(let [m (sorted-map 1 :a 2 :b 3 :c)] [(subseq m >= 2) (subseq m < 2) (rsubseq m <= 2)])",
        "[([2 :b] [3 :c]) ([1 :a]) ([2 :b] [1 :a])]",
      ],
      [
        "(let [s (sorted-set 1 2 3 4 5)] [(subseq s > 1 <= 4) (rsubseq s > 1 <= 4) (subseq s > 2.5) (subseq s > 4 < 5) (subseq s > 9 < 5) (rsubseq s > -5 < 0)])",
        "[(2 3 4) (4 3 2) (3 4 5) () nil nil]",
      ],
      [
        "(let [s (sorted-set 1 2 3)] [(subseq s > 5) (subseq s < 1) (rsubseq s < 1) (rsubseq s > 5) (subseq (sorted-set) > 1) (subseq (sorted-set) < 1)])",
        "[nil () nil () nil ()]",
      ],
      [
        "[(subseq (sorted-set-by > 1 2 3) >= 2) (rsubseq (sorted-set-by #(compare %2 %1) 1 2 3) > 3)]",
        "[(2 1) (1 2)]",
      ],
    ]);
  });

  test("sorted collections agree with sorting the same data", async () => {
    const keys = fc.array(fc.integer({ min: -30, max: 30 }), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(
        keys,
        keys,
        fc.integer({ min: -30, max: 30 }),
        async (added, removed, bound) => {
          const data = { added, removed, bound };
          const plain =
            "(let [kept (remove (set data/removed) (distinct data/added))] [(vec (sort kept)) (vec (reverse (sort kept))) (filterv (fn [k] (>= k data/bound)) (sort kept))])";
          const sets = (make: string) =>
            `(let [s (apply disj (into ${make} data/added) data/removed)] [(vec s) (vec (reverse s)) (vec (subseq s >= data/bound))])`;
          const maps =
            "(let [m (apply dissoc (into (sorted-map) (map (fn [k] [k k])) data/added) data/removed)] [(vec (keys m)) (vec (map key (rseq m))) (mapv val (subseq m >= data/bound))])";
          const expected = await printed(plain, { context: data });
          for (const program of [
            sets("(sorted-set)"),
            sets("(sorted-set-by (fn [a b] (- a b)))"),
            maps,
          ])
            expect(await printed(program, { context: data })).toBe(expected);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe("sorted collections that leave the program", () => {
  test("sorted collections become host data in their order", async () => {
    expect(
      await run('{:m (sorted-map "b" 1 "a" {:x 1}) :s (sorted-set-by > 1 3 2)}'),
    ).toMatchObject({ ok: true, return: { m: { a: { x: 1 }, b: 1 }, s: [3, 2, 1] } });
    const step = await run('(sorted-map "b" 1 "a" 2)');
    expect(step.ok && JSON.stringify(step.return)).toBe('{"a":2,"b":1}');
    expect(await printed("(json/generate-string (sorted-map :b (sorted-set 2 1) :a 1))")).toBe(
      '"{\\"a\\":1,\\"b\\":[1,2]}"',
    );
  });

  test("memory keeps the order of sorted collections, and another process continues with it", async () => {
    const session = createSession();
    const made = await session.run(
      "(def m (sorted-map :b 1)) (def d (sorted-set-by > 1 2)) (def f (let [sign -1] (sorted-map-by (fn [a b] (* sign (compare a b))) 1 :a 2 :b)))",
    );
    expect(made).toMatchObject({ ok: true });
    const memory = await decodeMemory(JSON.parse(JSON.stringify(session.memory)));
    expect(await printed("[(assoc m :a 2) (conj d 3) (assoc f 3 :c) (get f 2)]", { memory })).toBe(
      "[{:a 2, :b 1} #{3 2 1} {3 :c, 2 :b, 1 :a} :b]",
    );
  });

  test("lazy sequences inside a sorted collection are computed", async () => {
    expect(
      await printed("(assoc (sorted-map :b (map inc (range 3))) :a (take 2 (iterate inc 1)))"),
    ).toBe("{:a (1 2), :b (1 2 3)}");
    expect(
      await printed(
        "(sorted-set-by (fn [a b] (compare (count a) (count b))) (take 2 (iterate inc 1)) [5])",
      ),
    ).toBe("#{[5] (1 2)}");
  });
});

test("names mistakes with sorted collections and how to fix them", async () => {
  await expectFailures([
    [
      "(sorted-map :a)",
      "arity_error",
      "sorted-map: the last key has no value",
      "write (sorted-map key value ...)",
    ],
    [
      "(sorted-map-by > :a)",
      "arity_error",
      "sorted-map-by: the last key has no value",
      "write (sorted-map-by comparator key value ...)",
    ],
    [
      "(sorted-map-by :a 1 2)",
      "type_error",
      "sorted-map-by: expected a comparator, got keyword :a",
      "sort by a field with (sort-by :a coll)",
    ],
    [
      "(sorted-set-by [1] 1 2)",
      "type_error",
      "sorted-set-by: expected a comparator, got vector [1]",
      "write (sorted-set-by > …)",
    ],
    [
      "(sorted-set-by (fn [a b] nil) 1 2)",
      "type_error",
      "a sorted collection: expected a boolean or a number from the comparator, got nil",
    ],
    [
      "(subseq {1 2} > 1)",
      "type_error",
      "subseq: expected a sorted map or set, got map {1 2}",
      "make it one first: (into (sorted-map) m) or (into (sorted-set) coll)",
    ],
    [
      "(subseq (sorted-set 1) = 1)",
      "type_error",
      "subseq: expected one of the tests <, <=, > and >=, got a function",
      "write (subseq sorted >= key)",
    ],
    [
      "(rsubseq (sorted-set 1) > 1 < 2 3)",
      "arity_error",
      "rsubseq takes at most 5 arguments, got 6",
      "write (rsubseq sorted >= start < end)",
    ],
    [
      "(into (sorted-map) [1])",
      "type_error",
      "into: expected an entry [key value] or a map to add to a map, got number 1",
    ],
  ]);
});
