import { describe, test } from "vitest";
import { expectPrinted } from "./evaluate.ts";
import { expectFailures } from "./expect-failures.ts";

const context = {
  row: { id: 1, due_date: "x", total: 12 },
  rows: [
    { id: 1, total: 5 },
    { id: 2, total: 7 },
  ],
  counts: { a: 1, b: 2, c: 3 },
  spellings: { a_b: 2, "a-b": 1 },
};

/** Programs that make a map from `data/counts`, and whose result has a field that `:a` finds. */
const rebuilding: readonly string[] = [
  // Entries through sequence functions.
  "(into {} (map (fn [[k v]] [k v]) data/counts))",
  "(into {} (for [[k v] data/counts] [k v]))",
  "(into {} (for [_ [1] [k v] data/counts :when (odd? v)] [k v]))",
  "(->> data/counts (filter (fn [[_ v]] (= v 1))) (into {}))",
  "(into {} (remove (fn [[_ v]] (= v 2)) data/counts))",
  "(into {} (keep (fn [[k v]] (if (= v 1) [k v])) data/counts))",
  "(into {} (map-indexed (fn [i [k v]] [k i]) data/counts))",
  "(into {} (mapcat (fn [[k v]] [[k v]]) data/counts))",
  "(into {} (mapcat (fn [m] (map (fn [[k v]] [k v]) m)) [data/counts]))",
  "(into {} (sort-by val > data/counts))",
  "(into {} (sort data/counts))",
  "(into {} (take 1 data/counts))",
  "(into {} (reverse (seq data/counts)))",
  "(into {} (concat [[:x 1]] (map (fn [[k v]] [k v]) data/counts)))",
  "(into {} (cons [:x 1] (map (fn [[k v]] [k v]) data/counts)))",
  "(into {} (interpose [:x 1] (map (fn [[k v]] [k v]) data/counts)))",
  "(into {} (distinct (map (fn [[k v]] [k v]) data/counts)))",
  "(into {} (map vector (keys data/counts) (vals data/counts)))",
  "(into {} (map (fn [[k v]] [k v]) (partition 2 (mapcat identity data/counts))))",
  "(into {} (take 3 (lazy-cat [[:x 1]] data/counts)))",
  "(into {} (take 4 (map (fn [[k v]] [k v]) (cycle data/counts))))",
  "(into {} (first (partition-all 2 (map identity data/counts))))",
  "(into {} (get (group-by (fn [[_ v]] (odd? v)) data/counts) true))",
  "(into {} (map (fn [[k v]] [k v]) (get (group-by (comp odd? val) data/counts) true)))",
  "(into {} (shuffle (seq data/counts)))",
  "(into {} (vec data/counts))",
  "(into {} (mapv (fn [[k v]] [k v]) data/counts))",
  "(into {} (filterv (fn [[_ v]] (odd? v)) data/counts))",
  "(into {} (pmap (fn [[k v]] [k v]) data/counts))",
  "(into {} (zip (keys data/counts) [1 2 3]))",
  "(into {} (set data/counts))",
  "(into {} (for [k (set (keys data/counts))] [k 1]))",
  "(into {} (for [k (clojure.set/union #{:x} (set (keys data/counts)))] [k 1]))",
  "(into {} (for [k (into (sorted-set) (keys data/counts))] [k 1]))",
  "(conj {} (first data/counts))",
  "(conj {} (find data/counts :a))",
  "(conj {} data/counts)",
  "(into {} data/counts)",
  "(into {} [{:x 1} data/counts])",
  "(into {:x 1} (map (fn [[k v]] [k v]) data/counts))",
  // Transducers.
  "(into {} (map (fn [[k v]] [k v])) data/counts)",
  "(into {} (comp (filter (fn [[_ v]] (odd? v))) (map identity)) data/counts)",
  "(into {} cat [data/counts])",
  "(transduce (map (fn [[k v]] [k v])) conj {} data/counts)",
  "(transduce (map identity) (completing (fn [m [k v]] (assoc m k v))) {} data/counts)",
  "(into {} (sequence (map (fn [[k v]] [k v])) data/counts))",
  "(into {} (eduction (map (fn [[k v]] [k v])) data/counts))",
  // Folds.
  "(reduce-kv (fn [m k v] (assoc m k v)) {} data/counts)",
  "(reduce (fn [m [k v]] (assoc m k v)) {} data/counts)",
  "(reduce (fn [m k] (assoc m k 1)) {} (keys data/counts))",
  "(reduce (fn [m [k v]] (conj m [k v])) {} data/counts)",
  "(reduce into {} [data/counts])",
  "(reduce merge (map (fn [[k v]] {k v}) data/counts))",
  "(last (reductions (fn [m [k v]] (assoc m k v)) {} data/counts))",
  "(into {} (reduce (fn [acc [k v]] (conj acc [k v])) [] data/counts))",
  "(persistent! (reduce (fn [t [k v]] (assoc! t k v)) (transient {}) data/counts))",
  "(persistent! (reduce conj! (transient {}) data/counts))",
  "(reduce (fn [m [k v]] (assoc m k v)) (sorted-map) data/counts)",
  // Other constructors.
  "(zipmap (keys data/counts) (vals data/counts))",
  "(zipmap (map identity (keys data/counts)) (range))",
  "(apply hash-map (mapcat identity data/counts))",
  "(apply hash-map (flatten (seq data/counts)))",
  "(apply assoc {} (mapcat identity data/counts))",
  "(apply conj {} data/counts)",
  "(apply merge (map (fn [[k v]] {k v}) data/counts))",
  "(apply sorted-map (mapcat identity data/counts))",
  "(update-vals data/counts inc)",
  "(update-keys data/counts clojure.string/lower-case)",
  "(select-keys data/counts [:a])",
  "(merge {} data/counts)",
  "(merge nil data/counts)",
  "(merge-with + {} data/counts)",
  '(into (empty data/counts) [["a" 1]])',
  "(into (sorted-map) data/counts)",
  "(into (sorted-map) (map (fn [[k v]] [k v]) data/counts))",
  "(clojure.walk/postwalk identity data/counts)",
  "(clojure.walk/prewalk (fn [x] (if (number? x) (inc x) x)) data/counts)",
  "(clojure.walk/keywordize-keys data/counts)",
  "(assoc data/counts :x 1)",
  "(clojure.set/rename-keys data/counts {:b :y})",
];

