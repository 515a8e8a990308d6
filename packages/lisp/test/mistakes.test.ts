// Mistakes of models, in the notation of other languages, and the advice they get. mistakes.jsonl
// has a program on each line and the message or hint that says what to write instead.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { prepare, run } from "../src/index.ts";
import { failOf } from "./evaluate.ts";

interface Mistake {
  readonly program: string;
  readonly message?: string;
  readonly hint?: string;
}

const given = {
  context: {
    orders: [
      { id: 1, total: 5 },
      { id: 2, total: 7 },
    ],
  },
  tools: { search_orders: (args: unknown) => args },
};

const mistakes = readFileSync(join(import.meta.dirname, "mistakes.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Mistake);

interface Report {
  readonly message?: string;
  readonly hint?: unknown;
}

async function reportsOf(program: string): Promise<readonly Report[]> {
  const { message, details = {} } = await failOf(program, given);
  const others = (details.errors ?? []) as readonly Report[];
  return [{ message, hint: details.hint }, ...others.map(reportOf)];
}

function reportOf(fail: Report & { readonly details?: { readonly hint?: unknown } }): Report {
  return {
    ...(fail.message === undefined ? {} : { message: fail.message }),
    hint: fail.details?.hint,
  };
}

test.each(mistakes)("reports what to write instead of $program", async ({ program, ...wanted }) => {
  const reports = await reportsOf(program);
  expect(reports).toContainEqual(expect.objectContaining(wanted));
});

describe("warnings", () => {
  const warned: readonly (readonly [program: string, warning: string])[] = [
    [
      "(let [x 1] x (inc x))",
      "line 1, column 12: x has no effect here; only the last form of a body is its value: put it into a call, or remove it",
    ],
    [
      "(def n 3)\n:done\n(inc n)",
      "line 2, column 1: :done has no effect here; only the last form of a body is its value: put it into a call, or remove it",
    ],
    [
      "(defn f [x] = (+ x 1))",
      "line 1, column 13: = has no effect here; the body follows its parameters without =: remove it",
    ],
    [
      '(println "n: %d" 5)',
      'line 1, column 10: %d in "n: %d" isn\'t replaced: only format has directives; write (println (format "n: %d" 5))',
    ],
    [
      '(println "echo ${HOME}")',
      'line 1, column 10: "echo ${HOME}" contains ${…}, which strings don\'t replace; write (str "echo " HOME)',
    ],
    [
      "(let [a 1] [a + 1])",
      "line 1, column 12: [a + 1] doesn't calculate: its parts are separate items; the operator comes first: write [(+ a 1)]",
    ],
    [
      "(list 1 + 2)",
      "line 1, column 1: (list 1 + 2) doesn't calculate: + is an argument here; the operator comes first: write (list (+ 1 2))",
    ],
    [
      "(let [f 1 g 2] (and f + g))",
      "line 1, column 16: (and f + g) doesn't calculate: + is an argument here; the operator comes first: write (and (+ f g))",
    ],
    [
      "{:total:5 :b 6 :c 7 :d}",
      "line 1, column 2: :total:5 is not a key and its value; the keys of a map have no colon after them: write {:total 5}",
    ],
  ];

  test.each(warned)("a step has the warning and its position: %s", async (program, warning) => {
    const step = await run(program, given);
    expect(step).toMatchObject({ ok: true, warnings: [warning] });
  });

  test.each([
    "(reduce + 0 [1 2])",
    "(sort-by :id > data/orders)",
    "(map (fn [[name op]] [name (op 4 2)]) [[:add +] [:sub -]])",
    "((if true < >) 1 2)",
    "(let [op +] (op 1 2))",
    "((partial * 2) 4)",
    '(defn f "Adds one." [x] (inc x))',
    '(defn f [x] "Adds one." (inc x))',
    '(println "50% of" 5)',
    '(format "{\\"total\\": %d}" 5)',
    '(str/replace "Hi ${name}" "${name}" "Ada")',
    "(let [x' 1] (inc x'))",
    "'(a b)",
    '(re-find #"[a-z][0-9]" "a1")',
    "(map(fn[x](inc x))[1 2])",
    "(#(do % 1) 2)",
    "(try 1 (catch Exception e 2))",
    "(max 1)",
    '(str "a""b")',
    '{"a":b "c" :d}',
    "{:a:b 1}",
    "(-> {:a 1} (update :a + 1))",
    "(let [n 1 + (fn [a b] (- a b))] (+ n 3))",
    "(count {max :largest + :sum})",
    "(for [order data/orders where (range (:id order))] (inc where))",
    "(for [order data/orders where (range (:id order)) :when (odd? where)] order)",
  ])("a correct program has no warning: %s", async (program) => {
    const step = await run(program, given);
    expect(step).toMatchObject({ ok: true });
    expect(step.warnings).toBeUndefined();
  });

  test("a prepared program has its warnings in each step", async () => {
    const prepared = await prepare("(do 1 2)");
    if (!prepared.ok) throw new Error("not prepared");
    for (const step of [await prepared.program.run(), await prepared.program.run()])
      expect(step.warnings).toHaveLength(1);
  });
});

test("reports at most five mistakes and five warnings of a long program", async () => {
  const wrong = await failOf("x = 5\n".repeat(2_000));
  expect(wrong.details?.errors).toHaveLength(4);
  const step = await run("1 ".repeat(2_000));
  expect(step.warnings).toHaveLength(5);
});

test("uses of a name that an assignment means to define are no further mistakes", async () => {
  const { message, details } = await failOf("rows = data/orders\n(count rows)", given);
  expect(message).toBe("rows = data/orders doesn't set rows");
  expect(details?.errors).toBeUndefined();
});

test("the advice on a mistake takes time in proportion to the program", async () => {
  const times: number[] = [];
  for (const count of [2_000, 16_000]) {
    const start = performance.now();
    await failOf(`(let [x 1] ${"x + ".repeat(count)} 1)`);
    times.push(performance.now() - start);
  }
  const [short = 0, long = 0] = times;
  expect(long).toBeLessThan(60 * short + 500);
});
