// Inlined operations mean the same as the builtin, however their operands are written.
import fc from "fast-check";
import { expect, test } from "vitest";
import { printValue } from "@ptc/core/printing";
import { run } from "../index.ts";

const operations = ["+", "-", "*", "=", "<", ">", "<=", ">="] as const;
const operands = [
  "0",
  "1",
  "-1",
  "2.5",
  "-0.0",
  "9007199254740991",
  "-9007199254740991",
  "9007199254740993",
  "1e300",
  "##Inf",
  "##NaN",
  "nil",
  "true",
  '"a"',
  ":k",
  "[1]",
  "[1 2]",
  "{:a 1}",
];

/**
 * Returns the printed value, or the kind and message of the failure. Omits the origin of operands,
 * which depends on how they are written.
 */
async function outcome(source: string): Promise<string> {
  const step = await run(source);
  if (step.ok) return printValue(step.value);
  const message = step.fail.message.replace(/ from (a|b|argument \d)(?= to compare|$)/, "");
  return `${step.fail.details?.kind ?? ""} ${message}`;
}

test("operations return the same result however their operands are written", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...operations),
      fc.constantFrom(...operands),
      fc.constantFrom(...operands),
      async (operation, left, right) => {
        const expected = await outcome(`(apply ${operation} [${left} ${right}])`);
        const written = [
          `(${operation} ${left} ${right})`,
          `(let [a ${left}] (${operation} a ${right}))`,
          `(let [b ${right}] (${operation} ${left} b))`,
          `(let [a ${left} b ${right}] (${operation} a b))`,
          `((fn [a b] (${operation} (identity a) (identity b))) ${left} ${right})`,
        ];
        for (const source of written) expect(await outcome(source), source).toBe(expected);
        const test = await outcome(`(let [a ${left}] (if (${operation} a ${right}) :yes :no))`);
        expect(test).toBe(
          expected.startsWith("type_error") ? expected : expected === "false" ? ":no" : ":yes",
        );
      },
    ),
    { numRuns: process.env["PTC_TESTS"] === undefined ? 150 : 600 },
  );
});

test("comparing with a text literal costs the same as with any other text", async () => {
  const long = "x".repeat(300);
  const values = [`"a"`, `"${long}"`, `"${long}y"`, "nil", ":a", "'a", '["a"]', '(map str ["a"])'];
  for (const text of [`"a"`, `"${long}"`]) {
    for (const value of values) {
      const known = [`(= v ${text})`, `(= ${text} v)`];
      for (const [index, call] of known.entries()) {
        const inSource = await run(`(let [v ${value} t ${text}] ${call})`);
        const inLocal = await run(
          `(let [v ${value} t ${text}] ${index === 0 ? "(= v t)" : "(= t v)"})`,
        );
        if (!inSource.ok || !inLocal.ok) throw new Error(`${call} fails for ${value}`);
        expect(inSource.return, `${call} of ${value}`).toBe(value === text);
        expect(inLocal.return).toBe(inSource.return);
        expect(inSource.usage.steps).toBe(inLocal.usage.steps);
      }
    }
  }
});

test.each(["inc", "dec"])("%s of a local equals the builtin", async (operation) => {
  for (const value of operands) {
    expect(await outcome(`(let [a ${value}] (${operation} a))`), value).toBe(
      await outcome(`(apply ${operation} [${value}])`),
    );
  }
});

