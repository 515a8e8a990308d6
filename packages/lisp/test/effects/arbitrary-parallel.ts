// Generated programs whose branches interact: nested `pmap`, tasks, lazy sequences over tools that
// several branches read, random numbers, the clock, caught failures. Every expression returns a
// number.

import fc from "fast-check";

/** The names of the lazy sequences that branches share. */
const sequences = ["s0", "s1", "s2", "s3", "s4"] as const;

const definitions = fc.tuple(
  fc.constantFrom(
    "(map (fn [x] (ask x)) (range))",
    '(map (fn [x] (println "computing" x) (ask (+ x (ask x)))) (range))',
    "(repeatedly (fn [] (ask (rand-int 100))))",
  ),
  fc.constantFrom(
    "(filter odd? (map (fn [x] (ask x)) (range)))",
    "(iterate (fn [x] (ask x)) 1)",
    "(repeatedly (fn [] (reduce + (pmap ask [1 2]))))",
  ),
  fc.constantFrom(
    "(map (fn [x] (+ x 1)) s0)",
    "(map (fn [x y] (+ x y)) s0 s1)",
    "(remove (fn [x] (odd? (ask x))) s0)",
    "(reductions (fn [a x] (+ a x)) 0 s1)",
  ),
  fc.constantFrom(
    "(concat [1 2] s2)",
    "(mapcat (fn [x] [x (ask x)]) s0)",
    "(for [x s1 :when (< (ask x) 80)] x)",
    '(map (fn [x] (task "c" (ask x))) s0)',
  ),
  fc.constantFrom(
    "(drop 1 s0)",
    "(map first (partition-all 2 s1))",
    "(cons (rand-int 9) s2)",
    "(map-indexed (fn [i x] (+ i (ask x) (rand-int 9))) s3)",
  ),
);

const leaf = fc.oneof(
  fc.integer({ min: 0, max: 50 }).map(String),
  fc.constantFrom(
    "(rand-int 100)",
    "(mod (System/currentTimeMillis) 100)",
    "(let [x (rand-int 10)] (ask x))",
  ),
  fc.constantFrom(...sequences).map((name) => `(first ${name})`),
  fc
    .tuple(fc.constantFrom(...sequences), fc.nat(3))
    .map(([name, index]) => `(nth ${name} ${String(index)})`),
  fc
    .tuple(fc.constantFrom(...sequences), fc.integer({ min: 1, max: 4 }))
    .map(([name, count]) => `(reduce + 0 (take ${String(count)} ${name}))`),
);

const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    { weight: 3, arbitrary: leaf },
    { weight: 2, arbitrary: tie("expression").map((inner) => `(ask ${inner})`) },
    {
      weight: 2,
      arbitrary: fc.tuple(tie("expression"), tie("expression")).map(([a, b]) => `(+ ${a} ${b})`),
    },
    {
      weight: 3,
      arbitrary: tie("expression").map(
        (inner) => `(reduce + 0 (pmap (fn [i] (+ i ${inner})) [1 2 3]))`,
      ),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(tie("expression"), tie("expression"))
        .map(([a, b]) => `(reduce + 0 (pcalls (fn [] ${a}) (fn [] ${b})))`),
    },
    {
      weight: 2,
      // Each id has only one body; otherwise the first branch would decide the result.
      arbitrary: tie("expression").map((inner) => `(task "${nameOf(inner)}" ${inner})`),
    },
    {
      weight: 2,
      arbitrary: tie("expression").map((inner) => `(try ${inner} (catch Exception e 7))`),
    },
    {
      weight: 1,
      arbitrary: tie("expression").map((inner) => `(let [x ${inner}] (println x) x)`),
    },
    {
      weight: 1,
      arbitrary: tie("expression").map(
        (inner) => `(let [f (memoize ask)] (+ (f 3) ${inner} (f 3)))`,
      ),
    },
  ),
}));

function nameOf(body: string): string {
  let sum = 0;
  for (const unit of body) sum = (sum * 31 + unit.charCodeAt(0)) % 1_000_003;
  return `t${String(sum)}`;
}

/** A program over the tool `ask`, which takes and returns a number. */
export const arbitraryParallelProgram: fc.Arbitrary<string> = fc
  .tuple(definitions, fc.array(expression, { minLength: 1, maxLength: 3 }))
  .map(([values, body]) => {
    const bindings = sequences.map((name, index) => `${name} ${values[index] ?? "[]"}`);
    return [
      "(defn ask [x] (tool/ask {:n x}))",
      `(let [${bindings.join("\n      ")}]`,
      `  [${body.join("\n   ")}])`,
    ].join("\n");
  });