describe("a map that a program makes from a map of fields", () => {
  test.each(rebuilding)("has field names: %s", async (program) => {
    await expectPrinted(
      [[`(let [m ${program}] [(some? (:a m)) (some? (get m "a"))])`, "[true true]"]],
      { context },
    );
  });

  test("also in a function that runs often enough to be generated as JavaScript", async () => {
    const often = (made: string): string =>
      `(do (defn rebuilt [row] ${made}) (reduce (fn [n _] (+ n (or (:a (rebuilt data/counts)) 0))) 0 (range 3000)))`;
    await expectPrinted(
      [
        [often("(reduce (fn [m [k v]] (assoc m k v)) {} (seq row))"), "3000"],
        [often("(into {} (map (fn [e] [(key e) (val e)]) (seq row)))"), "3000"],
        [often("(into {} (filter (fn [e] (odd? (val e))) (seq row)))"), "3000"],
        [often("(into {} (mapv (fn [e] [(key e) (val e)]) (seq row)))"), "3000"],
        [often("(reduce-kv (fn [m k v] (assoc m k v)) {} row)"), "3000"],
      ],
      { context },
    );
  });

  test("a map that a loop or an atom fills is a map of the program", async () => {
    await expectPrinted(
      [
        [
          "(:a (loop [es (seq data/counts) m {}] (if es (recur (next es) (conj m (vec (first es)))) m)))",
          "1",
        ],
        [
          "(:a (loop [es (seq data/counts) m {}] (if es (recur (next es) (assoc m (key (first es)) 1)) m)))",
          "nil",
        ],
        [
          "(:a (loop [es (seq data/counts) m (empty data/counts)] (if es (recur (next es) (assoc m (key (first es)) 1)) m)))",
          "1",
        ],
        ["(let [m (atom {})] (doseq [[k v] data/counts] (swap! m assoc k v)) (:a @m))", "nil"],
        ["(:a (:in (reduce-kv (fn [m k v] (assoc-in m [:in k] v)) {} data/counts)))", "nil"],
      ],
      { context },
    );
  });

  test("maps keyed by values of rows are maps of the program", async () => {
    await expectPrinted(
      [
        ['(let [m (group-by :id data/rows)] [(count (get m 1)) (get m "1")])', "[1 nil]"],
        ['(:x (frequencies ["x"]))', "nil"],
        [
          '(let [m (frequencies ["a-b" "a_b" "a-b"])] [(get m "a-b") (get m "a_b") (:a-b m)])',
          "[2 1 nil]",
        ],
        ['(:a (into {} (map (fn [r] ["a" r]) data/rows)))', "nil"],
        ['(:a (zipmap ["a" "b"] data/rows))', "nil"],
        ['(:a (reduce (fn [m r] (assoc m "a" r)) {} data/rows))', "nil"],
        ['(:a (into {} (map (fn [v] ["a" v]) (vals data/counts))))', "nil"],
        ["(get (clojure.set/map-invert data/counts) 1)", '"a"'],
      ],
      { context },
    );
  });
});

