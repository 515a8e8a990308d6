// Sequences: by position, transformed, folded, grouped, sorted, and lazy sources that are bounded.

import type { TemplateRow } from "../template.ts";

export const sequenceRows: readonly TemplateRow[] = [
  ["small", "(count $coll<A>)"], ["int", "(count $map<K,V>)"], ["int", "(count $set<K>)"], ["int", "(count $str)"], ["int", "(count nil)", 0.2],
  ["T", "(first $coll<T>)"], ["T", "(second $coll<T>)", 0.5], ["T", "(last $coll<T>)"], ["T", "(ffirst [$coll<T>])", 0.5], ["T", "(fnext $coll<T>)", 0.4],
  ["T", "(first (filter $fn<T,bool> $coll<T>))", 0.5], ["ch", "(first $str)", 0.5], ["ch", "(last $str)", 0.5],
  ["seq<T>", "(rest $coll<T>)"], ["seq<T>", "(next $coll<T>)"], ["seq<T>", "(nfirst [$coll<T>])", 0.4], ["seq<T>", "(nnext $coll<T>)", 0.4],
  ["T", "(nth $coll<T> $small)", 0.5], ["T", "(nth $coll<T> $small $T)"], ["seq<T>", "(nthrest $coll<T> $small)"], ["seq<T>", "(nthnext $coll<T> $small)"],
  ["seq<T>", "(take $small $coll<T>)"], ["seq<T>", "(drop $small $coll<T>)"], ["seq<T>", "(take-last $small $coll<T>)"], ["seq<T>", "(drop-last $coll<T>)"], ["seq<T>", "(drop-last $small $coll<T>)"], ["seq<T>", "(butlast $coll<T>)"],
  ["seq<ch>", "(take $small $str)", 0.5], ["seq<ch>", "(seq $str)"], ["seq<ch>", "(reverse $str)", 0.5], ["seq<int>", "(take -1 $coll<int>)", 0.2],
  ["vec<T>", "(subvec $vec<T> 0)", 0.4], ["vec<T>", "(subvec [$T $T $T] 1 2)"], ["vec<T>", "(subvec $vec<T> $small)", 0.4],
  ["T", "(peek $vec<T>)"], ["vec<T>", "(pop (conj $vec<T> $T))"], ["seq<T>", "(reverse $coll<T>)"], ["seq<T>", "(rseq $vec<T>)"],
  ["seq<T>", "(cons $T $coll<T>)"], ["vec<T>", "(conj $vec<T> $T)"], ["vec<T>", "(conj $vec<T> $T $T)"], ["set<K>", "(conj $set<K> $K)"], ["map<K,V>", "(conj $map<K,V> [$K $V])"], ["map<K,V>", "(conj $map<K,V> $map<K,V>)"], ["vec<T>", "(conj nil $T)", 0.3],
  ["vec<T>", "(into $vec<T> $coll<T>)"], ["vec<T>", "(into [] $xf<A,T> $coll<A>)", 2], ["set<K>", "(into #{} $coll<K>)"], ["set<K>", "(into $set<K> (map $fn<A,K>) $coll<A>)"], ["map<K,V>", "(into {} (map (fn [?x] [$K{?x:A} $V{?x:A}]) $coll<A>))"], ["map<K,V>", "(into $map<K,V> [[$K $V]])"],
  ["seq<T>", "(concat $coll<T> $coll<T>)"], ["seq<T>", "(concat $coll<T> nil $coll<T> $coll<T>)", 0.5], ["seq<T>", "(seq $coll<T>)"], ["vec<T>", "(vec $coll<T>)"], ["vec<T>", "(vector $T $T)"], ["seq<T>", "(list $T $T)"], ["seq<T>", "(list* $T $T $coll<T>)"], ["vec<ch>", "(vec $str)", 0.4],
  ["vec<T>", "(empty $vec<T>)", 0.3], ["map<K,V>", "(empty $map<K,V>)", 0.2], ["set<K>", "(empty $set<K>)", 0.2],
  ["bool", "(empty? $coll<A>)"], ["bool", "(empty? $str)"], ["bool", "(empty? $map<K,V>)"], ["bool", "(empty? nil)", 0.1], ["seq<T>", "(not-empty $coll<T>)"], ["str", "(not-empty $str)"], ["map<K,V>", "(not-empty $map<K,V>)", 0.4],

  ["seq<int>", "(range $small)"], ["seq<int>", "(range $small $small)"], ["seq<int>", "(range $int (+ $int 5) 20)", 0.3], ["seq<int>", "(range $small -3 -1)"], ["seq<int>", "(range 0 $small $pos)"], ["seq<float>", "(range 0 $pos 0.5)", 0.4],
  ["seq<int>", "(take $small (range))"], ["seq<T>", "(repeat $small $T)"], ["seq<T>", "(take $small (repeat $T))"], ["seq<T>", "(repeatedly $small (fn [] $T))"], ["seq<T>", "(take $small (repeatedly (fn [] $T)))"],
  ["seq<T>", "(take $small (iterate $fn<T,T> $T))"], ["T", "(nth (iterate $fn<T,T> $T) $small)"], ["seq<T>", "(take $small (cycle [$T $T]))"], ["seq<T>", "(take $small (cycle $coll<T>))"],
  ["seq<B>", "(take $small (map $fn<int,B> (range)))"], ["seq<int>", "(take-while (fn [?x] (< ?x 4)) (range))"], ["seq<int>", "(take $small (filter odd? (iterate inc 4)))"], ["seq<int>", "(take $small (drop-while neg? (iterate inc -3)))"],
  ["int", "(first (drop $small (range)))"], ["seq<vec<int>>", "(take 2 (partition $pos (range)))"], ["seq<int>", "(take 3 (mapcat (fn [?x] [?x (* 2 ?x)]) (range)))"], ["seq<int>", "(take $small (concat $coll<int> (range)))"], ["seq<int>", "(take $small (interleave (range) (iterate dec $int)))"], ["seq<T>", "(take $small (interpose $T (repeat $T)))", 0.4],
  ["seq<vec<A>>", "(map vector (range) $coll<A>)"], ["seq<int>", "(take 4 (reductions + (range)))"], ["seq<int>", "(take 3 (take-nth $pos (range)))"],
  ["seq<int>", "(take $small (map-indexed + (range)))"], ["seq<int>", "(take $small (keep (fn [?x] (if (odd? ?x) ?x)) (range)))"], ["int", "(some (fn [?x] (if (> ?x 5) ?x)) (range))"], ["int", "(reduce (fn [?a ?x] (if (> ?x 6) (reduced ?a) (+ ?a ?x))) (range))"],

  ["seq<T>", "(interleave $coll<T> $coll<T>)"], ["seq<T>", "(interpose $T $coll<T>)"], ["seq<T>", "(take-nth $pos $coll<T>)"], ["seq<int>", "(flatten [$int [$coll<int> [$int]]])"], ["seq<int>", "(filter int? (tree-seq vector? seq [$int [$int $vec<int>]]))"], ["int", "(count (tree-seq map? vals {:a {:b $int}}))", 0.4],
  ["seq<O>", "(sort $coll<O>)", 2], ["seq<O>", "(sort $set<O>)", 0.5], ["seq<int>", "(sort > $coll<int>)"], ["seq<O>", "(sort compare $coll<O>)", 0.5], ["seq<O>", "(sort (fn [?x ?y] (compare ?y ?x)) $coll<O>)"], ["seq<T>", "(sort-by $fn<T,int> $coll<T>)"], ["seq<T>", "(sort-by $fn<T,int> > $coll<T>)"], ["seq<rec>", "(sort-by :label (map (fn [?x] (merge {:label $str} ?x)) $coll<rec>))"], ["seq<rec>", "(sort-by (juxt :kind :id) [{:kind $kw :id $int} {:kind $kw :id $int} {:kind $kw :id $int}])"],
  ["int", "(count (shuffle $coll<A>))", 0.3], ["T", "(rand-nth [$T])", 0.2],

  ["seq<B>", "(map $fn<A,B> $coll<A>)", 3], ["seq<C>", "(map $fn<A,B,C> $coll<A> $coll<B>)"], ["vec<B>", "(mapv $fn<A,B> $coll<A>)", 2], ["vec<C>", "(mapv $fn<A,B,C> $coll<A> $coll<B>)"], ["seq<B>", "(map (fn [[?k ?v]] $B{?k:K;?v:V}) $map<K,V>)"], ["seq<str>", "(map str $str)", 0.4],
  ["seq<A>", "(filter $fn<A,bool> $coll<A>)", 2], ["vec<A>", "(filterv $fn<A,bool> $coll<A>)"], ["seq<A>", "(remove $fn<A,bool> $coll<A>)"], ["seq<B>", "(keep $fn<A,B> $coll<A>)"], ["seq<B>", "(keep (fn [?x] (when $bool{?x:A} $B{?x:A})) $coll<A>)"],
  ["seq<B>", "(map-indexed (fn [?i ?x] $B{?i:small;?x:A}) $coll<A>)"], ["seq<B>", "(keep-indexed (fn [?i ?x] (if $bool{?i:small;?x:A} $B{?i:small;?x:A})) $coll<A>)"], ["seq<B>", "(mapcat (fn [?x] $coll<B>{?x:A}) $coll<A>)"], ["seq<B>", "(mapcat (fn [?x ?y] [$B{?x:A} $B{?y:C}]) $coll<A> $coll<C>)", 0.5],
  ["seq<A>", "(take-while $fn<A,bool> $coll<A>)"], ["seq<A>", "(drop-while $fn<A,bool> $coll<A>)"],
  ["int", "(reduce + $coll<int>)"], ["T", "(reduce $fn<T,A,T> $T $coll<A>)", 2], ["T", "(reduce $fn<T,T,T> [$T $T $T])"], ["T", "(reduce (fn [?a ?x] (if $bool{?x:A} (reduced ?a) $T{?a:T;?x:A})) $T $coll<A>)"], ["map<K,int>", "(reduce (fn [?m ?x] (update ?m ?x (fnil inc 0))) {} $coll<K>)"], ["int", "(reduce + 0 $set<int>)", 0.4],
  ["seq<T>", "(reductions $fn<T,A,T> $T $coll<A>)"], ["seq<int>", "(reductions + $coll<int>)"], ["A", "(some $fn<A,A> $coll<A>)", 0.4], ["bool", "(some $fn<A,bool> $coll<A>)"], ["K", "(some $set<K> $coll<K>)", 0.4], ["bool", "(every? $fn<A,bool> $coll<A>)"], ["bool", "(not-every? $fn<A,bool> $coll<A>)"], ["bool", "(not-any? $fn<A,bool> $coll<A>)"],
  ["bool", "(every? $fn<A,bool> nil)", 0.2], ["nil", "(run! $fn<A,B> $coll<A>)"], ["seq<B>", "(doall (map $fn<A,B> $coll<A>))"], ["nil", "(dorun (map $fn<A,B> $coll<A>))"],

  ["seq<seq<A>>", "(partition $pos $coll<A>)"], ["seq<seq<A>>", "(partition $pos $pos $coll<A>)"], ["seq<seq<A>>", "(partition $pos $pos [$A] $coll<A>)"], ["seq<seq<A>>", "(partition-all $pos $coll<A>)"], ["seq<seq<A>>", "(partition-all $pos $pos $coll<A>)"], ["seq<seq<A>>", "(partition-by $fn<A,B> $coll<A>)"],
  ["vec<seq<A>>", "(split-at $small $coll<A>)"], ["vec<seq<A>>", "(split-with $fn<A,bool> $coll<A>)"], ["seq<A>", "(distinct $coll<A>)"], ["bool", "(distinct? $A $A $A)"], ["bool", "(apply distinct? [$K $K])", 0.5], ["seq<A>", "(dedupe $coll<A>)"],
  ["map<K,int>", "(frequencies $coll<K>)"], ["map<K,vec<A>>", "(group-by $fn<A,K> $coll<A>)"], ["map<ch,int>", "(frequencies $str)", 0.4],
  ["T", "(min-key $fn<T,int> $T $T)"], ["T", "(max-key $fn<T,int> $T $T $T)"], ["T", "(apply max-key $fn<T,int> [$T $T])", 0.5],
  ["seq<seq<int>>", "(map (fn [?x] (range ?x)) (range $small))"], ["T", "(nth [$T $T] 1)"], ["T", "(get $vec<T> $small)"], ["T", "([$T $T] 1)"], ["T", "($vec<T> 0)", 0.3],

  ["xf<A,B>", "(map $fn<A,B>)", 2], ["xf<A,A>", "(filter $fn<A,bool>)", 2], ["xf<A,A>", "(remove $fn<A,bool>)"], ["xf<A,A>", "(take $small)"], ["xf<A,A>", "(drop $small)"], ["xf<A,A>", "(take-while $fn<A,bool>)"], ["xf<A,A>", "(drop-while $fn<A,bool>)"], ["xf<A,A>", "(take-nth $pos)"],
  ["xf<A,B>", "(keep $fn<A,B>)"], ["xf<A,B>", "(map-indexed (fn [?i ?x] $B{?i:small;?x:A}))"], ["xf<A,B>", "(keep-indexed (fn [?i ?x] (if $bool{?i:small;?x:A} $B{?i:small;?x:A})))"], ["xf<A,B>", "(mapcat (fn [?x] $coll<B>{?x:A}))"], ["xf<vec<A>,A>", "cat"], ["xf<A,A>", "(distinct)"], ["xf<A,A>", "(dedupe)"], ["xf<A,A>", "(interpose $A)"], ["xf<A,vec<A>>", "(partition-all $pos)"], ["xf<A,vec<A>>", "(partition-by $fn<A,B>)"], ["xf<A,C>", "(comp $xf<A,B> $xf<B,C>)", 2], ["xf<K,K>", "(replace {$K $K})", 0.5],
  ["int", "(transduce $xf<A,int> + $coll<A>)"], ["T", "(transduce $xf<A,B> (completing $fn<T,B,T>) $T $coll<A>)"], ["vec<B>", "(transduce $xf<A,B> conj $coll<A>)"], ["T", "(transduce $xf<A,B> (completing (fn [?a ?x] $T{?a:T;?x:B}) $fn<T,T>) $T $coll<A>)"], ["seq<B>", "(sequence $xf<A,B> $coll<A>)"], ["seq<A>", "(sequence $coll<A>)"], ["vec<B>", "(into [] (eduction $xf<A,B> $coll<A>))"], ["str", "(transduce $xf<A,str> str $coll<A>)"],
  ["bool", "(reduced? $any)"], ["bool", "(reduced? (reduced $any))"], ["T", "(unreduced $T)"], ["T", "(unreduced (reduced $T))"], ["T", "(deref (reduced $T))", 0.3],
];
