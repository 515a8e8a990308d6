// Names from other languages for functions that have another name here. Similar spelling can't find
// them: `len` isn't close to `count`. None of them is a name of the language.

import { familyAdvice, foreignWords } from "./foreign-words.ts";

const call = "call it by its name: (f x)";
const otherwise = "the last test of cond is :else: (cond test a :else b)";
const setter =
  "bind with (let [x 1] …) or (def x 1); values are immutable: build up with reduce or loop";
const each = "use (doseq [x coll] …), or run!; (map f coll) for the results";
const mean = "use (avg coll), or (avg-by :key rows)";
const power = "use (Math/pow x y)";
const ternary = "use (if test then else)";

const className = "classes aren't values: write #(instance? String %), or string? number? map?";

/** Name -> what to write instead. */
export const foreignNames: ReadonlyMap<string, string> = new Map([
  // counts and emptiness
  ["len", "use count: (count coll)"],
  ["length", "use count: (count coll)"],
  ["size", "use count: (count coll)"],
  ["len?", "use count: (count coll)"],
  ["count-if", "use (count (filter pred coll))"],
  ["count-by", "use (frequencies (map f coll))"],
  ["countif", "use (count (filter pred coll))"],
  ["is-empty", "use empty?: (empty? coll)"],
  ["isEmpty", "use empty?: (empty? coll)"],
  ["is_empty", "use empty?: (empty? coll)"],
  ["null?", "use nil? for a value, empty? for a collection"],
  ["is-nil", "use nil?"],
  ["isnull", "use nil?"],
  // calculating
  ["mean", mean],
  ["average", mean],
  ["mean-by", "use (avg-by :key rows)"],
  ["average-by", "use (avg-by :key rows)"],
  ["median", "use (nth (vec (sort coll)) (quot (count coll) 2))"],
  ["total", "use (reduce + coll), or (sum-by :key rows)"],
  ["minimum", "use (apply min coll), or (min-by :key rows)"],
  ["maximum", "use (apply max coll), or (max-by :key rows)"],
  ["expt", power],
  ["power", power],
  ["**", power],
  ["modulo", "use mod: (mod x y)"],
  ["%%", "use mod: (mod x y)"],
  ["//", "use quot: (quot x y)"],
  ["div", "use quot for whole numbers, / for decimals"],
  ["truncate", "use (long x)"],
  ["incf", "use inc: (inc x); values are immutable"],
  ["1+", "use inc: (inc x)"],
  ["1-", "use dec: (dec x)"],
  ["++", "use inc for numbers, str for strings, concat for collections"],
  ["--", "use dec: (dec x)"],
  ["+=", "values are immutable: use (+ x y), reduce or loop"],
  ["-=", "values are immutable: use (- x y), reduce or loop"],
  // comparing and joining conditions
  ["!=", "use not=: (not= x y)"],
  ["/=", "use not=: (not= x y)"],
  ["<>", "use not=: (not= x y)"],
  ["!==", "use not=: (not= x y)"],
  ["not-equal", "use not=: (not= x y)"],
  ["not-equals", "use not=: (not= x y)"],
  ["neq", "use not=: (not= x y)"],
  ["===", "use =: (= x y)"],
  ["eq", "use =: (= x y)"],
  ["eq?", "use =: (= x y)"],
  ["eql", "use =: (= x y)"],
  ["equal", "use =: (= x y)"],
  ["equal?", "use =: (= x y)"],
  ["equals", "use =: (= x y)"],
  ["equals?", "use =: (= x y)"],
  ["&&", "use and: (and a b)"],
  ["||", "use or: (or a b)"],
  ["!", "use not: (not x)"],
  ["xor", "use (not= (boolean a) (boolean b))"],
  ["??", "use or: (or x default)"],
  ["coalesce", "use or: (or x default)"],
  ["desc", "pass > as comparator: (sort-by :key > coll)"],
  ["descending", "pass > as comparator: (sort-by :key > coll)"],
  ["asc", "omit it: (sort-by :key coll) ascends"],
  ["sort-desc", "use (sort > coll)"],
  ["sort-by-desc", "use (sort-by :key > coll)"],
  ["sorted", "use (sort coll), or (sort-by :key coll)"],
  ["order-by", "use (sort-by :key coll)"],
  ["orderBy", "use (sort-by :key coll)"],
  ["sortBy", "use (sort-by :key coll)"],
  // nil, true and false
  ["None", "use nil"],
  ["null", "use nil"],
  ["NULL", "use nil"],
  ["undefined", "use nil"],
  ["Nil", "use nil"],
  ["NIL", "use nil"],
  ["True", "use true"],
  ["TRUE", "use true"],
  ["False", "use false"],
  ["FALSE", "use false"],
  ["Infinity", "use ##Inf"],
  // forms
  ["progn", "use do: (do a b)"],
  ["begin", "use do: (do a b)"],
  ["lambda", "use fn: (fn [x] …)"],
  ["function", "use fn: (fn [x] …), or (defn name [x] …)"],
  ["defun", "use defn: (defn name [x] …)"],
  ["define", "use (def name value), or (defn name [x] …)"],
  ["λ", "use fn: (fn [x] …)"],
  ["let*", "use let: (let [x 1 y 2] …)"],
  ["letrec", "use letfn for functions: (letfn [(f [x] …)] …)"],
  ["setq", setter],
  ["setf", setter],
  ["var", setter],
  ["const", setter],
  ["elif", otherwise],
  ["else-if", otherwise],
  ["elseif", otherwise],
  ["elsif", otherwise],
  ["else", otherwise],
  ["otherwise", otherwise],
  ["if-else", ternary],
  ["ternary", ternary],
  ["unless", "use when-not, or if-not"],
  ["switch", "use (case x :a 1 :b 2 default)"],
  ["match", "use case for values, cond for tests"],
  ["return-from", "use (return value)"],
  ["raise", 'use (throw (ex-info "message" {}))'],
  ["begin0", "use (let [x first] … x)"],
  ["funcall", call],
  ["call", call],
  ["invoke", call],
  ["call-fn", call],
  ["foreach", each],
  ["for-each", each],
  ["forEach", each],
  ["each", each],
  ["dolist", each],
  ["puts", "use println"],
  ["echo", "use println"],
  ["display", "use println"],
  ["log", "use println to print, Math/log for the logarithm"],
  ["sprintf", 'use format: (format "%.2f" x)'],
  // sequences
  ["unique", "use distinct: (distinct coll), or (distinct-by f coll)"],
  ["uniq", "use distinct: (distinct coll), or (distinct-by f coll)"],
  ["nub", "use distinct: (distinct coll)"],
  ["unique-by", "use (distinct-by f coll)"],
  ["uniq-by", "use (distinct-by f coll)"],
  ["append", "use conj for one element, concat or into for a collection"],
  ["push", "use conj: (conj coll x)"],
  ["extend", "use into: (into coll others)"],
  ["add", "use conj for a collection, + for numbers"],
  ["insert", "use conj, or assoc for a map"],
  ["prepend", "use cons: (cons x coll)"],
  ["concatenate", "use str for strings, concat for collections"],
  ["concat-str", "use str: (str a b)"],
  ["car", "use first"],
  ["cdr", "use rest"],
  ["cadr", "use second"],
  ["caar", "use ffirst"],
  ["head", "use first"],
  ["tail", "use rest"],
  ["third", "use (nth coll 2)"],
  ["elt", "use nth: (nth coll index)"],
  ["aref", "use nth: (nth coll index)"],
  ["at", "use nth: (nth coll index)"],
  ["foldl", "use reduce: (reduce f init coll)"],
  ["foldr", "use reduce over (reverse coll)"],
  ["fold", "use reduce: (reduce f init coll)"],
  ["inject", "use reduce: (reduce f init coll)"],
  ["accumulate", "use reductions: (reductions f init coll)"],
  ["collect", "use map: (map f coll)"],
  ["select", "use filter: (filter pred coll)"],
  ["where", "use filter: (filter pred coll)"],
  ["filter-by", "use filter: (filter #(= (:key %) value) coll)"],
  ["reject", "use remove: (remove pred coll)"],
  ["remove-if", "use remove: (remove pred coll)"],
  ["remove-if-not", "use filter: (filter pred coll)"],
  ["mapcar", "use map: (map f coll)"],
  ["flatmap", "use mapcat: (mapcat f coll)"],
  ["flat-map", "use mapcat: (mapcat f coll)"],
  ["flatMap", "use mapcat: (mapcat f coll)"],
  ["find-first", "use (first (filter pred coll))"],
  ["any", "use some: (some pred coll)"],
  ["any-of", "use some: (some pred coll)"],
  ["all", "use every?: (every? pred coll)"],
  ["all?", "use every?: (every? pred coll)"],
  ["every", "use every?: (every? pred coll)"],
  ["none?", "use not-any?: (not-any? pred coll)"],
  ["enumerate", "use (map-indexed vector coll)"],
  ["groupby", "use group-by: (group-by :key coll)"],
  ["groupBy", "use group-by: (group-by :key coll)"],
  ["chunk", "use partition-all: (partition-all n coll)"],
  ["array", "write a vector: [1 2 3]"],
  ["tuple", "write a vector: [1 2 3]"],
  ["slice", "use subvec for a vector, subs for a string, take and drop for any collection"],
  ["splice", "use concat of take and drop"],
  ["keys?", "use (contains? m :key)"],
  ["has-key?", "use (contains? m :key)"],
  ["has_key", "use (contains? m :key)"],
  ["haskey", "use (contains? m :key)"],
  ["has", "use (contains? m :key) for a map or set, (some #{x} coll) for any other collection"],
  ["has?", "use (contains? m :key) for a map or set, (some #{x} coll) for any other collection"],
  [
    "contains",
    "use (contains? m :key) for a map or set, (some #{x} coll) for a collection, (str/includes? s part) for a string",
  ],
  ["includes", "use (some #{x} coll) for a collection, (str/includes? s part) for a string"],
  ["in?", "use (some #{x} coll), or (contains? set x)"],
  ["in", "use (some #{x} coll), or (contains? set x)"],
  ["member", "use (some #{x} coll)"],
  ["member?", "use (some #{x} coll)"],
  ["dict", "write a map: {:a 1}"],
  ["hashmap", "write a map: {:a 1}"],
  ["make-hash-map", "write a map: {:a 1}"],
  ["get-or", "use (get m key default)"],
  ["pluck", "use (map :key rows), or (select-keys m [:a :b])"],
  ["map-vals", "use (update-vals m f)"],
  ["map-keys", "use (update-keys m f)"],
  ["items", "use the map itself: (map (fn [[k v]] …) m)"],
  ["index-by", "use (into {} (map (juxt :key identity)) rows)"],
  ["sum-of", "use (sum-by :key rows)"],
  // texts
  ["strip", "use (str/trim s)"],
  ["upper", "use (str/upper-case s)"],
  ["lower", "use (str/lower-case s)"],
  ["to-upper", "use (str/upper-case s)"],
  ["to-lower", "use (str/lower-case s)"],
  ["uppercase", "use (str/upper-case s)"],
  ["lowercase", "use (str/lower-case s)"],
  ["toUpperCase", "use (str/upper-case s)"],
  ["toLowerCase", "use (str/lower-case s)"],
  ["substring", "use (subs s start end)"],
  ["substr", "use (subs s start end)"],
  ["substring?", "use (str/includes? s part)"],
  ["startswith", "use (str/starts-with? s part)"],
  ["endswith", "use (str/ends-with? s part)"],
  ["string-append", "use str: (str a b)"],
  ["string-join", "use (str/join separator coll)"],
  ["string-split", 'use (str/split s #",")'],
  ["string=?", "use =: (= a b)"],
  ["regex-match", "use (re-find pattern s), or re-matches for the whole string"],
  ["re-match", "use (re-find pattern s), or re-matches for the whole string"],
  ["gsub", "use (str/replace s pattern text)"],
  ["pad-left", 'use (format "%5s" x)'],
  ["pad-right", 'use (format "%-5s" x)'],
  ["to_string", "use str: (str x)"],
  ["to-string", "use str: (str x)"],
  ["toString", "use str: (str x)"],
  ["to-str", "use str: (str x)"],
  ["string", "use str: (str x)"],
  ["tostring", "use str: (str x)"],
  ["number", "use (parse-double s)"],
  ["to-number", "use (parse-double s)"],
  ["parse-number", "use (parse-double s), or parse-long for a whole number"],
  ["parse-integer", "use (parse-long s)"],
  ["parseInt", "use (parse-long s)"],
  ["parseFloat", "use (parse-double s)"],
  ["parse-float", "use (parse-double s)"],
  ["to-int", "use (parse-long s) for a string, (long x) for a number"],
  ["json-parse", "use (json/parse-string s)"],
  ["parse-json", "use (json/parse-string s)"],
  ["to-json", "use (json/generate-string x)"],
  ["now", "use (Instant/now)"],
  ["today", "use (LocalDate/now)"],
  ["date", 'use (LocalDate/parse "2026-01-31"), or (LocalDate/now) for today'],
  ["sleep", "use (Thread/sleep milliseconds)"],
  ["isNaN", "use (NaN? x)"],
  ["is-nan", "use (NaN? x)"],
  ["nan?", "use (NaN? x)"],
  ["typeof", "use type: (type x)"],
  ["type-of", "use type: (type x)"],
  ["is-a", "use (instance? String x), or string? number? map?"],
  ["String", className],
  ["Number", className],
  ["Long", className],
  ["Double", className],
  ["Boolean", className],
  ["Keyword", className],
  ["string-length", "use count: (count s)"],
]);

