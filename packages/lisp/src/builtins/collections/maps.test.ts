import { describe, expect, test } from "vitest";
import { expectPrinted, failOf } from "../../../test/evaluate.ts";

describe("reading maps", () => {
  test("get reads maps, vectors, strings and sets, and finds nil values", async () => {
    await expectPrinted([
      [
        "[(get {:a nil} :a 5) (get {} :a 5) (get nil :a) (get 5 1 :x) (:a {:a nil} 5) ({:a nil} :a 5)]",
        "[nil 5 nil :x nil nil]",
      ],
      [
        '[(get [1 2] 1) (get [1 2] -1 :x) (get [1 2] :a) (get "abc" 1) (get "abc" 9 :z)]',
        '[2 :x nil "b" :z]',
      ],
      ["[(get #{1} 1) (get #{1} 2 :x) (get #{nil} nil :x)]", "[1 :x nil]"],
      [
        "[(get-in {:a [1 {:b 2}]} [:a 1 :b]) (get-in {:a nil} [:a] :x) (get-in {:a nil} [:a :b] :x)]",
        "[2 nil :x]",
      ],
      ["[(get-in {:a 1} nil) (get-in {:a 1} []) (get-in nil [:a] :x)]", "[{:a 1} {:a 1} :x]"],
    ]);
  });

  test("contains? looks up keys, members and indexes, and find returns the entry", async () => {
    await expectPrinted([
      [
        '[(contains? {:a nil} :a) (contains? [10 20] 1) (contains? [10 20] 10) (contains? #{nil} nil) (contains? nil :a) (contains? "abc" 1)]',
        "[true true false true false true]",
      ],
      [
        "[(find {:a nil} :a) (find {:a 1} :b) (find [10 20] 1) (find nil :a)]",
        "[[:a nil] nil [1 20] nil]",
      ],
    ]);
    expect((await failOf('(contains? "abc" "b")')).details).toMatchObject({
      hint: "use includes? to search for text",
    });
    expect((await failOf("(find #{1} 1)")).message).toBe(
      "find: expected a map or a vector, got set #{1}",
    );
    expect((await failOf("(get-in {:a 1} :a)")).details).toMatchObject({
      hint: "the path is a vector: write (get-in {:a 1} [:a])",
    });
  });

  test("keys and vals accept maps and sequences of entries", async () => {
    await expectPrinted([
      [
        "[(keys {:b 1 :a 2}) (vals {:b 1 :a 2}) (keys {}) (vals nil) (keys [])]",
        "[(:b :a) (1 2) nil nil nil]",
      ],
      [
        "[(keys (filter (fn [[k v]] (odd? v)) {:a 1 :b 2})) (vals (sort-by val {:a 2 :b 1}))]",
        "[(:a) (1 2)]",
      ],
      [
        "[(map key {:a 1}) (map val {:a 1}) (entries {:a 1}) (entries nil)]",
        "[(:a) (1) [[:a 1]] []]",
      ],
    ]);
    expect((await failOf("(keys [1 2])")).message).toBe(
      "keys: expected an entry [key value], got number 1",
    );
  });
});

