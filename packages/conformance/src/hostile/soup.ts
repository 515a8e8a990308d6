// Generates forms of random names and literals at any positions. Most of them are wrong, and each
// must end in an error that says so.

import type { Random } from "../fuzz/random.ts";

const deepest = 6;

const literals: readonly string[] = [
  "nil",
  "true",
  "false",
  "0",
  "-1",
  "1.5",
  "1e308",
  "-0.0",
  "9007199254740991",
  "9007199254740993",
  "123456789012345678901234567890",
  "##NaN",
  "##Inf",
  "##-Inf",
  "1/3",
  "0x7f",
  "2r101",
  '""',
  '"a"',
  '"abc def"',
  '"__proto__"',
  '"\\u0000\\ud800"',
  '"😀é\\u0301"',
  '"2024-02-29"',
  '"{\\"a\\":[1,2]}"',
  "\\a",
  "\\newline",
  ":a",
  ":constructor",
  ":a/b",
  "::x",
  "'x",
  "'(1 2)",
  "[]",
  "{}",
  "#{}",
  "()",
  "[1 2 3]",
  "{:a 1}",
  '{"__proto__" 1}',
  "#{1 :a}",
  "[[1 [2]] {:a {:b nil}}]",
  "(range)",
  "(range 5)",
  "(iterate inc 0)",
  "(repeat 3)",
  "(cycle [1 2])",
  "(sorted-map 2 :b 1 :a)",
  "(sorted-set-by > 1 2)",
  '#"a+"',
  '#"(a|b)*c"',
  '#"["',
  "#(+ % 1)",
  "#(vector %1 %2 %&)",
  "inc",
  "(fn [x] x)",
  "(fn [& r] r)",
  "(atom 1)",
  "(partial + 1)",
  "(comp inc dec)",
  "(fn f [n] (if (pos? n) (f (dec n)) n))",
  '#inst "2024-01-31"',
  '(LocalDate/parse "2024-02-29")',
  '(Exception. "x")',
  '(ex-info "x" {:a 1})',
  "data/rows",
  "data/row",
  "data/text",
  "data/odd",
  "*1",
  "(tool/echo {:a 1})",
  "(tool/later {:a 1})",
  "(tool/fail {})",
];

const shapes: readonly string[] = [
  "(let [a _ b _] _)",
  "(let [{:keys [a b] :or {a _} :as m} _] _)",
  "(let [[a & [b]] _] _)",
  "(if _ _ _)",
  "(when-let [a _] _)",
  "(cond _ _ :else _)",
  "(case _ 1 _ (2 :a) _ _)",
  "(loop [a _ n 0] (if (< n 5) (recur _ (inc n)) a))",
  "(for [a _ :when _ b _] _)",
  "(doseq [a _] _)",
  "(try _ (catch Exception e _) (finally _))",
  "(throw _)",
  "(do _ _ _)",
  "(def a _)",
  "(defn f [a] _)",
  "(fn [a] _)",
  "#(do % _)",
  "(-> _ _ _)",
  "(->> _ _ _)",
  "(as-> _ a _)",
  "(cond-> _ _ _)",
  "(pmap _ _)",
  "(pcalls (fn [] _) (fn [] _))",
  "(task _ _)",
  "(step-done _ _)",
  "(letfn [(f [a] (g a)) (g [a] _)] (f _))",
  "(return _)",
  "(fail _)",
  "(swap! (atom _) _)",
  "(apply _ _)",
  "(reduce _ _ _)",
  "(map _ _)",
  "(sort-by _ _)",
  "(update _ _ _)",
  "(.toString _)",
  "(.. _ trim length)",
  "(doc _)",
  "(dotimes [i _] _)",
  "(and _ _)",
  "(or _ _)",
  "(println _)",
  "[_ _]",
  "{_ _}",
  "#{_ _}",
  "@_",
  "'_",
  "#_ _ _",
  "^_ _",
  "(= _ _)",
  "(compare _ _)",
  "(str _)",
  "(pr-str _)",
];

/** Returns one form, rarely more. Literals often come from `others` if there are any. */
export function soup(
  random: Random,
  names: readonly string[],
  others: readonly string[] = [],
): string {
  const forms = random.chance(0.2) ? 3 : 1;
  const given: Ingredients = { names, others };
  return Array.from({ length: forms }, () => form(random, given, 0)).join(" ");
}

interface Ingredients {
  readonly names: readonly string[];
  readonly others: readonly string[];
}

function form(random: Random, given: Ingredients, depth: number): string {
  const { names, others } = given;
  const kind = random.fraction();
  if (depth >= deepest || kind < 0.3)
    return random.chance(0.15)
      ? random.pick(["a", "b", "e", "f", "x", random.pick(names)])
      : random.pick(others.length > 0 && random.chance(0.4) ? others : literals);
  if (kind < 0.6)
    return random
      .pick(shapes)
      .replace(/(?<![\w*])_(?!\w)/g, (hole, index: number, shape: string) =>
        shape[index - 1] === "#" ? hole : form(random, given, depth + 1),
      );
  return `(${[random.pick(names), ...Array.from({ length: random.below(5) }, () => form(random, given, depth + 1))].join(" ")})`;
}
