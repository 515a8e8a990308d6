// Arithmetic, comparison, bits and predicates of numbers.

import type { TemplateRow } from "../template.ts";

const bits = ["bit-and", "bit-or", "bit-xor", "bit-and-not"].flatMap((name): TemplateRow[] => [["int", `(${name} $int $int)`], ["int", `(${name} $int $int $int)`, 0.5]]);
const bitsAt = ["bit-shift-left", "bit-shift-right", "unsigned-bit-shift-right", "bit-set", "bit-clear", "bit-flip"].map((name): TemplateRow => ["int", `(${name} $int $small)`, 0.7]);
const comparisons = ["<", ">", "<=", ">=", "=", "not=", "=="].flatMap((name): TemplateRow[] => [["bool", `(${name} $int $int)`], ["bool", `(${name} $N $N $N)`, 0.5]]);
const predicates = ["zero?", "pos?", "neg?", "NaN?", "infinite?"].flatMap((name): TemplateRow[] => [["bool", `(${name} $int)`], ["bool", `(${name} $float)`]]);
const integerPredicates = ["even?", "odd?"].map((name): TemplateRow => ["bool", `(${name} $int)`]);
const kinds = ["pos-int?", "neg-int?", "nat-int?", "int?", "integer?", "number?", "rational?"].flatMap((name): TemplateRow[] => [["bool", `(${name} $int)`], ["bool", `(${name} $str)`, 0.3], ["bool", `(${name} nil)`, 0.2]]);
/** Whether 2.0 is an integer depends on the host, so only fractions are asked. */
const floatKinds = ["float?", "double?", "ratio?", "decimal?"].flatMap((name): TemplateRow[] => [["bool", `(${name} 1.5)`, 0.4], ["bool", `(${name} $str)`, 0.4]]);
/** Names that ClojureScript has under `Math` too. */
const mathematics = ["sqrt", "cbrt", "exp", "sin", "cos", "tan", "atan", "log", "log10", "signum"].map((name): TemplateRow => ["float", `(Math/${name} $pos)`, 0.4]);
const javaMathematics = ["sqrt", "cbrt", "exp", "sin", "cos", "tan", "asin", "acos", "atan", "log", "log10", "signum", "to-radians", "to-degrees", "floor", "ceil", "rint"].map((name): TemplateRow => ["float", `(clojure.math/${name} $float)`, 0.4]);

export const numberRows: readonly TemplateRow[] = [
  ["int", "(+ $int $int)"], ["int", "(+ $int $int $int)", 0.5], ["int", "(- $int $int)"], ["int", "(- $int)"], ["int", "(* $int $small)"], ["int", "(* $int $int)", 0.3],
  ["int", "(+)", 0.1], ["int", "(*)", 0.1],
  ["float", "(+ $float $N)"], ["float", "(* $float $float)"], ["float", "(- $float $N)"], ["float", "(/ $float $pos)"], ["float", "(/ $int 4)"], ["int", "(/ $int 1)", 0.3],
  ["int", "(quot $int $pos)"], ["int", "(rem $int $pos)"], ["int", "(mod $int $pos)"], ["int", "(mod $int $int)", 0.3], ["int", "(quot $int $int)", 0.3], ["int", "(rem $int -3)", 0.5], ["int", "(mod $int -3)", 0.5],
  ["float", "(mod $float $pos)", 0.5], ["float", "(rem $float $pos)", 0.5],
  ["int", "(inc $int)"], ["int", "(dec $int)"], ["float", "(inc $float)", 0.4], ["float", "(dec $float)", 0.4], ["int", "(abs $int)"], ["float", "(abs $float)", 0.4],
  ["int", "(max $int $int)"], ["int", "(min $int $int $int)"], ["float", "(max $float $float)", 0.5], ["float", "(min $float $float)", 0.5],
  ["int", "(+' $int $int)", 0.2], ["int", "(*' $int $small)", 0.2], ["int", "(-' $int $int)", 0.2], ["int", "(inc' $int)", 0.2], ["int", "(dec' $int)", 0.2],
  ["int", "(*' 1234567890123 $int $int 1000003)", 0.2], ["int", "(mod (*' 98765432109876 12345678901234 $int) 1000007)", 0.2], ["int", "(quot (*' 98765432109876 12345678901234) $pos)", 0.2],
  ["int", "(int $int)"], ["int", "(int $float)"], ["int", "(long $float)"], ["int", "(long $int)"], ["float", "(double $int)"], ["float", "(float 0.5)", 0.3], ["int", "(short $int)", 0.3], ["int", "(byte $small)", 0.3],
  ["int", "(bigint $int)", 0.3], ["int", "(biginteger $int)", 0.3], ["int", "(num $int)", 0.3],
  ["ch", "(char 97)", 0.3], ["int", "(compare $O $O)"], ["int", "(compare [$small $O] [$small $O])", 0.4],
  ["int", "(Math/round $float)", 0.5], ["float", "(Math/pow $pos $small)"], ["float", "(Math/floor $float)", 0.5], ["float", "(Math/ceil $float)", 0.5], ["int", "(Math/abs $int)", 0.5],
  ["float", "(Math/atan2 $float $pos)", 0.3], ["float", "(Math/hypot $pos $pos)", 0.3], ["float", "(Math/rint $float)", 0.3], ["int", "(Math/max $int $int)", 0.3], ["int", "(Math/min $int $int)", 0.3],
  ["float", "(Math/asin 0.5)", 0.2], ["float", "(Math/acos 0.5)", 0.2], ["float", "(Math/toRadians $float)", 0.2], ["float", "(Math/toDegrees $float)", 0.2], ["float", "(clojure.math/pow $pos $small)", 0.3],
  ["float", "(clojure.math/atan2 $float $pos)", 0.2], ["float", "(clojure.math/hypot $pos $pos)", 0.2], ["int", "(clojure.math/round $float)", 0.3],
  ["float", "Math/PI", 0.2], ["float", "Math/E", 0.2], ["float", "clojure.math/PI", 0.2], ["int", "Long/MAX_VALUE", 0.1], ["int", "Integer/MAX_VALUE", 0.1], ["int", "Integer/MIN_VALUE", 0.1], ["float", "Double/MAX_VALUE", 0.1],
  ["bool", "(< 0 (rand) 1)", 0.2], ["bool", "(int? (rand-int $pos))", 0.2],
  ["int", "(bit-not $int)"], ["bool", "(bit-test $int $small)"],
  ...bits, ...bitsAt, ...comparisons, ...predicates, ...integerPredicates, ...kinds, ...floatKinds, ...mathematics, ...javaMathematics,
  ["bool", "(= $A $A)"], ["bool", "(= $A $B)"], ["bool", "(not= $A $A)"], ["bool", "(identical? $kw $kw)", 0.3],
];
