// Generated programs for the special cases of generated code: loops over numbers and other values,
// recursive and mutually recursive functions, tests, patterns, literals, `case`, and sequence
// functions with inline functions. Operands often have unexpected types.

import fc from "fast-check";

type Parts = Record<"value" | "test" | "number", string>;

const numbers = [
  "0",
  "1",
  "2",
  "-1",
  "7",
  "0.5",
  "9007199254740991",
  "-9007199254740991",
  "9007199254740993",
  "##Inf",
  "##NaN",
];
const others = ["nil", "true", "false", ":a", '"text"', "[1 2 3]", "{:a 1 :b nil}", "#{1}", "(list 1 2)"];

const binary = fc.constantFrom("+", "-", "*", "/", "rem", "mod", "quot", "max", "min");
const comparing = fc.constantFrom("=", "<", ">", "<=", ">=", "not=");
const asking = fc.constantFrom("zero?", "pos?", "neg?", "even?", "odd?", "nil?", "some?", "not", "true?");

const { value, number, test } = fc.letrec<Parts>((tie) => {
  const call = (head: fc.Arbitrary<string>, ...args: fc.Arbitrary<string>[]) =>
    fc.tuple(head, ...args).map((parts) => `(${parts.join(" ")})`);
  const of = (pattern: string, ...holes: fc.Arbitrary<string>[]) =>
    fc.tuple(...holes).map((texts) => {
      let index = 0;
      return pattern.replaceAll("_", () => texts[index++] ?? "nil");
    });
  const name = fc.constantFrom("x", "y", "i");
  return {
    number: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      { weight: 3, arbitrary: fc.constantFrom(...numbers) },
      { weight: 4, arbitrary: name },
      { weight: 4, arbitrary: call(binary, tie("number"), tie("number")) },
      { weight: 2, arbitrary: call(fc.constantFrom("inc", "dec", "-", "abs"), tie("number")) },
      { weight: 1, arbitrary: of("(if _ _ _)", tie("test"), tie("number"), tie("number")) },
      { weight: 1, arbitrary: of("(let [y _] _)", tie("number"), tie("number")) },
      { weight: 1, arbitrary: tie("value") },
    ),
    test: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      { weight: 4, arbitrary: call(comparing, tie("number"), tie("number")) },
      { weight: 2, arbitrary: call(asking, tie("number")) },
      { weight: 1, arbitrary: call(fc.constantFrom("and", "or"), tie("test"), tie("test")) },
      { weight: 1, arbitrary: tie("value") },
    ),
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      { weight: 2, arbitrary: fc.constantFrom(...others) },
      { weight: 2, arbitrary: name },
      { weight: 3, arbitrary: tie("number") },
      { weight: 2, arbitrary: tie("test") },
      of(
        "(loop [i 0 x _] (if (< i 6) (recur (inc i) _) [i x]))",
        tie("number"),
        tie("number"),
      ),
      of(
        "(loop [i 0 x _ y 1] (cond (> i 5) [x y] _ (recur (inc i) _ _) :else (recur (+ i 2) y x)))",
        tie("value"),
        tie("test"),
        tie("number"),
        tie("value"),
      ),
      of("(loop [[x & more] (range 4) y 0] (if more (recur more _) [x y]))", tie("number")),
      of("(do (defn f [x] (if (< x 5) (+ (f (inc x)) _) _)) (f _))", tie("number"), tie("value"), tie("number")),
      of("((fn g [x y] (if (pos? x) (recur (dec x) _) [x y])) 4 _)", tie("value"), tie("value")),
      of("(map (fn [x] _) _)", tie("value"), fc.constantFrom("(range 5)", "[1 nil :a]", "{:a 1}", "data/rows", "nil", "(range)")),
      of("(filterv #(let [x %] _) _)", tie("test"), fc.constantFrom("[1 2 3]", '"abc"', "data/rows")),
      of("(reduce (fn [x y] _) _ _)", tie("number"), tie("number"), fc.constantFrom("[1 2 3]", "(range 4)", "data/rows", "5")),
      of("(reduce (fn [x {:keys [a b] :or {b _}}] (if _ (reduced x) [a b])) 0 data/rows)", tie("number"), tie("test")),
      of("(remove (fn [x] (some (fn [y] _) [1 x])) [1 2 _])", tie("test"), tie("number")),
      of("(let [[x y] _] _)", tie("value"), tie("value")),
      of("(let [{x :a :as y} _] _)", tie("value"), tie("value")),
      of("(case _ 1 _ :a _ (0.5 7) _ _)", tie("value"), tie("value"), tie("value"), tie("value"), tie("value")),
      of("(case _ nil 1 2 :two)", tie("value")),
      of("[_ {:a _ :b _} #{1 _}]", tie("value"), tie("value"), tie("value"), tie("value")),
      of("{_ _}", tie("value"), tie("value")),
      of("(:a _ _)", tie("value"), tie("value")),
      of("(and _ _ _)", tie("value"), tie("value"), tie("value")),
      of("(or _ _ _)", tie("value"), tie("value"), tie("value")),
      of("(let [k _ h (fn [y] [k y])] (h _))", tie("value"), tie("value")),
      of("(try _ (catch Exception e (ex-message e)) (finally (println x)))", tie("value")),
      of("(do (println _) _)", tie("value"), tie("value")),
      of("(for [x [1 2 3] :when _] _)", tie("test"), tie("value")),
      of("(letfn [(h [x] (if _ (k x) x)) (k [y] _)] (h 2))", tie("test"), tie("value")),
      of("(when _ (fail _))", tie("test"), tie("value")),
      of("(when _ (return _))", tie("test"), tie("value")),
      of("(x _)", tie("value")),
    ),
  };
});

/** A program that runs its body often enough to make every part hot. */
export const arbitraryHotProgram: fc.Arbitrary<string> = fc
  .tuple(value, fc.constantFrom(...numbers, ...others))
  .map(
    ([body, start]) =>
      `(def y 3) (defn hot [i x] ${body}) (loop [i 0 made []] (if (< i 4) (recur (inc i) (conj made (hot i ${start}))) made))`,
  );

/** A program of functions that call one another, most of which never wait. */
export const arbitraryHelperProgram: fc.Arbitrary<string> = fc
  .tuple(number, number, number, test, value, fc.constantFrom(...numbers, ...others))
  .map(
    ([first, second, third, asked, last, start]) =>
      `(def y 3) (defn g [x] (let [i 1] ${first})) (defn h ([x] (g (+ x 1))) ([i x] (+ (g x) (h i) ${second})))
       (defn hot [i x] (if ${asked} (h i ${third}) (do (h x) ${last}))) (mapv (fn [i] (hot i ${start})) [0 1 2 3])`,
  );