/**
 * Names that programs also use for their own values. Unless called, such a name is more likely a
 * missing local or field.
 */
const onlyCalled: ReadonlySet<string> = new Set(
  "total items number string head tail size length add at in any all log today now where select member match minimum maximum next skip end pass class".split(
    " ",
  ),
);

/** Forms that bind names. Their arguments mean nothing without the binding. */
const binding: ReadonlySet<string> = new Set(
  "lambda λ function defun define let* letrec setq setf var const dolist foreach for-each match switch".split(
    " ",
  ),
);

export function isForeignBinding(name: string): boolean {
  return binding.has(name);
}

/**
 * The names of the table without their signs and in lower case, so that `has_key` finds `has-key?`.
 * Made at the first name that the table doesn't have.
 */
let byLetters: ReadonlyMap<string, string> | undefined;

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[-_?!]/g, "");
}

/** Returns what to write instead of `name`; `isCalled` is true if the name is called. */
export function foreignAdvice(name: string, isCalled: boolean): string | undefined {
  if (!isCalled && onlyCalled.has(name)) return undefined;
  const known = foreignNames.get(name) ?? foreignWords.get(name);
  // A single word that isn't called is more likely a missing local or field.
  const isFamily = /^[a-zA-Z]/.test(name) && (isCalled || /.[-_>A-Z]/.test(name));
  if (known !== undefined || !isFamily) return known;
  byLetters ??= new Map(
    // The first of several names with the same letters counts.
    [...foreignNames, ...foreignWords]
      .toReversed()
      .map(([each, advice]) => [lettersOf(each), advice]),
  );
  return byLetters.get(lettersOf(name)) ?? familyAdvice(name);
}
