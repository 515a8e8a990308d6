// Values of every kind behave after memory JSON, and in a pool, as in the program that defined
// them. Values that end with their program are undefined later.

import { afterAll, describe, expect, test } from "vitest";
import { createPool } from "../src/node/index.ts";
import { decodeMemory, run, type LispStep } from "../src/index.ts";
import { keepsCompiled } from "./node/pools.ts";

const pool = createPool({ size: 1, execArgv: keepsCompiled });
afterAll(() => pool.close());

/** A definition of `v`, and a use of it that shows its type. */
const values: readonly (readonly [definition: string, use: string, printed: string])[] = [
  ['{:a 1 "a" 2}', '[(:a v) (get v "a")]', "[1 2]"],
  ["(sorted-map :b 1 :a 2)", "(assoc v :aa 3)", "{:a 2, :aa 3, :b 1}"],
  ["(sorted-map-by > 1 :a 3 :b)", "(assoc v 2 :c)", "{3 :b, 2 :c, 1 :a}"],
  ["(sorted-set-by (fn [a b] (compare b a)) 3 1)", "(conj v 2)", "#{3 2 1}"],
  ["(conj clojure.lang.PersistentQueue/EMPTY 1 2)", "[(peek v) (vec (pop v))]", "[1 [2]]"],
  ['#"a+b"', '(re-find v "xaab")', '"aab"'],
  ['(java.time.LocalDate/parse "2024-01-31")', "(str (.plusMonths v 1))", '"2024-02-29"'],
  ["(java.time.Duration/ofMinutes 90)", "(str v)", '"PT1H30M"'],
  ["123456789012345678901234567890", "(inc v)", "123456789012345678901234567891"],
  ["[##Inf -0.0 ##NaN]", "v", "[##Inf 0 ##NaN]"],
  ["'(1 2)", "[(list? v) (conj v 0)]", "[true (0 1 2)]"],
  ["(map inc [1 2])", "[(seq? v) (list? v) (conj v 0)]", "[true false (0 2 3)]"],
  ["(first {:a 1})", "[(map-entry? v) (val v)]", "[true 1]"],
  ["(seq {:a 1})", "(map map-entry? v)", "(true)"],
  ['(first (json/parse-string "{\\"a\\": 1}"))', "[(map-entry? v) (key v)]", '[true "a"]'],
  ["(reduced 1)", "[(reduced? v) @v]", "[true 1]"],
  ["(let [k 2] (fn ([] k) ([a & more] [k a more])))", "[(v) (v 1 2)]", "[2 [2 1 (2)]]"],
  ["(comp inc (partial + 1))", "(v 1)", "3"],
  ["(memoize inc)", "(v 1)", "2"],
  ["(comp (map inc) (take 2))", "(into [] v [1 2 3])", "[2 3]"],
  ["(#(fn [] %) 5)", "(v)", "5"],
  ["(#(fn [y] [y %1 %2 %&]) 5 6 7)", "(v 1)", "[1 5 6 (7)]"],
  ["(#(fn ([] %) ([a] (+ a %))) 5)", "[(v) (v 1)]", "[5 6]"],
  ["#'inc", "(v 1)", "2"],
  ["'a/b", "[(symbol? v) (namespace v)]", '[true "a"]'],
  ['#uuid "11111111-1111-1111-1111-111111111111"', "(uuid? v)", "true"],
  [
    '(ex-info "no" {:a #{1}} (IllegalStateException. "inner"))',
    "[(ex-message v) (ex-data v) (ex-message (ex-cause v)) (str (ex-cause v)) (type v)]",
    '["no" {:a #{1}} "inner" "java.lang.IllegalStateException: inner" :exception]',
  ],
  [
    "(try (inc nil) (catch Exception e e))",
    "[(:kind (ex-data v)) (instance? Exception v)]",
    "[:type_error true]",
  ],
  [
    '{:errors [(ex-info "x" {:f (fn [n] (inc n))})]}',
    "((:f (ex-data (first (:errors v)))) 1)",
    "2",
  ],
  ['(ex-info "no" {:a 1})', "(try (throw v) (catch Exception e (ex-data e)))", "{:a 1}"],
  ['(let [e (ex-info "no" {})] (fn [] (ex-message e)))', "(v)", '"no"'],
  ["(map (fn [n] (ex-info (str n) {})) (range))", "(map ex-message (take 2 v))", '("0" "1")'],
  ['(ex-info "no" {:xs (iterate inc 0)})', "(take 3 (:xs (ex-data v)))", "(0 1 2)"],
  ["{(take 2 (iterate inc 0)) :x, :y 1}", "(get v [0 1])", ":x"],
];

const printed = (step: LispStep): unknown => (step.ok ? step.return : step.fail.message);

describe("values of a definition", () => {
  test.each(values)("%s", async (definition, use, expected) => {
    const shown = `(pr-str ${use})`;
    expect(printed(await run(`(def v ${definition}) ${shown}`))).toBe(expected);
    const { memory } = await run(`(def v ${definition}) nil`);
    expect(printed(await run(shown, { memory }))).toBe(expected);
    const decoded = await decodeMemory(JSON.parse(JSON.stringify(memory)));
    expect(printed(await run(shown, { memory: decoded }))).toBe(expected);
    const pooled = await pool.run(`(def v ${definition}) nil`);
    expect(printed(await pool.run(shown, { memory: pooled.memory }))).toBe(expected);
    expect(printed(await run(shown, { memory: pooled.memory }))).toBe(expected);
  });

  test.each(["(atom 1)", "(volatile! 1)", "(delay 1)", "(transient [1])"])(
    "%s is undefined in the next program",
    async (definition) => {
      const { memory } = await run(`(def v ${definition}) nil`);
      expect(printed(await run("v", { memory }))).toMatch(
        /^unknown symbol v: an earlier program defined it, but it was not kept: an? \w+ ends with/,
      );
    },
  );

  test("a task returns an exception with its parts on its first run and later", async () => {
    const program = '(ex-data (task "t" (ex-info "no" {:a 1})))';
    const first = await run(program, { journal: {} });
    expect(printed(first)).toEqual({ a: 1 });
    const journal = JSON.parse(JSON.stringify(first.journal)) as Record<string, unknown>;
    expect(printed(await run(program, { journal }))).toEqual({ a: 1 });
  });
});

test.each([
  ["a cause that is no exception", { kind: "x", message: "m", data: null, cause: 1 }],
  ["a message that is no text", { kind: "x", message: 1, data: null, cause: null }],
])("forged JSON of an exception with %s is rejected", async (_title, exception) => {
  await expect(decodeMemory({ v: { $opaque: { exception } } })).rejects.toThrow("v");
});
