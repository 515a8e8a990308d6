// Sources and the expected lines of their layout.

export interface LayoutFixture {
  readonly name: string;
  readonly source: string;
  readonly lines: readonly string[];
  /** Default 40. */
  readonly width?: number;
}

export const layouts: readonly LayoutFixture[] = [
  {
    name: "what fits a line stands on it, without commas and line breaks",
    source: "(let [a 1,\n      b 2]\n  {:sum (+ a b), :a a})",
    lines: ["(let [a 1 b 2] {:sum (+ a b) :a a})"],
  },
  {
    name: "forms of a program stand on lines of their own, with at most one blank line between",
    source: "(def a 1) (def b 2)\n\n\n\na b",
    lines: ["(def a 1)", "(def b 2)", "", "a", "b"],
  },
  {
    name: "arguments stand below the first one",
    source: '(println (count bookings) "bookings of" (first months))',
    lines: ["(println (count bookings)", '         "bookings of"', "         (first months))"],
  },
  {
    name: "arguments that have no room beside a name stand below it",
    source: "(a-name-with-many-characters {:first 1 :second 2} (f x))",
    lines: ["(a-name-with-many-characters", " {:first 1 :second 2}", " (f x))"],
  },
  {
    name: "threaded forms stand below what is threaded",
    source: "(->> data/orders (filter #(> (:total %) 100)) (map :total) (reduce +))",
    lines: [
      "(->> data/orders",
      "     (filter #(> (:total %) 100))",
      "     (map :total)",
      "     (reduce +))",
    ],
  },
  {
    name: "names and their values are one pair on a line, and bodies stand two columns in",
    source: "(let [orders (tool/orders) total (sum-by :total orders)] (println total) total)",
    lines: [
      "(let [orders (tool/orders)",
      "      total (sum-by :total orders)]",
      "  (println total)",
      "  total)",
    ],
  },
  {
    name: "a value without room beside its name stands below it, further in",
    source: "(let [{:keys [customer-name customer-city]} (first data/customers)] customer-name)",
    lines: [
      "(let [{:keys [customer-name",
      "              customer-city]}",
      "        (first data/customers)]",
      "  customer-name)",
    ],
  },
  {
    name: "definitions",
    source:
      '(defn total "The sum." [rows] (reduce + 0 (map :total rows))) (defn- mean [rows] (/ (total rows) (count rows) 1.0))',
    lines: [
      "(defn total",
      '  "The sum."',
      "  [rows]",
      "  (reduce + 0 (map :total rows)))",
      "(defn- mean [rows]",
      "  (/ (total rows) (count rows) 1.0))",
    ],
  },
  {
    name: "functions of several arities, named and in letfn",
    source:
      "(fn f ([x] (f x 1)) ([x y] (println x y) (+ x y))) (letfn [(twice [n] (println n) (* 2 n)) (thrice [n] (* 3 n))] (twice (thrice 5)))",
    lines: [
      "(fn f",
      "  ([x] (f x 1))",
      "  ([x y] (println x y) (+ x y)))",
      "(letfn [(twice [n] (println n) (* 2 n))",
      "        (thrice [n] (* 3 n))]",
      "  (twice (thrice 5)))",
    ],
  },
  {
    name: "pairs of cond, case, condp and assoc",
    source:
      "(cond (pos? amount) (println 1) (neg? amount) (println 2) :else nil) (case kind (:first :second) (println kind) :third 3 (fail kind)) (condp some names #{:first} :>> (fn [name] [name]) nil) (assoc order :total (sum order) :paid true)",
    lines: [
      "(cond",
      "  (pos? amount) (println 1)",
      "  (neg? amount) (println 2)",
      "  :else nil)",
      "(case kind",
      "  (:first :second) (println kind)",
      "  :third 3",
      "  (fail kind))",
      "(condp some names",
      "  #{:first} :>> (fn [name] [name])",
      "  nil)",
      "(assoc order",
      "       :total (sum order)",
      "       :paid true)",
    ],
  },
  {
    name: "tests beside if and when, branches below",
    source: '(if (and (string? name) (seq (trim name))) (return name) (fail "no name"))',
    lines: [
      "(if (and (string? name)",
      "         (seq (trim name)))",
      "  (return name)",
      '  (fail "no name"))',
    ],
  },
  {
    name: "what may fail, and what then",
    source:
      "(try (tool/pay {:order 7}) (catch Exception e (println (ex-message e)) nil) (finally (println 1)))",
    lines: [
      "(try",
      "  (tool/pay {:order 7})",
      "  (catch Exception e",
      "    (println (ex-message e))",
      "    nil)",
      "  (finally (println 1)))",
    ],
  },
  {
    name: "clauses of for, with its own bindings",
    source:
      "(for [x (range 10) :let [square (* x x) cube (* x square)] :when (odd? cube)] [x cube])",
    lines: [
      "(for [x (range 10)",
      "      :let [square (* x x)",
      "            cube (* x square)]",
      "      :when (odd? cube)]",
      "  [x cube])",
    ],
  },
  {
    name: "words of a vector or a quoted list fill lines, other things stand below each other",
    source:
      "[100 200 300 400 500 600 700 800 900 1000] '(def alpha beta gamma delta epsilon zeta eta theta) [[1 2 3] [4 5 6] [7 8 9] [10 11 12] [13]]",
    lines: [
      "[100 200 300 400 500 600 700 800 900",
      " 1000]",
      "'(def alpha beta gamma delta epsilon",
      "  zeta eta theta)",
      "[[1 2 3]",
      " [4 5 6]",
      " [7 8 9]",
      " [10 11 12]",
      " [13]]",
    ],
  },
  {
    name: "comments stay on the line that they end, or on their own, before brackets too",
    source:
      ";;   header\n(f ; of f\n a ; first\n\n   ;; of b\n b\n ; last\n) ; behind\n{:a ; key\n 1 :b\n;; of 2\n2}",
    lines: [
      ";;   header",
      "(f ; of f",
      " a ; first",
      "",
      " ;; of b",
      " b",
      " ; last",
      " ) ; behind",
      "{:a ; key",
      "   1",
      " :b",
      "   ;; of 2",
      "   2}",
    ],
  },
  {
    name: "discards and metadata stay before what they belong to",
    source:
      '{:a 1 #_#_:b 2 :c #_3 4 :d "a text that is long"} (def ^:private ^{:doc "x"} value #_old (compute 1 2 3))',
    lines: [
      "{:a 1",
      " #_#_:b 2",
      " :c #_3 4",
      ' :d "a text that is long"}',
      '(def ^:private ^{:doc "x"} value',
      "  #_old",
      "  (compute 1 2 3))",
    ],
  },
  {
    name: "a line break inside a text breaks the lines around it",
    source: '(foo "one\n  two" three)',
    lines: ['(foo "one', '  two"', "     three)"],
  },
  {
    name: "lines never begin beyond three quarters of the width",
    source: `${"[".repeat(20)}${"a ".repeat(12)}${"]".repeat(20)}`,
    lines: [
      "[[[[[[[[[[[[[[[[[[[[a",
      "               a a a",
      "               a a a",
      "               a a a",
      "               a",
      "               a]]]]]]]]]]]]]]]]]]]]",
    ],
    width: 20,
  },
  {
    name: "a text that fits nowhere does not move what is around it",
    source:
      '(map (fn [row] (tool/ask {:text "a text that is longer than a line may be" :row row})) rows)',
    lines: [
      "(map (fn [row]",
      '       (tool/ask {:text "a text that is longer than a line may be"',
      "                  :row row}))",
      "     rows)",
    ],
  },
];