describe("writing maps", () => {
  test("assoc and update write to maps, vectors and nil", async () => {
    await expectPrinted([
      [
        "[(assoc nil :a 1) (assoc {:a 1} :b 2 :a 3) (assoc [1 2] 0 :x) (assoc [1] 1 :x)]",
        "[{:a 1} {:a 3, :b 2} [:x 2] [1 :x]]",
      ],
      [
        "[(update {:a 1} :a + 1 2) (update nil :a (fnil inc 0)) (update [1] 1 (fnil inc 0))]",
        "[{:a 4} {:a 1} [1 1]]",
      ],
      [
        "[(assoc-in {} [:a :b] 1) (assoc-in [[1]] [0 0] 9) (assoc-in {:a 1} [] 2) (assoc-in nil nil 1)]",
        "[{:a {:b 1}} [[9]] {:a 1, nil 2} {nil 1}]",
      ],
      [
        "[(update-in {:a {:b 1}} [:a :b] + 5) (update-in {} [:a :b] (fnil inc 0)) (update-in {:a 1} [] identity)]",
        "[{:a {:b 6}} {:a {:b 1}} {:a 1, nil nil}]",
      ],
      [
        "[(dissoc {:a 1 :b 2 :c 3} :a :b :z) (dissoc nil :a) (dissoc {:a 1})]",
        "[{:c 3} nil {:a 1}]",
      ],
    ]);
  });

  test("assoc names the key or index that can't be written", async () => {
    expect(await failOf("(assoc [1 2] 3 :x)")).toMatchObject({
      message: "assoc: index 3 is outside a vector of 2",
      details: { kind: "index_error", hint: "add at the end with conj" },
    });
    expect((await failOf("(assoc-in {:a 1} [:a :b] 2)")).message).toBe(
      "assoc-in: expected a map or a vector to put :b in, got number 1",
    );
    expect((await failOf("(assoc {} :a 1 :b)")).message).toBe(
      "assoc: the last key, keyword :b, has no value",
    );
    expect((await failOf("(update {:n 1} :m inc)")).message).toBe(
      "inc: expected a number, got nil",
    );
    expect((await failOf("(dissoc [1] 0)")).details).toMatchObject({
      hint: "take elements out of a vector with filter or remove",
    });
    expect((await failOf("(hash-map :a)")).details).toMatchObject({
      kind: "arity_error",
      hint: "write (hash-map key value ...)",
    });
  });

  test("merge adds everything after a leading nil to a map", async () => {
    await expectPrinted([
      [
        "[(merge nil [:a 1]) (merge nil nil {:a 1} [:b 2]) (merge [1] 2)]",
        "[{:a 1} {:a 1, :b 2} [1 2]]",
      ],
    ]);
    expect((await failOf("(merge nil :d)")).details).toMatchObject({ kind: "type_error" });
  });

  test("merge and merge-with add like conj and skip nil", async () => {
    await expectPrinted([
      [
        "[(merge) (merge nil nil) (merge {} nil) (merge {:a 1} {:a 2 :b 3} nil) (merge nil {:a 1}) (merge {:a 1} [:b 2])]",
        "[nil nil {} {:a 2, :b 3} {:a 1} {:a 1, :b 2}]",
      ],
      [
        "[(merge-with + {:a 1} {:a 2 :b 3} nil {:a 1}) (merge-with +) (merge-with + nil) (merge-with + [1 2] {1 10})]",
        "[{:a 4, :b 3} nil nil [1 12]]",
      ],
      ["(merge-with into {:a [1]} {:a [2]})", "{:a [1 2]}"],
    ]);
  });

  test("select-keys, zipmap and similar functions build maps from maps", async () => {
    await expectPrinted([
      [
        "[(select-keys {:a nil :b 2} [:a :z]) (select-keys nil [:a]) (select-keys {:a 1} nil) (select-keys [10 20] [1])]",
        "[{:a nil} {} {} {1 20}]",
      ],
      [
        "[(zipmap [:a :b] [1]) (zipmap nil [1]) (hash-map) (hash-map :a 1 :a 2) (array-map :b 1 :a 2)]",
        "[{:a 1} {} {} {:a 2} {:b 1, :a 2}]",
      ],
      [
        "[(update-vals {:a 1} inc) (update-vals nil inc) (update-vals [1 2] inc) (update-keys {:a 1 :b 2} (constantly :z))]",
        "[{:a 2} {} [2 3] {:z 2}]",
      ],
      [
        "[(reduce-kv conj [] {:a 1}) (reduce-kv conj [] [:x]) (reduce-kv (fn [a k v] (if (> v 1) (reduced a) (+ a v))) 0 {:a 1 :b 2 :c 3})]",
        "[[:a 1] [0 :x] 1]",
      ],
    ]);
  });
});

