// The deliberate differences between this language and the hosts of Clojure, as data: the name, the
// authority, and our meaning written in Clojure. A difference is explained if the host gives our
// answer after these definitions replace the names that the program uses. The whole value is still
// compared.

import {
  anyPair,
  coercions,
  printsElements,
  sequencesAreLists,
  quantities,
  bounds,
  checkedAtOnce,
  order,
  wholeDecimals,
  type IntendedDifference,
} from "./intended-difference.ts";
import { sharedDifferences } from "./shared-differences.ts";

export const intendedDifferences: readonly IntendedDifference[] = [
  ...sharedDifferences,
  {
    name: "/",
    authority: coercions,
    host: "nbb",
    definition:
      "(fn [& xs] (cond (not (every? number? xs)) (ptc-refuse) (and (every? int? xs) (some clojure.core/zero? (if (clojure.core/next xs) (clojure.core/rest xs) xs))) (ptc-refuse) :else (apply clojure.core// xs)))",
  },
  {
    name: "/",
    authority: "a quotient that is no integer is a decimal",
    host: "clojure",
    definition:
      "(fn [& xs] (let [q (apply clojure.core// xs)] (if (ratio? q) (clojure.core/double q) q)))",
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
  { name: "compare", authority: quantities, definition: "ptc-order" },
  {
    name: "sort",
    authority: quantities,
    definition: "(fn ([c] (clojure.core/sort ptc-order c)) ([f c] (clojure.core/sort f c)))",
  },
  {
    name: "group-by",
    authority: checkedAtOnce,
    definition: "(fn [k c] (if (ifn? k) (clojure.core/group-by k c) (ptc-refuse)))",
  },
  {
    name: "sort-by",
    authority: `${quantities}; ${checkedAtOnce}`,
    definition:
      "(fn ([k c] (if (ifn? k) (clojure.core/sort-by k ptc-order c) (ptc-refuse))) ([k f c] (if (ifn? k) (clojure.core/sort-by k f c) (ptc-refuse))))",
  },
  {
    name: "nth",
    authority: bounds,
    definition:
      "(fn ([c i] (cond (not (number? i)) (ptc-refuse) (clojure.core/neg? i) (if (or (nil? c) (sequential? c) (string? c)) nil (ptc-refuse)) :else (clojure.core/nth c i nil))) ([c i d] (if (number? i) (if (clojure.core/neg? i) d (clojure.core/nth c i d)) (ptc-refuse))))",
  },
  {
    name: "subvec",
    authority: bounds,
    definition:
      "(fn ([v s] (if (and (vector? v) (number? s)) (clojure.core/vec (clojure.core/drop s v)) (ptc-refuse))) ([v s e] (if (and (vector? v) (number? s) (number? e)) (let [s (clojure.core/max 0 s)] (clojure.core/vec (clojure.core/take (clojure.core/- e s) (clojure.core/drop s v)))) (ptc-refuse))))",
  },
  {
    name: "subs",
    authority: bounds,
    definition:
      '(fn ([s a] (cond (not (and (string? s) (number? a))) (ptc-refuse) (or (clojure.core/neg? a) (clojure.core/>= a (count s))) "" :else (clojure.core/subs s a))) ([s a b] (cond (not (and (string? s) (number? a) (number? b))) (ptc-refuse) (or (clojure.core/neg? a) (clojure.core/>= a (count s)) (clojure.core/<= b a)) (if (clojure.core/< b a) (ptc-refuse) "") :else (clojure.core/subs s a (clojure.core/min b (count s))))))',
  },
  {
    name: "peek",
    authority: sequencesAreLists,
    definition: "(fn [c] (if (seq? c) (clojure.core/first c) (clojure.core/peek c)))",
  },
  {
    name: "pop",
    authority: sequencesAreLists,
    definition:
      "(fn [c] (if (and (seq? c) (clojure.core/seq c)) (clojure.core/rest c) (clojure.core/pop c)))",
  },
  {
    name: "contains?",
    authority: coercions,
    definition:
      "(fn [c k] (if (or (string? c) (seq? c)) (ptc-refuse) (clojure.core/contains? c k)))",
  },
  ...(["update-vals", "update-keys"] as const).map((name): IntendedDifference => ({
    name,
    authority: `${anyPair}; ${order}; parity: texts and sets have no entries`,
    definition: `(fn [m f] (cond (or (string? m) (set? m)) (ptc-refuse) (seq? m) (clojure.core/${name} (into {} (clojure.core/map (fn [e] [(ptc-part e 0) (ptc-part e 1)]) m)) f) :else (clojure.core/${name} ${name === "update-keys" ? "(ptc-ordered m)" : "m"} f)))`,
  })),
  ...(["set", "map"] as const).map((kind): IntendedDifference => ({
    name: `sorted-${kind}`,
    authority: "parity: a key without an order with those of the collection is absent",
    definition: `(fn [& xs] (apply clojure.core/sorted-${kind}-by ptc-lookup-order xs))`,
  })),
  {
    name: "clojure.set/join",
    authority: "sets compare rows exactly, with the spelling of their keys",
    ofHostData: true,
    definition: "(fn [a b & more] (apply clojure.set/join (ptc-rows a) (ptc-rows b) more))",
  },
  {
    name: "reduce-kv",
    authority: anyPair,
    definition:
      "(fn [f i c] (if (seq? c) (clojure.core/reduce (fn [a e] (if (and (sequential? e) (= 2 (count e))) (f a (clojure.core/nth e 0) (clojure.core/nth e 1)) (ptc-refuse))) i c) (clojure.core/reduce-kv f i c)))",
  },
  {
    name: "regex?",
    authority: "the JVM has no test for patterns",
    host: "clojure",
    definition: "(fn [x] (instance? java.util.regex.Pattern x))",
  },
  {
    name: "counted?",
    authority: "what is all there knows its count; nil as on the JVM",
    definition: "coll?",
  },
  {
    name: "format",
    authority: "integers are exact, and a whole decimal is an integer",
    host: "clojure",
    definition:
      '(fn [f & xs] (let [f (if (clojure.core/char? f) (clojure.core/str f) f) ds (clojure.core/remove #{"%%"} (re-seq #"%[^a-zA-Z%]*[a-zA-Z%]" f))] (apply clojure.core/format f (clojure.core/map-indexed (fn [i x] (cond (and (clojure.core/rational? x) (re-find #"[efgEG]$" (clojure.core/nth ds i ""))) (clojure.core/double x) (instance? clojure.lang.BigInt x) (biginteger x) :else x)) xs))))',
  },
  {
    name: "merge-with",
    authority: checkedAtOnce,
    definition:
      "(fn [f & ms] (if (every? (fn [m] (or (nil? m) (map? m))) (if (clojure.core/first ms) (clojure.core/rest ms) (clojure.core/drop-while not ms))) (apply clojure.core/merge-with f ms) (ptc-refuse)))",
  },
  {
    name: "rand-nth",
    authority: bounds,
    definition: "(fn [c] (if (empty? c) nil (clojure.core/rand-nth c)))",
  },
  ...["pos", "neg"].map((sign): IntendedDifference => ({
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
    (name): IntendedDifference => ({
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
    authority: printsElements,
    definition: "(fn [& xs] (apply clojure.core/str (map ptc-data xs)))",
  },
  {
    name: "pr-str",
    authority: printsElements,
    host: "nbb",
    definition: "(fn [& xs] (apply clojure.core/pr-str (map ptc-data xs)))",
  },
  ...["print-str", "println-str", "prn-str"].map((name): IntendedDifference => ({
    name,
    authority: `an integer has one type and no mark; ${wholeDecimals}`,
    host: "clojure",
    definition: `(fn [& xs] (apply clojure.core/${name} (clojure.core/map (fn [x] (ptc-data x)) xs)))`,
  })),
  {
    name: "pr-str",
    authority: `${printsElements}; an integer has one type and no mark`,
    host: "clojure",
    definition: "(fn [& xs] (apply clojure.core/pr-str (map (fn [x] (ptc-data x)) xs)))",
  },
  {
    name: "clojure.string/join",
    authority: `${printsElements}; a separator is a string`,
    definition:
      "(fn ([c] (clojure.string/join (map ptc-data c))) ([s c] (if (or (nil? s) (string? s) (char? s)) (clojure.string/join (clojure.core/str s) (map ptc-data c)) (ptc-refuse))))",
  },
  {
    name: "distinct",
    authority: "what is no collection is refused at once; a set is one",
    definition:
      "(fn ([] (clojure.core/distinct)) ([c] (if (or (nil? c) (coll? c) (string? c)) (clojure.core/distinct (clojure.core/seq c)) (ptc-refuse))))",
  },
  {
    name: "clojure.set/select",
    authority: "a set is selected from, nothing else",
    definition: "(fn [p s] (if (or (nil? s) (set? s)) (clojure.set/select p s) (ptc-refuse)))",
  },
  {
    name: "reduce",
    authority: "what is no function is refused, also where nothing calls it",
    definition:
      "(fn ([f c] (if (ifn? f) (clojure.core/reduce f c) (ptc-refuse))) ([f i c] (if (ifn? f) (clojure.core/reduce f i c) (ptc-refuse))))",
  },
  {
    name: "range",
    authority: coercions,
    host: "nbb",
    definition: "(fn [& xs] (if (every? number? xs) (apply clojure.core/range xs) (ptc-refuse)))",
  },
  ...["log", "log10", "exp", "cbrt", "sin", "cos", "tan", "asin", "acos", "atan"].map((name) => ({
    name: `Math/${name}`,
    authority: "the bits are those of StrictMath",
    host: "clojure" as const,
    definition: `(fn [x] (let [y (StrictMath/${name} x)] (if (and (clojure.core/< -1e15 y 1e15) (== y (clojure.core/long y))) (clojure.core/long y) y)))`,
  })),
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
    authority: "any text names a keyword, which prints as the call that makes it where it must",
    definition:
      '(fn ([x] (if (and (string? x) (re-find #"[\\s,()\\[\\]{}\\"@;]|^[:/]|[:/]$|[:/][:/]|^$" x)) (list \'keyword x) (clojure.core/keyword x))) ([a b] (clojure.core/keyword a b)))',
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
  ...["Math/round", "clojure.math/round"].flatMap((name): readonly IntendedDifference[] => [
    {
      name,
      authority: "an integer is rounded already",
      host: "clojure",
      definition: `(fn [x] (if (number? x) (if (integer? x) x (Math/round (clojure.core/double x))) (ptc-refuse)))`,
    },
    {
      name,
      authority: "Java has a long for every double",
      host: "nbb",
      definition: `(fn [x] (cond (not (number? x)) (ptc-refuse) (not (== x x)) 0 (> x 9.2e18) 9223372036854775807 (< x -9.2e18) -9223372036854775808 :else (Math/round x)))`,
    },
  ]),
  {
    name: "clojure.string/split",
    authority: `${coercions}; DIV-50: a text splits at a character`,
    host: "nbb",
    definition:
      '(fn [s p & n] (if (and (string? s) (regexp? p)) (let [r (apply clojure.string/split s p n)] (if (and (clojure.core/pos? (count s)) (= "" (clojure.core/first r)) (re-find p "")) (clojure.core/vec (clojure.core/rest r)) r)) (ptc-refuse)))',
  },
];