describe("a map of the program and a map of fields", () => {
  test("are merged by field, with the first spelling and the last value", async () => {
    await expectPrinted(
      [
        [
          '(merge {:total 0 :status "none"} data/row)',
          '{:total 12, :status "none", "id" 1, "due_date" "x"}',
        ],
        ["(:total (reduce (partial merge-with +) {:total 0} data/rows))", "12"],
        ["(:total (apply merge-with + {:total 0} data/rows))", "12"],
        ["(merge data/row {:due-date 5 :total 1})", '{"id" 1, "due_date" 5, "total" 1}'],
        ["(merge {:due-date 0} data/row)", '{:due-date "x", "id" 1, "total" 12}'],
        [
          '(let [m (merge {:due-date 0} data/row)] [(:due-date m) (get m "due_date")])',
          '["x" "x"]',
        ],
        ["(merge-with + {:a-b 10} data/spellings)", '{:a-b 11, "a_b" 2}'],
        ["(merge {:a-b 0} data/spellings)", '{:a-b 1, "a_b" 2}'],
        ["(into {:a-b 0} data/spellings)", '{:a-b 1, "a_b" 2}'],
        ["(update-keys data/spellings keyword)", "{:a_b 2, :a-b 1}"],
        [
          '(reduce (fn [m k] (update m (keyword k) (fnil inc 0))) data/row ["x_1" "x-1" "x_1"])',
          '{"id" 1, "due_date" "x", "total" 12, :x_1 3}',
        ],
        ["(conj {:total 0} data/row)", '{:total 12, "id" 1, "due_date" "x"}'],
        ["(into {:total 0} data/row)", '{:total 12, "id" 1, "due_date" "x"}'],
        ["(into {} (concat {:total 0} data/row))", '{:total 12, "id" 1, "due_date" "x"}'],
        ["(into {} [{:total 0} data/row])", '{:total 12, "id" 1, "due_date" "x"}'],
        ["(into {:total 0} (map identity) data/row)", '{:total 12, "id" 1, "due_date" "x"}'],
        [
          "(reduce (fn [m [k v]] (assoc m k v)) {:total 0} data/row)",
          '{:total 12, "id" 1, "due_date" "x"}',
        ],
        ["(reduce conj {:total 0} data/row)", '{:total 12, "id" 1, "due_date" "x"}'],
        [
          "(persistent! (conj! (transient {:total 0}) data/row))",
          '{:total 12, "id" 1, "due_date" "x"}',
        ],
        ["(merge {:a 1} {:total 0} data/row {:id 2})", '{:a 1, :total 12, "id" 2, "due_date" "x"}'],
        ["((fn [& {:keys [total]}] total) :total 0 data/row)", "12"],
      ],
      { context },
    );
  });

  test("find a field by `-` and `_` also where its key is a keyword", async () => {
    const read = (map: string): string =>
      `(let [m ${map} {:keys [due_date due-date]} m] [(:due-date m) (:due_date m) due-date due_date (get m "due_date")])`;
    const maps = [
      "(merge {:due_date 0} data/row)",
      "(merge {:due-date 0} data/row)",
      "(into {:due-date 0} data/row)",
      '(merge {:due-date 0} (json/parse-string "{\\"due_date\\": \\"x\\"}" true))',
      "(merge {:due-date 0} (walk/keywordize-keys data/row))",
      "(merge {:due-date 0} (update-keys data/row keyword))",
      '(merge (update-keys data/row keyword) {:due-date "x"})',
      "(into {:due-date 0} (update-keys data/row keyword))",
      "(into {} [{:due-date 0} (update-keys data/row keyword)])",
      "(reduce-kv assoc {:due-date 0} (update-keys data/row keyword))",
      "(update-keys data/row keyword)",
      "(walk/keywordize-keys data/row)",
      "(into (sorted-map) (update-keys data/row keyword))",
      '(json/read-str "{\\"due_date\\": \\"x\\"}" :key-fn keyword)',
      '(let [[h & rows] (csv/read-csv "due_date\nx")] (zipmap (map keyword h) (first rows)))',
      '(first (csv/read-rows "due_date\nx" {:keywords true}))',
    ];
    await expectPrinted(
      [
        ...maps.map((map): [string, string] => [read(map), '["x" "x" "x" "x" "x"]']),
        ["(merge {:due-date 0} (select-keys data/row [:due-date]) {:due_date 9})", "{:due-date 9}"],
        ["(dissoc (merge {:due-date 0} (select-keys data/row [:due-date])) :due_date)", "{}"],
        ['(merge-with + {:a-b 1} (update-keys (dissoc data/spellings "a-b") keyword))', "{:a-b 3}"],
        ["(assoc (update-keys {:a_b 1} identity) :a-b 2)", "{:a_b 1, :a-b 2}"],
        ['(update (walk/keywordize-keys (dissoc data/spellings "a-b")) :a-b inc)', "{:a_b 3}"],
        [
          "(clojure.set/rename-keys (walk/keywordize-keys data/row) {:due-date :on})",
          '{:id 1, :total 12, :on "x"}',
        ],
        [
          '(clojure.set/join [(walk/keywordize-keys data/row)] [{:due-date "x" :n 1}])',
          '#{{:due-date "x", :n 1, :id 1, :total 12}}',
        ],
        ["(:due_date data/hyphen)", "nil"],
      ],
      { context: { ...context, hyphen: { "due-date": 1 } } },
    );
  });

  test("keep different entries of one map apart, whatever their spelling", async () => {
    await expectPrinted(
      [
        ["(walk/keywordize-keys data/spellings)", "{:a_b 2, :a-b 1}"],
        ["(into {} (map (fn [[k v]] [(keyword k) v]) data/spellings))", "{:a_b 2, :a-b 1}"],
        ["(merge {:x 1} (update-keys data/spellings keyword))", "{:x 1, :a_b 2, :a-b 1}"],
        ["(merge {:a-b 0} (update-keys data/spellings keyword))", "{:a-b 1, :a_b 2}"],
        ["(into {} [{:a-b 0} (update-keys data/spellings keyword)])", "{:a-b 1, :a_b 2}"],
        ["(merge data/spellings {:a_b 5 :a-b 6})", '{"a_b" 5, "a-b" 6}'],
        ['(merge (dissoc data/spellings "a-b") {:a_b 5 :a-b 6})', '{"a_b" 5, :a-b 6}'],
        ['(merge-with + (dissoc data/spellings "a-b") {:a_b 5 :a-b 6})', '{"a_b" 7, :a-b 6}'],
        ["(update-vals (merge {:a-b 0} data/spellings) inc)", '{:a-b 2, "a_b" 3}'],
        ['(merge {:a 0} (empty data/row) {:a 1 "a" 2})', '{:a 1, "a" 2}'],
        ["((juxt :a-b :a_b) (merge {:x 1} (update-keys data/spellings keyword)))", "[1 2]"],
      ],
      { context },
    );
  });

  test("keep keywords for two spellings of a row apart while a program builds it again", async () => {
    const both = "{:a_b 2, :a-b 1}";
    const sorted = "{:a-b 1, :a_b 2}";
    await expectPrinted(
      [
        ["(reduce-kv (fn [m k v] (assoc m (keyword k) v)) {} data/spellings)", both],
        ["(reduce (fn [m [k v]] (assoc m (keyword k) v)) {} data/spellings)", both],
        [
          "(reduce (fn [m k] (assoc m k 1)) {} (map keyword (keys data/spellings)))",
          "{:a_b 1, :a-b 1}",
        ],
        ["(reduce (fn [m [k v]] (update m (keyword k) (fnil + 0) v)) {} data/spellings)", both],
        ["(reduce conj {} (for [[k v] data/spellings] {(keyword k) v}))", both],
        ["(reduce merge {} (for [[k v] data/spellings] {(keyword k) v}))", both],
        ["(reduce merge (for [[k v] data/spellings] {(keyword k) v}))", both],
        ["(into {} (for [[k v] data/spellings] {(keyword k) v}))", both],
        ["(into {} (map (fn [[k v]] {(keyword k) v})) data/spellings)", both],
        ["(into (empty data/spellings) (map (fn [[k v]] [(keyword k) v])) data/spellings)", both],
        ["(into (sorted-map) (map (fn [[k v]] [(keyword k) v])) data/spellings)", sorted],
        ["(reduce-kv (fn [m k v] (assoc m (keyword k) v)) (sorted-map) data/spellings)", sorted],
        ["(last (reductions (fn [m [k v]] (assoc m (keyword k) v)) {} data/spellings))", both],
        [
          "(last (reductions (fn [m [k v]] (assoc m (keyword k) v)) {} (take 2 (cycle data/spellings))))",
          both,
        ],
        [
          "(transduce identity (completing (fn [m [k v]] (assoc m (keyword k) v))) {} data/spellings)",
          both,
        ],
        [
          "(persistent! (reduce (fn [t [k v]] (assoc! t (keyword k) v)) (transient {}) data/spellings))",
          both,
        ],
        ['(clojure.set/rename-keys data/spellings {"a_b" :a_b "a-b" :a-b})', both],
        ["(update-keys data/spellings keyword)", both],
        ["(zipmap (map keyword (keys data/spellings)) (vals data/spellings))", both],
        ["(apply merge (for [[k v] data/spellings] {(keyword k) v}))", both],
        [
          "(do (defn kw [row] (reduce (fn [m [k v]] (assoc m (keyword k) v)) {} (seq row))) (reduce (fn [n _] (+ n (:a_b (kw data/spellings)))) 0 (range 3000)))",
          "6000",
        ],
        // The result is an ordinary map of fields, and defaults are overridden.
        ["(:due-date (reduce-kv (fn [m k v] (assoc m (keyword k) v)) {} data/row))", '"x"'],
        ["(:due-date (reduce-kv (fn [m k v] (reduced (assoc m :due_date v))) {} data/row))", "1"],
        [
          "(:due-date (last (reductions (fn [m [k v]] (assoc m (keyword k) v)) {} data/row)))",
          '"x"',
        ],
        [
          "(:due-date (reduce-kv (fn [m k v] (assoc m (keyword k) v)) {:due-date 0} data/row))",
          '"x"',
        ],
        ["(assoc (update-keys data/row keyword) :due-date 0)", "{:id 1, :due_date 0, :total 12}"],
      ],
      { context },
    );
  });

  test("keep two spellings of one name apart if the program has both, and the exact one is found", async () => {
    await expectPrinted(
      [
        ['(merge {:total 0 "total" 1} data/row)', '{:total 0, "total" 12, "id" 1, "due_date" "x"}'],
        ['(merge data/row {"due-date" 5})', '{"id" 1, "due_date" "x", "total" 12, "due-date" 5}'],
      ],
      { context },
    );
  });

  test("are sorted by the names of their fields, whether these are keywords or strings", async () => {
    const sorted = "(into (sorted-map) (merge {:total 0 :zone 1} data/row))";
    const printed = '{"due_date" "x", "id" 1, :total 12, :zone 1}';
    await expectPrinted(
      [
        [sorted, printed],
        ["(into (sorted-map) (map identity) (merge {:total 0 :zone 1} data/row))", printed],
        ["(into (sorted-map-by compare) (merge {:total 0 :zone 1} data/row))", printed],
        ["(into (sorted-map) (for [[k v] (merge {:total 0 :zone 1} data/row)] [k v]))", printed],
        ["(conj (sorted-map :total 0 :zone 1) data/row)", printed],
        ["(merge (sorted-map :total 0 :zone 1) data/row)", printed],
        ["(reduce-kv assoc (sorted-map :total 0 :zone 1) data/row)", printed],
        [
          "(assoc (into (sorted-map) data/row) :extra 1 :due-date 2)",
          '{"due_date" 2, :extra 1, "id" 1, "total" 12}',
        ],
        [
          "(clojure.set/rename-keys (into (sorted-map) data/row) {:due-date :on})",
          '{"id" 1, :on "x", "total" 12}',
        ],
        [
          "(merge (sorted-map :a/b 1 :z 2) data/row)",
          '{"due_date" "x", "id" 1, "total" 12, :z 2, :a/b 1}',
        ],
        [
          `(let [m ${sorted}] [(:id m) (get m "id") (find m :due-date) (get m "total") (:none m) (get m 5)])`,
          '[1 1 ["due_date" "x"] 12 nil nil]',
        ],
        [`(dissoc ${sorted} :id :total "due_date")`, "{:zone 1}"],
        [`(= ${sorted} (merge {:total 0 :zone 1} data/row))`, "true"],
        [`(update-vals ${sorted} some?)`, '{"due_date" true, "id" true, :total true, :zone true}'],
        [`(into (sorted-set) (keys ${sorted}))`, '#{"due_date" "id" :total :zone}'],
        [
          `(conj (into (sorted-set) (keys ${sorted})) :id :area)`,
          '#{:area "due_date" "id" :id :total :zone}',
        ],
      ],
      { context },
    );
    await expectFailures([
      [
        '(sorted-map :b 1 "a" 2)',
        "type_error",
        'sorted-map: keyword :b and string "a" have no order between them',
        "use keys of one type; to sort the fields of a row, write (into (sorted-map) row)",
      ],
      [
        '(apply sorted-map (mapcat identity (assoc (json/parse-string "{\\"id\\": 1}") :zone 1)))',
        "type_error",
        'sorted-map: string "id" and keyword :zone have no order between them',
        "use keys of one type; to sort the fields of a row, write (into (sorted-map) row)",
      ],
    ]);
  });

  test("are cut at a field by its name, also where the map spells it otherwise", async () => {
    await expectPrinted(
      [
        ["(subseq (into (sorted-map) data/row) >= :id)", '(["id" 1] ["total" 12])'],
        ["(subseq (into (sorted-map) data/row) > :id)", '(["total" 12])'],
        [
          "(subseq (into (sorted-map) data/row) >= :due-date <= :id)",
          '(["due_date" "x"] ["id" 1])',
        ],
        ["(rsubseq (into (sorted-map) data/row) <= :id)", '(["id" 1] ["due_date" "x"])'],
        ["(subseq (into (sorted-map) data/row) > :total < :zone)", "()"],
        ["(subseq (into (sorted-map) data/row) >= :total < :total)", "()"],
      ],
      { context },
    );
  });

  test("two maps of the program stay exact", async () => {
    await expectPrinted([
      ['(merge {:a 1} {"a" 2})', '{:a 1, "a" 2}'],
      ['(merge-with + {:a 1} {"a" 2})', '{:a 1, "a" 2}'],
      ['(:a (merge {} {"a" 2}))', "nil"],
      ['(into {:a 1} [["a" 2]])', '{:a 1, "a" 2}'],
    ]);
  });

  test("are joined by common fields", async () => {
    await expectPrinted(
      [
        ['(clojure.set/join data/rows [{:id 1 :label "L"}])', '#{{:id 1, :label "L", "total" 5}}'],
        ['(clojure.set/join [{:id 1 :label "L"}] data/rows)', '#{{"id" 1, "total" 5, :label "L"}}'],
        [
          '(clojure.set/join data/rows [{:ref 1 :label "L"}] {:id :ref})',
          '#{{:ref 1, :label "L", "id" 1, "total" 5}}',
        ],
        [
          '(clojure.set/join [{:due-date "x" :n 1}] [data/row])',
          '#{{"id" 1, "due_date" "x", "total" 12, :n 1}}',
        ],
        ['(count (clojure.set/join [{"id" 1}] [{:id 1} {:id 2}]))', "2"],
        ["(count (get (clojure.set/index (conj data/rows {:id 1}) [:id]) {:id 1}))", "2"],
        ["(clojure.set/project data/rows [:id])", '#{{"id" 1} {"id" 2}}'],
        ["(map :n (clojure.set/rename data/rows {:total :n}))", "(5 7)"],
        ["(map :id (clojure.set/select (fn [r] (= 7 (:total r))) (set data/rows)))", "(2)"],
      ],
      { context },
    );
  });

  test("compare by exact keys", async () => {
    await expectPrinted(
      [
        [
          '[(= {:a 1} {"a" 1}) (= (first data/rows) {"id" 1 "total" 5}) (= (first data/rows) {:id 1 :total 5})]',
          "[false true false]",
        ],
        ['[(contains? #{"a"} :a) (case "a" :a 1 2) (count (distinct [:a "a"]))]', "[false 2 2]"],
        ['(get {{"id" 1} :x} {:id 1})', "nil"],
      ],
      { context },
    );
  });

  test("nested maps each have their own rule", async () => {
    await expectPrinted(
      [
        [
          '[(get-in {:row data/row} [:row :due-date]) (get-in {"row" data/row} [:row :due-date])]',
          '["x" nil]',
        ],
        ['(get-in (assoc data/row :extra {"a" 1}) [:extra :a])', "nil"],
        ['(get-in (assoc data/row :extra {"a" 1}) ["extra" "a"])', "1"],
      ],
      { context },
    );
  });
});