describe("keys of maps of fields", () => {
  const context = {
    row: { first_name: "Ada", status: "open", tags: ["x"], at: { time_zone: "UTC" } },
  };

  test("a keyword reads the field of its name, and a string reads exactly that field", async () => {
    await expectPrinted(
      [
        [
          '[(get data/row :first-name) (get data/row "first-name") (:status data/row) (get-in data/row [:at :time-zone])]',
          '["Ada" nil "open" "UTC"]',
        ],
        [
          '[(contains? data/row :first-name) (contains? data/row "first-name") (find data/row :status) (data/row "status")]',
          '[true false ["status" "open"] "open"]',
        ],
      ],
      { context },
    );
  });

  test("writing replaces a field in the spelling it has", async () => {
    await expectPrinted(
      [
        [
          "(keys (assoc data/row :status 1 :first-name 2 :new 3))",
          '("first_name" "status" "tags" "at" :new)',
        ],
        ["(:status (update data/row :status count))", "4"],
        ['(keys (dissoc data/row :first-name "tags"))', '("status" "at")'],
        ['(get-in (assoc-in data/row [:at :time-zone] 1) ["at" "time_zone"])', "1"],
        [
          "(merge data/row {:status 1, :at nil})",
          '{"first_name" "Ada", "status" 1, "tags" ["x"], "at" nil}',
        ],
        [
          "(assoc (select-keys data/row [:status :first-name]) :status 1)",
          '{"status" 1, "first_name" "Ada"}',
        ],
        ['(merge-with str (select-keys data/row [:status]) {:status "!"})', '{"status" "open!"}'],
        [
          "(assoc (into {} data/row) :tags nil :at nil)",
          '{"first_name" "Ada", "status" "open", "tags" nil, "at" nil}',
        ],
        [
          "(keys (clojure.set/rename-keys data/row {:first-name :name}))",
          '("status" "tags" "at" :name)',
        ],
        ["(dissoc (postwalk identity data/row) :at :tags :status)", '{"first_name" "Ada"}'],
      ],
      { context },
    );
  });

  test("maps made by the program have exact keys", async () => {
    await expectPrinted([
      [
        '[(get {"a" 1} :a) (get {:a 1} "a") (:a {"a" 1}) ({"AB_1" 99} "AB-1") (get {:a 9 "a" 1} :a)]',
        "[nil nil nil nil 9]",
      ],
      [
        '(reduce (fn [m k] (update m k (fnil inc 0))) {} ["sku_1" "sku-1" "sku_1"])',
        '{"sku_1" 2, "sku-1" 1}',
      ],
      [
        '[(let [{:keys [a] :or {a 0}} {"a" 1}] a) (let [{:strs [a]} {:a 1}] a) (contains? {:a_b 1} :a-b)]',
        "[0 nil false]",
      ],
      [
        '[(update {"a" 1} :a (fnil inc 0)) (assoc-in {"a" {"b" 1}} [:a :b] 2) (update-in {:a 1} ["a"] (fnil inc 0))]',
        '[{"a" 1, :a 1} {"a" {"b" 1}, :a {:b 2}} {:a 1, "a" 1}]',
      ],
      ['(clojure.set/rename-keys {"a" 1, :a 2} {:a :b})', '{"a" 1, :b 2}'],
      [
        '(map keys [(assoc {"a" 1} :a 2) (dissoc {"a" 1} :a) (merge {"a" 1} {:a 2}) (merge-with + {"a" 1} {:a 2})])',
        '(("a" :a) ("a") ("a" :a) ("a" :a))',
      ],
      ['(select-keys {"a" 1, :b 2} [:a "a" "b"])', '{"a" 1}'],
    ]);
  });

  test("updating host data doesn't modify it", async () => {
    const row = { status: "open", tags: ["x"] };
    await expectPrinted(
      [
        [
          "(do (assoc data/row :status 1) (conj (:tags data/row) 2) (update-in data/row [:tags 0] str 1) (:tags data/row))",
          '["x"]',
        ],
      ],
      { context: { row } },
    );
    expect(row).toEqual({ status: "open", tags: ["x"] });
  });

  test("treats names of JavaScript's own properties as ordinary keys", async () => {
    await expectPrinted(
      [
        [
          '[(get {} "constructor") (get data/row :__proto__) (contains? data/row "toString") (assoc {} "__proto__" 1)]',
          '[nil nil false {"__proto__" 1}]',
        ],
        ['(get (group-by identity ["constructor" "__proto__"]) "__proto__")', '["__proto__"]'],
      ],
      { context },
    );
  });
});
