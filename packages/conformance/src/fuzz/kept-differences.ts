// Where this language answers otherwise than a host of Clojure on purpose, as data: the name, the
// authority, and the same meaning written in Clojure. A difference counts as explained when the
// host, given these definitions for the names the program uses, answers as we do: nothing is waved
// through, the whole value is still compared.

export interface KeptDifference {
  readonly name: string;
  /** A kept entry of the original's list of differences, or a rule of the reference. */
  readonly authority: string;
  /** Clojure source of the function that stands for the name. */
  readonly definition: string;
  /** The host it is for; both when absent. */
  readonly host?: "nbb" | "clojure";
}

/** What the definitions share, bound in this order before them. */
export const helpers: readonly (readonly [name: string, definition: string])[] = [
  ["ptc-refuse", '(fn [& _] (throw (ex-info "refused" {})))'],
  ["ptc-unknown", '(fn [& _] (throw (ex-info "ptc-unknown: only exact integers can tell" {})))'],
  // Sequences are vectors.
  ["ptc-seq", "(fn [c] (if (sequential? c) (vec c) c))"],
  [
    "ptc-data",
    "(fn ptc-data [x] (cond (and (number? x) (not (clojure.core/int? x)) (clojure.core/< -1e15 x 1e15) (== x (clojure.core/long x))) (clojure.core/long x) (sequential? x) (mapv ptc-data x) (set? x) (set (map ptc-data x)) (map? x) (into (empty x) (map (fn [[k v]] [(ptc-data k) (ptc-data v)]) x)) :else x))",
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
  // Keyword and string find each other, an exact key wins.
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

const coercions = "ClojureScript's silent coercions are errors here, as on the JVM";
const exact = "integers are exact where ClojureScript rounds them";
const sequencesAreVectors = "DIV-25: one sequential collection";
const totalOrder = "DIV-30: one total order of all values";
const predicates = "DIV-31: predicates of numbers are false for anything else";
const bounds = "DIV-22, DIV-26: positions out of bounds are nil or cut";
const flexibleKeys = "DIV-47: keyword and string find each other as keys";
const characters = "DIV-40, DIV-41: a character is a string of one character";

const arithmetic = ["+", "-", "*"].map((name): KeptDifference => ({
  name,
  authority: `${coercions}; ${exact}`,
  host: "nbb",
  definition: `(fn [& xs] (if (every? number? xs) (ptc-safe (apply clojure.core/${name} (map ptc-safe xs))) (ptc-refuse)))`,
}));
/** On the JVM the primed functions are the ones that do not overflow. */
const unboundedArithmetic = ["+", "-", "*", "inc", "dec"].map((name): KeptDifference => ({
  name,
  authority: exact,
  host: "clojure",
  definition: `clojure.core/${name}'`,
}));
const divisions = ["quot", "rem", "mod"].map((name): KeptDifference => ({
  name,
  authority: coercions,
  host: "nbb",
  definition: `(fn [a b] (if (and (number? a) (number? b) (not (clojure.core/zero? b))) (clojure.core/${name} (ptc-safe a) (ptc-safe b)) (ptc-refuse)))`,
}));
const oneNumber = ["inc", "dec", "abs"].map((name): KeptDifference => ({
  name,
  authority: coercions,
  host: "nbb",
  definition: `(fn [a] (if (number? a) (ptc-safe (clojure.core/${name} (ptc-safe a))) (ptc-refuse)))`,
}));
const conversions = ["int", "long", "double", "float", "short", "byte"].map(
  (name): KeptDifference => ({
    name,
    authority: coercions,
    host: "nbb",
    definition: `(fn [a] (if (number? a) (clojure.core/${name} a) (ptc-refuse)))`,
  }),
);
const bits = [
  "bit-and",
  "bit-or",
  "bit-xor",
  "bit-and-not",
  "bit-not",
  "bit-shift-left",
  "bit-shift-right",
  "bit-set",
  "bit-clear",
  "bit-flip",
  "bit-test",
].map((name): KeptDifference => ({
  name,
  authority: `${coercions}; bits are those of 64-bit integers`,
  host: "nbb",
  definition: `(fn [& xs] (cond (not (every? int? xs)) (ptc-refuse) (every? (fn [x] (clojure.core/< -1073741824 x 1073741824)) xs) (let [r (apply ${name === "bit-clear" ? "bit-clear" : `clojure.core/${name}`} xs)] r) :else (ptc-unknown)))`,
}));
/** What fits in 64 bits is no big integer here, whatever it was computed from. */
const bitsOfLongs = [
  "bit-and",
  "bit-or",
  "bit-xor",
  "bit-and-not",
  "bit-not",
  "bit-shift-left",
  "bit-shift-right",
  "bit-set",
  "bit-clear",
  "bit-flip",
  "bit-test",
].map((name): KeptDifference => ({
  name,
  authority: "an integer has one type, whatever its size",
  host: "clojure",
  definition: `(fn [& xs] (apply clojure.core/${name} (clojure.core/map (fn [x] (if (instance? clojure.lang.BigInt x) (clojure.core/long x) x)) xs)))`,
}));
const comparisons = ["<", ">", "<=", ">="].map((name): KeptDifference => ({
  name,
  authority: totalOrder,
  definition: `(fn [& xs] (if (empty? xs) (ptc-refuse) (every? (fn [[a b]] (and (not (ptc-nan? a)) (not (ptc-nan? b)) (clojure.core/${name} (ptc-order a b) 0))) (clojure.core/partition 2 1 xs))))`,
}));
const extremes = (
  [
    ["max", ">="],
    ["min", "<="],
  ] as const
).map(([name, test]): KeptDifference => ({
  name,
  authority: totalOrder,
  definition: `(fn [x & xs] (reduce (fn [a b] (cond (ptc-nan? a) a (ptc-nan? b) b (clojure.core/${test} (ptc-order a b) 0) a :else b)) x xs))`,
}));
const extremeKeys = (
  [
    ["max-key", "pos?"],
    ["min-key", "neg?"],
  ] as const
).map(([name, test]): KeptDifference => ({
  name,
  authority: totalOrder,
  definition: `(fn [f x & xs] (reduce (fn [a b] (if (clojure.core/${test} (ptc-order (f a) (f b))) a b)) x xs))`,
}));
const numberPredicates = ["zero?", "pos?", "neg?", "NaN?", "infinite?"].map(
  (name): KeptDifference => ({
    name,
    authority: predicates,
    definition: `(fn [x] (and (number? x) ${name === "infinite?" ? "(or (= x ##Inf) (= x ##-Inf))" : name === "NaN?" ? "(ptc-nan? x)" : `(clojure.core/${name} x)`}))`,
  }),
);
const parities = ["even?", "odd?"].map((name): KeptDifference => ({
  name,
  authority: predicates,
  definition: `(fn [x] (and (number? x) (not (ptc-nan? x)) (== x (clojure.core/long x)) (clojure.core/${name} (clojure.core/long x))))`,
}));
const counted = [
  "take",
  "drop",
  "take-last",
  "drop-last",
  "take-nth",
  "split-at",
  "partition",
  "partition-all",
  "nthrest",
  "nthnext",
].map((name): KeptDifference => ({
  name,
  authority: coercions,
  host: "nbb",
  definition: `(fn [& xs] (if (every? number? ${name.startsWith("nth") ? "(clojure.core/rest xs)" : name.startsWith("partition") ? "(clojure.core/take (if (= 3 (count xs)) 2 1) (if (= 1 (count xs)) xs (clojure.core/butlast xs)))" : "(if (= 1 (count xs)) (if (or (number? (clojure.core/first xs)) (nil? (clojure.core/first xs)) (keyword? (clojure.core/first xs))) xs nil) (clojure.core/take 1 xs))"}) (apply clojure.core/${name} xs) (ptc-refuse)))`,
}));
/** These three take what is no collection as it prints, as on the JVM. */
const cases = ["upper-case", "lower-case", "capitalize"].map((name): KeptDifference => ({
  name: `clojure.string/${name}`,
  authority: coercions,
  host: "nbb",
  definition: `(fn [s] (if (or (string? s) (number? s) (keyword? s) (boolean? s)) (clojure.string/${name} (clojure.core/str s)) (ptc-refuse)))`,
}));
const texts = ["trim", "triml", "trimr", "trim-newline", "reverse", "split-lines"].map(
  (name): KeptDifference => ({
    name: `clojure.string/${name}`,
    authority: coercions,
    host: "nbb",
    definition: `(fn [s] (if (string? s) (clojure.string/${name} s) (ptc-refuse)))`,
  }),
);
const textQuestions = ["includes?", "starts-with?", "ends-with?", "index-of", "last-index-of"].map(
  (name): KeptDifference => ({
    name: `clojure.string/${name}`,
    authority: coercions,
    host: "nbb",
    definition: `(fn [s p & n] (if (and (string? s) (string? p)) (apply clojure.string/${name} s p n) (ptc-refuse)))`,
  }),
);
const textChanges = ["replace", "replace-first"].map((name): KeptDifference => ({
  name: `clojure.string/${name}`,
  authority: coercions,
  host: "nbb",
  definition: `(fn [s p r] (if (and (string? s) (or (regexp? p) (string? p)) (or (string? r) (and (regexp? p) (ifn? r)))) (clojure.string/${name} s p r) (ptc-refuse)))`,
}));

/** Enough elements for any program that is generated. */
const eager = [
  "map",
  "filter",
  "remove",
  "keep",
  "map-indexed",
  "keep-indexed",
  "mapcat",
  "take-while",
  "drop-while",
  "reductions",
  "partition-by",
  "repeatedly",
].map((name): KeptDifference => ({
  name,
  authority: "sequence functions over what is finite are eager",
  definition: `(fn [& xs] (let [r (apply clojure.core/${name} xs)] (if (sequential? r) (do (dorun (clojure.core/take 300 r)) r) r)))`,
}));
const oneCharacterTexts = [
  ".endsWith",
  ".startsWith",
  ".contains",
  ".indexOf",
  ".lastIndexOf",
  ".equalsIgnoreCase",
  ".replace",
].map((name): KeptDifference => ({
  name,
  authority: characters,
  host: "clojure",
  definition: `(fn ([s] (ptc-refuse)) ([^String s p] ${name === ".replace" ? "(ptc-refuse)" : `(if (and (ptc-text? s) (ptc-text? p)) (${name} (clojure.core/str s) (clojure.core/str p)) (ptc-refuse))`}) ([s p r] ${name === ".replace" ? "(if (and (ptc-text? s) (ptc-text? p) (ptc-text? r)) (clojure.string/replace (clojure.core/str s) (clojure.core/str p) (clojure.core/str r)) (ptc-refuse))" : "(ptc-refuse)"}))`,
}));
const characterArguments = [
  "includes?",
  "starts-with?",
  "ends-with?",
  "index-of",
  "last-index-of",
  "replace",
  "replace-first",
  "upper-case",
  "lower-case",
  "capitalize",
  "trim",
  "triml",
  "trimr",
  "reverse",
  "blank?",
  "split",
].map((name): KeptDifference => ({
  name: `clojure.string/${name}`,
  authority: characters,
  host: "clojure",
  // The printed form of a collection is a text that nobody means: here it is refused.
  definition: `(fn [& xs] (if (clojure.core/coll? (clojure.core/first xs)) (ptc-refuse) (apply clojure.string/${name} (map (fn [x] (if (char? x) (clojure.core/str x) x)) xs))))`,
}));

export const keptDifferences: readonly KeptDifference[] = [
  ...eager,
  ...oneCharacterTexts,
  ...characterArguments,
  ...arithmetic,
  ...unboundedArithmetic,
  ...divisions,
  ...oneNumber,
  ...conversions,
  ...bits,
  ...bitsOfLongs,
  ...comparisons,
  ...extremes,
  ...extremeKeys,
  ...numberPredicates,
  ...parities,
  ...counted,
  ...cases,
  ...texts,
  ...textQuestions,
  ...textChanges,
  {
    name: "/",
    authority: coercions,
    host: "nbb",
    definition:
      "(fn [& xs] (cond (not (every? number? xs)) (ptc-refuse) (and (every? int? xs) (some clojure.core/zero? (if (clojure.core/next xs) (clojure.core/rest xs) xs))) (ptc-refuse) :else (apply clojure.core// xs)))",
  },
  {
    name: "unsigned-bit-shift-right",
    authority: "bits are those of 64-bit integers",
    host: "nbb",
    definition:
      "(fn [x n] (cond (not (and (int? x) (int? n))) (ptc-refuse) (clojure.core/<= 0 x 1073741824) (clojure.core/unsigned-bit-shift-right x n) :else (ptc-unknown)))",
  },
  {
    name: "hash-map",
    authority: "maps keep the order in which they were filled",
    definition: "clojure.core/array-map",
  },
  { name: "compare", authority: totalOrder, definition: "ptc-order" },
  {
    name: "sort",
    authority: totalOrder,
    definition: "(fn ([c] (clojure.core/sort ptc-order c)) ([f c] (clojure.core/sort f c)))",
  },
  {
    name: "sort-by",
    authority: totalOrder,
    definition:
      "(fn ([k c] (clojure.core/sort-by k ptc-order c)) ([k f c] (clojure.core/sort-by k f c)))",
  },
  {
    name: "nth",
    authority: bounds,
    definition:
      "(fn ([c i] (cond (not (number? i)) (ptc-refuse) (clojure.core/neg? i) (if (or (nil? c) (sequential? c) (string? c)) nil (ptc-refuse)) :else (clojure.core/nth c i nil))) ([c i d] (if (number? i) (if (clojure.core/neg? i) d (clojure.core/nth c i d)) (ptc-refuse))))",
  },
  {
    name: "subvec",
    authority: `${bounds}; ${sequencesAreVectors}`,
    definition:
      "(fn ([v s] (if (and (sequential? v) (number? s)) (clojure.core/vec (clojure.core/drop s v)) (ptc-refuse))) ([v s e] (if (and (sequential? v) (number? s) (number? e)) (let [s (clojure.core/max 0 s)] (clojure.core/vec (clojure.core/take (clojure.core/- e s) (clojure.core/drop s v)))) (ptc-refuse))))",
  },
  {
    name: "subs",
    authority: bounds,
    definition:
      '(fn ([s a] (cond (not (and (string? s) (number? a))) (ptc-refuse) (or (clojure.core/neg? a) (clojure.core/>= a (count s))) "" :else (clojure.core/subs s a))) ([s a b] (cond (not (and (string? s) (number? a) (number? b))) (ptc-refuse) (or (clojure.core/neg? a) (clojure.core/>= a (count s)) (clojure.core/<= b a)) "" :else (clojure.core/subs s a (clojure.core/min b (count s))))))',
  },
  {
    name: "conj",
    authority: sequencesAreVectors,
    definition: "(fn ([] []) ([c & xs] (apply clojure.core/conj (if (nil? c) [] (ptc-seq c)) xs)))",
  },
  {
    name: "peek",
    authority: sequencesAreVectors,
    definition: "(fn [c] (clojure.core/peek (ptc-seq c)))",
  },
  {
    name: "pop",
    authority: `${sequencesAreVectors}; ${bounds}`,
    definition:
      "(fn [c] (let [v (ptc-seq c)] (if (and (vector? v) (empty? v)) nil (clojure.core/pop v))))",
  },
  {
    name: "get",
    authority: `${sequencesAreVectors}; ${flexibleKeys}`,
    definition:
      "(fn ([c k] (let [c (ptc-seq c)] (clojure.core/get c (ptc-key c k)))) ([c k d] (let [c (ptc-seq c)] (clojure.core/get c (ptc-key c k) d))))",
  },
  {
    name: "contains?",
    authority: `${sequencesAreVectors}; ${flexibleKeys}`,
    definition:
      "(fn [c k] (let [c (ptc-seq c)] (if (string? c) (ptc-refuse) (clojure.core/contains? c (ptc-key c k)))))",
  },
  {
    name: "assoc",
    authority: sequencesAreVectors,
    definition: "(fn [c & xs] (apply clojure.core/assoc (ptc-seq c) xs))",
  },
  {
    name: "update",
    authority: sequencesAreVectors,
    definition: "(fn [c & xs] (apply clojure.core/update (ptc-seq c) xs))",
  },
  {
    name: "rseq",
    authority: sequencesAreVectors,
    definition:
      "(fn [c] (if (sequential? c) (clojure.core/seq (clojure.core/reverse c)) (clojure.core/rseq c)))",
  },
  {
    name: "reduce-kv",
    authority: sequencesAreVectors,
    definition: "(fn [f i c] (clojure.core/reduce-kv f i (ptc-seq c)))",
  },
  { name: "vector?", authority: sequencesAreVectors, definition: "sequential?" },
  { name: "list?", authority: sequencesAreVectors, definition: "(constantly false)" },
  { name: "seq?", authority: sequencesAreVectors, definition: "(constantly false)" },
  {
    name: "associative?",
    authority: sequencesAreVectors,
    definition: "(fn [x] (or (map? x) (sequential? x)))",
  },
  { name: "reversible?", authority: sequencesAreVectors, definition: "sequential?" },
  { name: "indexed?", authority: sequencesAreVectors, definition: "sequential?" },
  { name: "counted?", authority: `${sequencesAreVectors}; nil as on the JVM`, definition: "coll?" },
  {
    name: "ifn?",
    authority: sequencesAreVectors,
    definition: "(fn [x] (or (sequential? x) (clojure.core/ifn? x)))",
  },
  {
    name: "map-entry?",
    authority: "DIV-49: the entries of a map are vectors",
    definition: "(constantly false)",
  },
  {
    name: "format",
    authority:
      "DIV-21: nil is an empty text; integers are exact, and a whole decimal is an integer",
    host: "clojure",
    definition:
      '(fn [f & xs] (let [f (if (clojure.core/char? f) (clojure.core/str f) f) ds (clojure.core/remove #{"%%"} (re-seq #"%[^a-zA-Z%]*[a-zA-Z%]" f))] (apply clojure.core/format f (clojure.core/map-indexed (fn [i x] (cond (and (nil? x) (clojure.string/ends-with? (clojure.core/nth ds i "") "s")) "" (and (clojure.core/rational? x) (re-find #"[efgEG]$" (clojure.core/nth ds i ""))) (clojure.core/double x) (instance? clojure.lang.BigInt x) (biginteger x) :else x)) xs))))',
  },
  {
    name: "merge-with",
    authority: "maps are merged, nothing else",
    definition:
      "(fn [f & ms] (if (some set? ms) (ptc-refuse) (apply clojure.core/merge-with f ms)))",
  },
  {
    name: "rand-nth",
    authority: bounds,
    definition: "(fn [c] (if (empty? c) nil (clojure.core/rand-nth c)))",
  },
  ...["pos", "neg"].map((sign): KeptDifference => ({
    name: `${sign}-int?`,
    authority: "an integer has one type, whatever its size",
    host: "clojure",
    definition: `(fn [x] (and (clojure.core/integer? x) (clojure.core/${sign}? x)))`,
  })),
  {
    name: "int?",
    authority: "an integer has one type, whatever its size",
    host: "clojure",
    definition: "clojure.core/integer?",
  },
  {
    name: "nat-int?",
    authority: "an integer has one type, whatever its size",
    host: "clojure",
    definition: "(fn [x] (and (clojure.core/integer? x) (not (clojure.core/neg? x))))",
  },
  {
    name: "abs",
    authority: "DIV-45: Math takes integers of any size",
    host: "clojure",
    definition: "(fn [x] (if (clojure.core/neg? x) (clojure.core/-' x) x))",
  },
  {
    name: "Math/signum",
    authority: "a whole decimal is an integer",
    host: "clojure",
    definition: "(fn [x] (Math/signum (clojure.core/double x)))",
  },
  ...["Math/ceil", "clojure.math/ceil", "Math/rint", "clojure.math/rint"].map(
    (name): KeptDifference => ({
      name,
      authority: "DIV-42: what is rounded is an integer, and there is one zero",
      host: "clojure",
      definition: `(fn [x] (clojure.core/+ 0.0 (${name} (clojure.core/double x))))`,
    }),
  ),
  {
    name: "identical?",
    authority: "equal keywords are one value, as on the JVM",
    host: "nbb",
    definition:
      "(fn [a b] (if (and (keyword? a) (keyword? b)) (= a b) (clojure.core/identical? a b)))",
  },
  {
    name: "str",
    authority: sequencesAreVectors,
    definition: "(fn [& xs] (apply clojure.core/str (map ptc-data xs)))",
  },
  {
    name: "pr-str",
    authority: sequencesAreVectors,
    host: "nbb",
    definition: "(fn [& xs] (apply clojure.core/pr-str (map ptc-data xs)))",
  },
  ...["print-str", "println-str", "prn-str"].map((name): KeptDifference => ({
    name,
    authority: "an integer has one type and no mark",
    host: "clojure",
    definition: `(fn [& xs] (apply clojure.core/${name} (clojure.core/map (fn [x] (if (instance? clojure.lang.BigInt x) (biginteger x) x)) xs)))`,
  })),
  {
    name: "pr-str",
    authority: `${sequencesAreVectors}; an integer has one type and no mark`,
    host: "clojure",
    definition:
      "(fn [& xs] (apply clojure.core/pr-str (map (fn [x] (if (instance? clojure.lang.BigInt x) (biginteger x) (ptc-data x))) xs)))",
  },
  {
    name: "clojure.string/join",
    authority: sequencesAreVectors,
    definition:
      "(fn ([c] (clojure.string/join (map ptc-data c))) ([s c] (clojure.string/join s (map ptc-data c))))",
  },
  {
    name: "parse-long",
    authority: "DIV-18: reading what is no string is nil",
    definition: "(fn [s] (if (string? s) (clojure.core/parse-long s) nil))",
  },
  {
    name: "parse-double",
    authority: "DIV-18: reading what is no string is nil",
    definition: "(fn [s] (if (string? s) (clojure.core/parse-double s) nil))",
  },
  {
    name: "parse-boolean",
    authority: "DIV-18: reading what is no string is nil",
    definition: "(fn [s] (if (string? s) (clojure.core/parse-boolean s) nil))",
  },
  {
    name: "keyword",
    authority: "DIV-34, DIV-35: a keyword has a name that can be read",
    definition:
      '(fn ([x] (if (and (string? x) (re-find #"[\\s,()\\[\\]{}\\"@;]|^[:/]|[:/]$|^[^\\w\\u00c0-\\uffff]*$" x)) (ptc-refuse) (clojure.core/keyword x))) ([a b] (clojure.core/keyword a b)))',
  },
  {
    name: "char?",
    authority: "a character is a string of one character",
    host: "clojure",
    definition: "(fn [x] (or (clojure.core/char? x) (and (string? x) (= 1 (count x)))))",
  },
  {
    name: "string?",
    authority: "a character is a string of one character",
    host: "clojure",
    definition: "ptc-text?",
  },
  {
    name: "Math/round",
    authority: "DIV-43: round goes away from zero",
    definition:
      "(fn [x] (if (number? x) (let [r (clojure.core/long (clojure.core/+ 0.5 (clojure.core/abs x)))] (if (clojure.core/neg? x) (clojure.core/- r) r)) (ptc-refuse)))",
  },
  {
    name: "clojure.math/round",
    authority: "DIV-43: round goes away from zero",
    definition:
      "(fn [x] (if (number? x) (let [r (clojure.core/long (clojure.core/+ 0.5 (clojure.core/abs x)))] (if (clojure.core/neg? x) (clojure.core/- r) r)) (ptc-refuse)))",
  },
  {
    name: "clojure.string/split",
    authority: `${coercions}; DIV-50: a text splits at a character`,
    host: "nbb",
    definition:
      '(fn [s p & n] (if (and (string? s) (regexp? p)) (let [r (apply clojure.string/split s p n)] (if (and (clojure.core/pos? (count s)) (= "" (clojure.core/first r)) (re-find p "")) (clojure.core/vec (clojure.core/rest r)) r)) (ptc-refuse)))',
  },
];
