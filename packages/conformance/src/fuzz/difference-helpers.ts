// Clojure definitions that the kept differences share, such as this language's order of values.

/**
 * Helper functions that the definitions share. They are bound before the definitions, in this
 * order.
 */
export const helpers: readonly (readonly [name: string, definition: string])[] = [
  ["ptc-refuse", '(fn [& _] (throw (ex-info "refused" {})))'],
  ["ptc-unknown", '(fn [& _] (throw (ex-info "ptc-unknown: only exact integers can tell" {})))'],
  [
    "ptc-data",
    "(fn ptc-data [x] (cond (fn? x) (ptc-unknown) (and (number? x) (not (clojure.core/int? x)) (clojure.core/< -1e15 x 1e15) (== x (clojure.core/long x))) (clojure.core/long x) (and (integer? x) (not (clojure.core/int? x))) (ptc-plain-integer x) (vector? x) (mapv ptc-data x) (sequential? x) (apply list (map ptc-data x)) (set? x) (set (map ptc-data x)) (map? x) (into (empty x) (map (fn [[k v]] [(ptc-data k) (ptc-data v)]) x)) :else x))",
  ],
  ["ptc-seqable?", "(fn [x] (or (nil? x) (coll? x) (string? x)))"],
  [
    "ptc-part",
    "(fn [e i] (if (and (sequential? e) (= 2 (count e))) (clojure.core/nth e i) (ptc-refuse)))",
  ],
  // Refuses a map whose order the oracles don't keep.
  [
    "ptc-ordered",
    "(fn [c] (if (and (map? c) (not (sorted? c)) (clojure.core/> (count c) 8)) (ptc-unknown) c))",
  ],
  // The input of a function that is eager here if its input is finite.
  [
    "ptc-finite?",
    "(fn [c] (or (not (seq? c)) (clojure.core/< (count (clojure.core/take 301 c)) 301)))",
  ],
  ["ptc-text?", "(fn [x] (or (string? x) (char? x)))"],
  ["ptc-nan?", "(fn [x] (and (number? x) (not (== x x))))"],
  [
    "ptc-compare-with",
    `(fn [order a b] (clojure.core/loop [a (clojure.core/seq a) b (clojure.core/seq b)]
     (if (and a b) (let [o (order (clojure.core/first a) (clojure.core/first b))] (if (clojure.core/zero? o) (recur (clojure.core/next a) (clojure.core/next b)) o)) 0)))`,
  ],
  ["ptc-sign", "(fn [x] (cond (clojure.core/pos? x) 1 (clojure.core/neg? x) -1 :else 0))"],
  // The order of `<`: numbers, NaN first, and texts.
  [
    "ptc-quantity",
    `(fn [a b]
     (cond (and (number? a) (number? b)) (cond (ptc-nan? a) (if (ptc-nan? b) 0 -1) (ptc-nan? b) 1 (clojure.core/< a b) -1 (clojure.core/> a b) 1 :else 0)
           (and (ptc-text? a) (ptc-text? b)) (ptc-sign (clojure.core/compare (clojure.core/str a) (clojure.core/str b)))
           :else (ptc-refuse)))`,
  ],
  // The order of `compare`: nil first, then values of one type; sequences are vectors.
  [
    "ptc-order",
    `(fn ptc-order [a b]
     (cond (nil? a) (if (nil? b) 0 -1)
           (nil? b) 1
           (or (and (boolean? a) (boolean? b)) (and (keyword? a) (keyword? b)) (and (symbol? a) (symbol? b))) (ptc-sign (clojure.core/compare a b))
           (and (fn? a) (clojure.core/identical? a b)) 0
           (not (and (sequential? a) (sequential? b))) (ptc-quantity a b)
           (not= (count a) (count b)) (if (clojure.core/< (count a) (count b)) -1 1)
           :else (ptc-compare-with ptc-order a b)))`,
  ],
  // The order of sorted collections for lookups: values of different types are never equal.
  [
    "ptc-rank",
    "(fn [x] (cond (nil? x) 0 (boolean? x) 1 (number? x) 2 (ptc-text? x) 3 (keyword? x) 4 (symbol? x) 5 (sequential? x) 6 (map? x) 7 :else 8))",
  ],
  [
    "ptc-lookup-order",
    "(fn [a b] (let [x (ptc-rank a) y (ptc-rank b)] (cond (clojure.core/< x y) -1 (clojure.core/> x y) 1 :else (ptc-order a b))))",
  ],
  // The value of a pattern: a character is a string of one character.
  ["ptc-bound", "(fn [x] (if (char? x) (clojure.core/str x) x))"],
  // The rows of a relation. Oracles count rows as equal that differ here in the spelling of a key.
  [
    "ptc-rows",
    "(fn [c] (if (and (sequential? c) (clojure.core/seq c) (not (apply clojure.core/distinct? c))) (ptc-unknown) c))",
  ],
  [
    "ptc-safe",
    "(fn [x] (if (and (int? x) (or (clojure.core/> x 9007199254740991) (clojure.core/< x -9007199254740991))) (ptc-unknown) x))",
  ],
];
