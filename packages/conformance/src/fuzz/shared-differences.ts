// The kept differences that several names share: one definition per group of names.

import {
  anyPair,
  checkedAtOnce,
  coercions,
  exact,
  quantities,
  wholeDecimals,
  characters,
  type IntendedDifference,
} from "./intended-difference.ts";

const arithmetic = ["+", "-", "*"].map((name): IntendedDifference => ({
  name,
  authority: `${coercions}; ${exact}`,
  host: "nbb",
  definition: `(fn [& xs] (if (every? number? xs) (ptc-safe (apply clojure.core/${name} (map ptc-safe xs))) (ptc-refuse)))`,
}));
/** On the JVM, the functions whose names end in `'` don't overflow. */
const unboundedArithmetic = ["+", "-", "*", "inc", "dec"].map((name): IntendedDifference => ({
  name,
  authority: `${exact}; parity: one argument is checked too`,
  host: "clojure",
  definition: `(fn [& xs] (if (every? number? xs) (apply clojure.core/${name}' xs) (ptc-refuse)))`,
}));
const divisions = ["quot", "rem", "mod"].map((name): IntendedDifference => ({
  name,
  authority: coercions,
  host: "nbb",
  definition: `(fn [a b] (if (and (number? a) (number? b) (not (clojure.core/zero? b))) (clojure.core/${name} (ptc-safe a) (ptc-safe b)) (ptc-refuse)))`,
}));
const oneNumber = ["inc", "dec", "abs"].map((name): IntendedDifference => ({
  name,
  authority: coercions,
  host: "nbb",
  definition: `(fn [a] (if (number? a) (ptc-safe (clojure.core/${name} (ptc-safe a))) (ptc-refuse)))`,
}));
const conversions = ["int", "long", "double", "float", "short", "byte"].map(
  (name): IntendedDifference => ({
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
].map((name): IntendedDifference => ({
  name,
  authority: `${coercions}; bits are those of 64-bit integers`,
  host: "nbb",
  definition: `(fn [& xs] (cond (not (every? int? xs)) (ptc-refuse) (every? (fn [x] (clojure.core/< -1073741824 x 1073741824)) xs) (let [r (apply ${name === "bit-clear" ? "bit-clear" : `clojure.core/${name}`} xs)] r) :else (ptc-unknown)))`,
}));
/**
 * In this language, a number that fits in 64 bits is never a big integer, no matter how it was
 * computed.
 */
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
].map((name): IntendedDifference => ({
  name,
  authority: "an integer has one type, whatever its size",
  host: "clojure",
  definition: `(fn [& xs] (apply clojure.core/${name} (clojure.core/map (fn [x] (if (or (instance? clojure.lang.BigInt x) (instance? java.math.BigInteger x)) (clojure.core/long x) x)) xs)))`,
}));
const comparisons = ["<", ">", "<=", ">="].map((name): IntendedDifference => ({
  name,
  authority: quantities,
  definition: `(fn [& xs] (if (empty? xs) (ptc-refuse) (every? (fn [[a b]] (let [o (ptc-quantity a b)] (and (not (ptc-nan? a)) (not (ptc-nan? b)) (clojure.core/${name} o 0)))) (clojure.core/partition 2 1 xs))))`,
}));
const extremes = (
  [
    ["max", ">="],
    ["min", "<="],
  ] as const
).map(([name, test]): IntendedDifference => ({
  name,
  authority: quantities,
  definition: `(fn [x & xs] (reduce (fn [a b] (let [o (ptc-quantity a b)] (cond (ptc-nan? a) a (ptc-nan? b) b (clojure.core/${test} o 0) a :else b))) x xs))`,
}));
const extremeKeys = (
  [
    ["max-key", "pos?"],
    ["min-key", "neg?"],
  ] as const
).map(([name, test]): IntendedDifference => ({
  name,
  authority: quantities,
  definition: `(fn [f x & xs] (reduce (fn [a b] (if (clojure.core/${test} (ptc-quantity (f a) (f b))) a b)) x xs))`,
}));
const numberPredicates = ["zero?", "pos?", "neg?", "NaN?", "infinite?"].map(
  (name): IntendedDifference => ({
    name,
    authority: coercions,
    host: "nbb",
    definition: `(fn [x] (if (number? x) ${name === "infinite?" ? "(or (= x ##Inf) (= x ##-Inf))" : name === "NaN?" ? "(ptc-nan? x)" : `(clojure.core/${name} x)`} (ptc-refuse)))`,
  }),
);
const parities = ["even?", "odd?"].map((name): IntendedDifference => ({
  name,
  authority: wholeDecimals,
  definition: `(fn [x] (if (and (number? x) (not (ptc-nan? x)) (clojure.core/< -1e15 x 1e15) (== x (clojure.core/long x))) (clojure.core/${name} (clojure.core/long x)) (if (clojure.core/integer? x) (clojure.core/${name} x) (ptc-refuse))))`,
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
].map((name): IntendedDifference => ({
  name,
  authority: `${coercions}; ${checkedAtOnce}`,
  definition: `(fn [& xs] (if (and ${name.startsWith("nth") ? "true" : `(or (= 1 (count xs)) (ptc-seqable? (clojure.core/last xs)))`} (every? number? ${name.startsWith("nth") ? "(clojure.core/rest xs)" : name.startsWith("partition") ? "(clojure.core/take (if (= 3 (count xs)) 2 1) (if (= 1 (count xs)) xs (clojure.core/butlast xs)))" : name === "drop-last" ? "(clojure.core/butlast xs)" : "(clojure.core/take 1 xs)"})) (apply clojure.core/${name} xs) (ptc-refuse)))`,
}));
/**
 * As on the JVM, these three functions treat a value that is not a collection as its printed text.
 */
const cases = ["upper-case", "lower-case", "capitalize"].map((name): IntendedDifference => ({
  name: `clojure.string/${name}`,
  authority: coercions,
  host: "nbb",
  definition: `(fn [s] (if (or (string? s) (number? s) (keyword? s) (boolean? s)) (clojure.string/${name} (clojure.core/str s)) (ptc-refuse)))`,
}));
const texts = ["trim", "triml", "trimr", "trim-newline", "reverse", "split-lines"].map(
  (name): IntendedDifference => ({
    name: `clojure.string/${name}`,
    authority: coercions,
    host: "nbb",
    definition: `(fn [s] (if (string? s) (clojure.string/${name} s) (ptc-refuse)))`,
  }),
);
const textQuestions = ["includes?", "starts-with?", "ends-with?", "index-of", "last-index-of"].map(
  (name): IntendedDifference => ({
    name: `clojure.string/${name}`,
    authority: coercions,
    host: "nbb",
    definition: `(fn [s p & n] (if (and (string? s) (string? p)) (apply clojure.string/${name} s p n) (ptc-refuse)))`,
  }),
);
const textChanges = ["replace", "replace-first"].map((name): IntendedDifference => ({
  name: `clojure.string/${name}`,
  authority: coercions,
  host: "nbb",
  definition: `(fn [s p r] (if (and (string? s) (or (regexp? p) (string? p)) (or (string? r) (and (regexp? p) (ifn? r)))) (clojure.string/${name} s p r) (ptc-refuse)))`,
}));

/**
 * Sequence functions that are eager here. The definitions realize 300 elements, which is enough
 * for every generated program.
 */
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
].map((name): IntendedDifference => ({
  name,
  authority: "sequence functions over what is finite are eager",
  definition: `(fn [& xs] (let [r (apply clojure.core/${name} xs)] (if (and (sequential? r) ${name === "repeatedly" ? "(clojure.core/next xs)" : "(every? ptc-finite? (clojure.core/rest xs))"}) (do (dorun (clojure.core/take 300 r)) r) r)))`,
}));
/** `for` is a macro, so its sequence is realized instead. */
const eagerFor: IntendedDifference = {
  name: "for",
  takesValue: true,
  authority: "sequence functions over what is finite are eager",
  definition: "(fn [r] (dorun (clojure.core/take 300 r)) r)",
};
const oneCharacterTexts = [
  ".endsWith",
  ".startsWith",
  ".contains",
  ".indexOf",
  ".lastIndexOf",
  ".equalsIgnoreCase",
  ".replace",
].map((name): IntendedDifference => ({
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
].map((name): IntendedDifference => ({
  name: `clojure.string/${name}`,
  authority: characters,
  host: "clojure",
  // Refuse a collection, because a program hardly ever means its printed form.
  definition: `(fn [& xs] (if (clojure.core/coll? (clojure.core/first xs)) (ptc-refuse) (apply clojure.string/${name} (map (fn [x] (if (char? x) (clojure.core/str x) x)) xs))))`,
}));
const partsOfPairs = (["key", "val"] as const).flatMap((name, part): IntendedDifference[] => [
  { name, authority: anyPair, definition: `(fn [e] (ptc-part e ${String(part)}))` },
  {
    name: `${name}s`,
    authority: anyPair,
    definition: `(fn [c] (if (or (map? c) (empty? c)) (clojure.core/${name}s (ptc-ordered c)) (clojure.core/map (fn [e] (ptc-part e ${String(part)})) c)))`,
  },
]);

export const sharedDifferences: readonly IntendedDifference[] = [
  ...partsOfPairs,
  ...eager,
  eagerFor,
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
];