describe("maps of fields come from", () => {
  test("parsed JSON and CSV", async () => {
    await expectPrinted([
      [
        '(let [m (json/parse-string "{\\"due_date\\": {\\"a\\": 1}}")] (get-in m [:due-date :a]))',
        "1",
      ],
      ['(let [m (json/parse-string "{\\"a\\": 1}" true)] [(:a m) (get m "a")])', "[1 1]"],
      ['(map :due-date (csv/read-rows "id,due_date\\n1,x"))', '("x")'],
      ['(map (fn [r] (get r "id")) (csv/read-rows "id,due_date\\n1,x" {:keywords true}))', '("1")'],
    ]);
  });

  test("rows that a program makes of parsed CSV with its first row", async () => {
    const read = '[[header & rows] (csv/read-csv "id,due_date\\n1,x")]';
    await expectPrinted([
      ...[
        "(zipmap header (first rows))",
        "(zipmap (map str/trim header) (first rows))",
        "(zipmap (map keyword header) (first rows))",
        "(into {} (map vector header (first rows)))",
        "(apply hash-map (interleave header (first rows)))",
        "(reduce (fn [m [k v]] (assoc m k v)) {} (map vector header (first rows)))",
        "(first (map (partial zipmap header) rows))",
      ].map((made): [string, string] => [
        `(let ${read} (let [r ${made}] [(:id r) (get r "id") (:due_date r)]))`,
        '["1" "1" "x"]',
      ]),
      [
        `(let ${read} [(:due-date (zipmap header (first rows))) header])`,
        '["x" ["id" "due_date"]]',
      ],
      ['(:a (into {} (rest (csv/read-csv "k,v\\na,1"))))', "nil"],
    ]);
  });

  test("host Maps", async () => {
    await expectPrinted([["(:a data/m)", "1"]], { context: { m: new Map([["a", 1]]) } });
  });
});