test("errors name a rejected operand as it is written in the source", async () => {
  const context = { rows: [{ n: 1, k: "x" }, { n: null }] };
  for (const [source, message] of [
    ["(let [a nil] (< a 1))", "<: expected a number, got nil from a"],
    ["(let [a nil] (< 1 a))", "<: expected a number, got nil from a"],
    ['(let [a nil] (< "x" a))', "<: expected a string, got nil from a"],
    ["(let [a nil] (max 3 2 a))", "max: expected a number, got nil from a"],
    ["(let [a nil] (<= 1 2 a 4))", "<=: expected a number, got nil from a"],
    ["(let [a nil] (+ 1 2 a))", "+: expected a number, got nil from a"],
    ["(- (get {} :n) 1)", "-: expected a number, got nil from :n"],
    ['(* 2 (get-in {} [:a "b c"]))', '*: expected a number, got nil from [:a "b c"]'],
    ["(apply max [1 nil])", "max: expected a number, got nil from argument 2"],
    ["(apply + 1 [2 nil])", "+: expected a number, got nil from argument 3"],
    [
      "(let [a :k] (>= 1 a))",
      ">=: expected numbers, two strings or two dates, got keyword :k from a to compare with number 1",
    ],
    [
      '(let [a "2"] (> a 1))',
      '>: expected a number, got string "2" from a to compare with number 1',
    ],
    [
      "(let [a nil] (loop [i 0] (if (< i a) (recur (inc i)) i)))",
      "<: expected a number, got nil from a",
    ],
    [
      "(filter #(> (:n %) 0) data/rows)",
      '>: expected a number, got nil from :n, in item 2 {"n" nil}',
    ],
    ["(reduce + (map :n data/rows))", "+: expected a number, got nil, in item 2"],
    ["(doall (map + [1 2] [3 nil]))", "+: expected a number, got nil, in item 2 [2 nil]"],
    [
      "(vec (take 4 (map #(/ 6 %) (map #({3 nil} % %) (range 1 9)))))",
      "/: expected a number, got nil, in item 3",
    ],
    [
      "(for [r data/rows :let [n (:n r)] :when (pos? n)] n)",
      'pos?: expected a number, got nil from n, in item 2 {"n" nil}',
    ],
    [
      "(into [] (map #(inc (:n %))) data/rows)",
      'inc: expected a number, got nil from :n, in item 2 {"n" nil}',
    ],
    ["(sort-by :n > data/rows)", ">: expected a number, got nil from :n, in item 2"],
    [
      "(sort-by (fn [r] (or (:k r) 5)) data/rows)",
      'sort-by: string "x" and number 5 have no order between them, in items 1 and 2',
    ],
    ["(sort [{:a 1} {:a 2}])", "sort: map {:a 1} has no order, in items 1 and 2"],
    ["(max-key :n (first data/rows) {})", ">: expected a number, got nil, in item 2 {}"],
    [
      "(max-by :v [{:v 1} {:v :a}])",
      "max-by: keyword :a and number 1 have no order between them, in item 2 {:v :a}",
    ],
    ['(sorted-map 1 2 "a" 3)', 'sorted-map: number 1 and string "a" have no order between them'],
    ["(sorted-set-by > 1 nil)", ">: expected a number, got nil"],
  ] as const) {
    const step = await run(source, { context });
    expect([source, step.ok ? "a value" : step.fail.message]).toEqual([source, message]);
  }
});

test("a caught error reports where its operand came from, with a hint", async () => {
  const step = await run(
    "(try (filter #(> (:n %) 0) [{:n nil}]) (catch NullPointerException e [(ex-message e) (:hint (ex-data e))]))",
  );
  expect(step.ok && step.return).toEqual([
    ">: expected a number, got nil from :n, in item 1 {:n nil}",
    "check that the data has a field :n; if it may be missing, filter the rows first, (filter :n rows), or use (or x 0)",
  ]);
});

test("reports failures and exceeded limits at the operation", async () => {
  const failed = await run("(let [total nil]\n  (+ total 1))");
  expect(failed).toMatchObject({
    ok: false,
    fail: {
      message: "+: expected a number, got nil from total",
      details: { position: { line: 2, column: 3 } },
    },
  });
  const endless = await run("(loop [n 0]\n  (recur\n    (+ n 1)))", { limits: { steps: 10_000 } });
  expect(endless).toMatchObject({ ok: false, fail: { reason: "step_limit_exceeded" } });
  expect(endless.ok || endless.fail.details?.position?.line).toBe(3);
});
