// Definitions in Clojure that the kept differences share, such as this language's order of values.

/**
 * Helper functions that the definitions share. They are bound before the definitions, in this
 * order.
 */
export const helpers: readonly (readonly [name: string, definition: string])[] = [
  ["ptc-refuse", '(fn [& _] (throw (ex-info "refused" {})))'],
  ["ptc-unknown", '(fn [& _] (throw (ex-info "ptc-unknown: only exact integers can tell" {})))'],
  [
    "ptc-data",
    "(fn ptc-data [x] (cond (and (number? x) (not (clojure.core/int? x)) (clojure.core/< -1e15 x 1e15) (== x (clojure.core/long x))) (clojure.core/long x) (vector? x) (mapv ptc-data x) (sequential? x) (apply list (map ptc-data x)) (set? x) (set (map ptc-data x)) (map? x) (into (empty x) (map (fn [[k v]] [(ptc-data k) (ptc-data v)]) x)) :else x))",
  ],
  ["ptc-text?", "(fn [x] (or (string? x) (char? x)))"],
  ["ptc-nan?", "(fn [x] (and (number? x) (not (== x x))))"],
  [
    "ptc-compare-with",
    `(fn [order a b] (clojure.core/loop [a (clojure.core/seq a) b (clojure.core/seq b)]
     (if (and a b) (let [o (order (clojure.core/first a) (clojure.core/first b))] (if (clojure.core/zero? o) (recur (clojure.core/next a) (clojure.core/next b)) o)) 0)))`,
  ],
  // The total order of values: numbers, then nil, booleans and keywords by name, functions, sets,
  // maps, vectors, strings.
  [
    "ptc-order",
    `(fn ptc-order [a b]
     (let [rank (fn [x] (cond (number? x) 0 (or (nil? x) (boolean? x) (keyword? x)) 1 (fn? x) 2 (set? x) 4 (map? x) 5 (sequential? x) 6 (ptc-text? x) 7 :else 2))
           text (fn [x] (cond (keyword? x) (clojure.core/subs (clojure.core/str x) 1) (nil? x) "nil" :else (clojure.core/str x)))
           sign (fn [x] (cond (clojure.core/pos? x) 1 (clojure.core/neg? x) -1 :else 0))
           sorted (fn [xs] (clojure.core/sort ptc-order xs))
           ra (rank a) rb (rank b)]
       (cond (not= ra rb) (sign (clojure.core/- ra rb))
             (= ra 0) (cond (ptc-nan? a) (if (ptc-nan? b) 0 -1) (ptc-nan? b) 1 (clojure.core/< a b) -1 (clojure.core/> a b) 1 :else 0)
             (= ra 1) (let [o (sign (clojure.core/compare (text a) (text b)))] (if (clojure.core/zero? o) (clojure.core/- (if (keyword? a) 1 0) (if (keyword? b) 1 0)) o))
             (= ra 2) 0
             (= ra 7) (sign (clojure.core/compare (text a) (text b)))
             (not= (count a) (count b)) (if (clojure.core/< (count a) (count b)) -1 1)
             (= ra 6) (ptc-compare-with ptc-order a b)
             (= ra 4) (if (= a b) 0 (ptc-compare-with ptc-order (sorted a) (sorted b)))
             :else (let [o (ptc-compare-with ptc-order (sorted (clojure.core/keys a)) (sorted (clojure.core/keys b)))]
                     (if (clojure.core/zero? o) (ptc-compare-with ptc-order (map a (sorted (clojure.core/keys a))) (map b (sorted (clojure.core/keys a)))) o)))))`,
  ],
  // The key under which a map has a value: a keyword also finds a string and the other way round,
  // but an exact key wins.
  [
    "ptc-key",
    `(fn [m k] (cond (not (map? m)) k (clojure.core/contains? m k) k
     (keyword? k) (let [s (clojure.core/subs (clojure.core/str k) 1)] (if (clojure.core/contains? m s) s k))
     (string? k) (let [w (clojure.core/keyword k)] (if (clojure.core/contains? m w) w k)) :else k))`,
  ],
  [
    "ptc-safe",
    "(fn [x] (if (and (int? x) (or (clojure.core/> x 9007199254740991) (clojure.core/< x -9007199254740991))) (ptc-unknown) x))",
  ],
];
