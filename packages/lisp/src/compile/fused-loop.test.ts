// Loops, calls and tests with specialized compiled code. They must mean and cost the same as
// spellings without it.
import fc from "fast-check";
import { expect, test } from "vitest";
import { printValue } from "@ptc/core/printing";
import { createSession, prepare, run } from "../index.ts";

const values = [
  "0",
  "1",
  "3",
  "-1",
  "2.5",
  "9007199254740991",
  "9007199254740993",
  "##NaN",
  "nil",
  '"a"',
  "[1]",
];
const comparisons = ["=", "<", ">", "<=", ">="];
const changes = [
  "(inc i)",
  "(dec i)",
  "(+ i 1)",
  "(+ i i)",
  "(+ i other)",
  "(- i 2)",
  "(* i 2)",
  "(identity i)",
];

/**
 * Returns a program's result or failure, and its steps if it succeeds. Omits the origin of
 * operands, which depends on how they are written.
 */
async function outcome(source: string): Promise<string> {
  const step = await run(source, { limits: { steps: 3_000 } });
  return step.ok
    ? `${printValue(step.value)} after ${String(step.usage.steps)}`
    : step.fail.message.replace(/ from (i|other)(?= to compare|$)/, "");
}

test("a fused loop returns the same as an unfused one", async () => {
  const shapes = [
    (test: string, change: string) => [
      `(if ${test} [i other] (recur ${change} other))`,
      `(if (do nil ${test}) [i other] (do nil (recur (do nil ${change}) other)))`,
    ],
    (test: string, change: string) => [
      `(if ${test} (recur i ${change}) [i other])`,
      `(if (do nil ${test}) (do nil (recur i (do nil ${change}))) [i other])`,
    ],
    (test: string, change: string) => [
      `(if ${test} (if (= i 3) (recur 100 other) i) (recur ${change} (inc other)))`,
      `(if (do nil ${test}) (if (do nil (= i 3)) (do nil (recur 100 other)) i) (do nil (recur (do nil ${change}) (inc (do nil other)))))`,
    ],
    (test: string, change: string) => [
      `(when ${test} (recur ${change} i))`,
      `(when (do nil ${test}) (do nil (recur (do nil ${change}) i)))`,
    ],
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...shapes),
      fc.constantFrom(...comparisons),
      fc.constantFrom(...changes),
      fc.constantFrom(...values),
      fc.constantFrom(...values),
      fc.boolean(),
      async (shape, comparison, change, first, second, isLocal) => {
        const [fused = "", plain = ""] = shape(
          `(${comparison} i ${isLocal ? "other" : second})`,
          change,
        );
        expect(await outcome(`(loop [i ${first} other ${second}] ${fused})`), fused).toBe(
          await outcome(`(loop [i ${first} other ${second}] ${plain})`),
        );
      },
    ),
    { numRuns: process.env["PTC_TESTS"] === undefined ? 125 : 500 },
  );
});

test("arithmetic in call arguments equals the builtin", async () => {
  for (const change of changes) {
    for (const value of values) {
      const called = await outcome(
        `(do (defn f [x] [x]) (let [i ${value} other 2] (f ${change})))`,
      );
      expect(called, `${change} of ${value}`).toBe(
        await outcome(`(do (defn f [x] [x]) (let [i ${value} other 2] (f (do nil ${change}))))`),
      );
    }
  }
});

test("repeated reads of a name follow its latest definition", async () => {
  const source = `
    (defn f [n] (* 2 n))
    (defn many [] (reduce (fn [sum n] (+ sum (f n))) 0 (range 100)))
    (let [before (many)]
      (def f (fn [n] (* 3 n)))
      [before (many)])`;
  const step = await run(source);
  expect(step.ok && step.return).toEqual([9900, 14850]);
});

test("concurrent runs of one program read their own definitions", async () => {
  const prepared = await prepare(
    "(def factor data/factor) (defn times [n] (tool/later {}) (* factor n)) (reduce (fn [sum n] (+ sum (times n))) 0 (range 60))",
    { tools: { later: () => Promise.resolve(null) } },
  );
  if (!prepared.ok) throw new Error("the program is wrong");
  const steps = await Promise.all(
    [1, 2, 3].map((factor) => prepared.program.run({ context: { factor } })),
  );
  expect(steps.map((step) => step.ok && step.return)).toEqual([1770, 3540, 5310]);
  const again = await prepared.program.run({ context: { factor: 4 } });
  expect(again.ok && again.return).toBe(7080);
});

test("a stored function reads the definitions of the program that calls it", async () => {
  const session = createSession();
  await session.run(
    "(def factor 2) (defn total [] (reduce (fn [sum n] (+ sum (* factor n))) 0 (range 100)))",
  );
  const first = await session.run("(total)");
  const second = await session.run("(def factor 3) (total)");
  expect([first.ok && first.return, second.ok && second.return]).toEqual([9900, 14850]);
});
