// Templates for keys that are data: ids that differ only in `-`, `_` or case, keywords and strings
// of one name in one map, and integers near 2^53.

import type { TemplateRow } from "../template.ts";

const counting: readonly TemplateRow[] = [
  ["map<id,int>", "(reduce (fn [?m ?k] (update ?m ?k (fnil inc 0))) {} $coll<id>)", 2],
  ["map<K,int>", "(reduce (fn [?m ?k] (update ?m ?k (fnil inc 0))) $map<K,int> $coll<K>)", 2],
  ["map<K,int>", "(reduce (fn [?m ?k] (assoc ?m ?k (inc (get ?m ?k 0)))) {} $coll<K>)"],
  ["map<K,int>", "(reduce (fn [?m ?k] (update-in ?m [?k] (fnil + 0) $int{?k:K})) {} $coll<K>)"],
  ["map<K,int>", "(apply merge-with + (map (fn [?k] {?k 1}) $coll<K>))"],
  ["map<K,int>", "(frequencies $coll<K>)"],
  ["map<K,int>", "(update-vals (group-by identity $coll<K>) count)"],
  [
    "map<K,int>",
    "(persistent! (reduce (fn [?m ?k] (assoc! ?m ?k (inc (get ?m ?k 0)))) (transient {}) $coll<K>))",
  ],
  [
    "map<K,int>",
    "(let [?c (atom {})] (doseq [?k $coll<K>] (swap! ?c update ?k (fnil inc 0))) @?c)",
  ],
  [
    "vec<V>",
    "(let [?c (atom {}) ?f (fn [?k] (if-let [?e (find @?c ?k)] (val ?e) (let [?v $V{?k:K}] (swap! ?c assoc ?k ?v) ?v)))] (mapv ?f $coll<K>))",
    2,
  ],
];

const joining: readonly TemplateRow[] = [
  ["map<key,vec<A>>", "(group-by (fn [?x] $key{?x:A}) $coll<A>)"],
  ["map<id,vec<A>>", "(group-by (fn [?x] $id{?x:A}) $coll<A>)"],
  ["map<key,A>", "(into {} (map (fn [?x] [$key{?x:A} ?x])) $coll<A>)"],
  ["vec<V>", "(let [?i $map<K,V>] (vec (keep (fn [?k] (get ?i ?k)) $coll<K>)))"],
  ["seq<K>", "(let [?i $map<K,V>] (remove (fn [?k] (contains? ?i ?k)) $coll<K>))"],
  ["seq<K>", "(filter $set<K> $coll<K>)"],
  ["seq<K>", "(remove $set<K> $coll<K>)"],
  ["seq<K>", "(dedupe $coll<K>)"],
  ["seq<K>", "(distinct $coll<K>)"],
  ["int", "(count (set $coll<K>))"],
  ["seq<K>", "(keys $map<K,V>)"],
  [
    "int",
    "(count (clojure.set/join (set [{:sku $id :a 1} {:sku $id :a 2}]) (set [{:sku $id :b 1}])))",
  ],
  ["int", "(count (clojure.set/index (set [{:sku $id} {:sku $id} {:sku $id}]) [:sku]))"],
  ["map<id,V>", "(into (sorted-map) $map<id,V>)"],
  ["seq<id>", "(keys (into (sorted-map) $map<id,V>))"],
  ["map<id,V>", "(assoc (sorted-map $id $V) $id $V)"],
  ["V", "(get (into (sorted-map) $map<id,V>) $id $V)"],
  ["seq<id>", "(seq (into (sorted-set) $coll<id>))"],
  ["bool", "(contains? (into (sorted-set) $coll<id>) $id)"],
];

const reading: readonly TemplateRow[] = [
  ["V", "(get $map<key,V> $key $V)", 2],
  ["V", "($map<key,V> $key $V)"],
  ["V", "($kw $map<key,V>)"],
  ["V", "(:due-date $map<key,V> $V)"],
  ["V", '(get $map<key,V> "due-date")'],
  ["bool", "(contains? $map<key,V> $key)"],
  ["bool", "(nil? (find $map<key,V> $key))"],
  ["V", "(get-in {$K {$K $V}} [$K $K] $V)"],
  ["V", '(get-in {:a {"sku-1" $V "sku_1" $V}} [:a $id] $V)'],
  ["T", '(case $key "sku_1" $T "sku-1" $T :sku_1 $T :due-date $T $T)'],
  [
    "T",
    "(let [{:keys [sku_1 due-date] :or {due-date 7 sku_1 8}} $map<key,int>] $T{sku_1:int;due-date:int})",
  ],
  [
    "T",
    "(let [{:strs [sku_1 due_date] :or {due_date 7 sku_1 8}} $map<key,int>] $T{sku_1:int;due_date:int})",
  ],
  [
    "T",
    '(let [{?x "sku-1" ?y :due_date :or {?x 5 ?y 6} :as ?m} $map<key,int>] $T{?x:int;?y:int;?m:map<key,int>})',
  ],
];

const writing: readonly TemplateRow[] = [
  ["map<key,V>", "(merge $map<key,V> $map<key,V>)", 2],
  ["map<key,int>", "(merge-with + $map<key,int> $map<key,int> {$key $int})", 2],
  ["map<key,V>", "(into $map<key,V> [[$key $V] [$key $V]])"],
  ["map<key,V>", "(conj $map<key,V> {$key $V})"],
  ["map<key,V>", "(assoc $map<key,V> $key $V $key $V)"],
  ["map<key,int>", "(update $map<key,int> $key (fnil inc 0))"],
  ["map<key,V>", "(dissoc $map<key,V> $key $key)"],
  ["map<key,V>", "(select-keys $map<key,V> $coll<key>)"],
  ["map<K,V>", "(select-keys $map<K,V> $coll<K>)"],
  ["map<K,V>", "(clojure.set/rename-keys $map<K,V> {$K $K})"],
  ["map<key,V>", '(clojure.set/rename-keys $map<key,V> {"sku_1" :sku_1 :due-date :due_date})'],
  ["map<K,map<K,int>>", "(assoc-in $map<K,map<K,int>> [$K $K] $int)"],
  ["map<K,map<K,int>>", "(update-in {$K {$K $int}} [$K $K] (fnil + 0) $int)"],
  ["map<key,V>", "(reduce-kv (fn [?m ?k ?v] (assoc ?m ?k ?v)) $map<key,V> $map<key,V>)"],
  ["map<id,V>", "(reduce-kv (fn [?m ?k ?v] (assoc ?m (name ?k) ?v)) {} $map<kw,V>)"],
  ["map<kw,V>", "(reduce-kv (fn [?m ?k ?v] (assoc ?m (keyword ?k) ?v)) {} $map<id,V>)"],
  ["map<key,V>", "(zipmap $coll<key> $coll<V>)"],
  ["map<key,V>", "(hash-map $key $V $key $V)"],
  ["map<key,V>", "(update-keys $map<key,V> (fn [?k] $key{?k:key}))", 0.3],
  ["map<key,V>", "(persistent! (assoc! (transient $map<key,V>) $key $V))"],
  ["map<key,V>", "(persistent! (dissoc! (transient $map<key,V>) $key))", 0.5],
  ["map<key,V>", "(into {} (filter (fn [[?k ?v]] $bool{?k:key;?v:V})) $map<key,V>)"],
  ["bool", "(= $map<key,V> $map<key,V>)"],
  ["set<key>", "(conj $set<key> $key)"],
  ["set<key>", "(disj $set<key> $key)"],
];

const large: readonly TemplateRow[] = [
  ["big", "(+ $big $big)"],
  ["big", "(+ $big $int)"],
  ["big", "(- $big $int)"],
  ["big", "(* $big $small)"],
  ["big", "(inc $big)"],
  ["big", "(dec $big)"],
  ["big", "(reduce + $vec<big>)"],
  ["big", "(reduce max $big $coll<big>)"],
  ["big", "(quot $big $pos)"],
  ["int", "(mod $big $pos)"],
  ["big", "(abs $big)"],
  ["bool", "(= $big $big)"],
  ["bool", "(< $big $big $big)"],
  ["bool", "(even? $big)"],
  ["str", "(str $big)"],
  ["big", "(parse-long (str $big))"],
  ["map<big,int>", "(frequencies $coll<big>)"],
  ["map<big,V>", "(hash-map $big $V $big $V)"],
  ["V", "(get $map<big,V> $big $V)"],
  ["seq<big>", "(sort $coll<big>)"],
  ["seq<big>", "(distinct $coll<big>)"],
  ["int", "(compare $big $big)"],
];

/** Definitions of lazy sequences, of which a program reads a part. */
const deferred: readonly TemplateRow[] = [
  ["vec<int>", "(do (def ?xs (iterate inc $int)) [(first ?xs) (second ?xs) (nth ?xs 5)])"],
  ["seq<int>", "(do (def ?xs (map $fn<int,int> (range))) (take $small ?xs))"],
  ["vec<int>", "(do (def ?xs (filter $fn<int,bool> (range 9))) [(first ?xs) (count ?xs)])"],
  ["T", "(do (def ?xs (lazy-seq (cons $T (lazy-seq (throw (ex-info $str {})))))) (first ?xs))"],
  [
    "int",
    "(do (def ?a (atom 0)) (def ?xs (map (fn [?x] (swap! ?a inc) ?x) (iterate inc 0))) (dorun (take $small ?xs)) @?a)",
  ],
  [
    "vec<bool>",
    "(do (def ?xs (lazy-seq $vec<A>)) [(realized? ?xs) (nil? (first ?xs)) (realized? ?xs)])",
  ],
  ["vec<bool>", "(do (def ?d (delay $A)) [(realized? ?d) (nil? @?d) (realized? ?d)])"],
  [
    "vec<int>",
    "(do (defn ?s [?n] (lazy-seq (cons (first ?n) (?s (remove (fn [?x] (zero? (mod ?x (first ?n)))) (rest ?n)))))) (def ?p (?s (iterate inc 2))) (vec (take 6 ?p)))",
  ],
  ["vec<int>", "(do (def ?p (repeatedly (fn [] $int))) (vec (take 2 ?p)))"],
  ["vec<T>", "(do (def ?c (cycle [$T $T])) (vec (take 3 ?c)))"],
  ["seq<int>", "(do (def ?f (lazy-cat [0 1] (map + ?f (rest ?f)))) (take 8 ?f))"],
  ["seq<int>", "(do (def ?xs (concat $coll<int> (range))) (take 6 ?xs))"],
  ["vec<int>", "(let [[?a ?b & ?r] (iterate inc $int)] [?a ?b (first ?r)])"],
  [
    "vec<int>",
    "(do (defn ?p [?n] (lazy-seq (when (< ?n $small) (cons ?n (?p (inc ?n)))))) (def ?xs (?p 0)) [(first ?xs) (count ?xs)])",
  ],
];

export const keyedRows: readonly TemplateRow[] = [
  ...counting,
  ...joining,
  ...reading,
  ...writing,
  ...large,
  ...deferred,
];
