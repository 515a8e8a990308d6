// A builtin over a lot of data lets the host have turns in the middle of its work. It returns the
// same value and costs the same steps and bytes as without them. The tests count turns, not times.

import { describe, expect, test, vi } from "vitest";
import { turnQueue } from "@ptc/core/internal/task";
import { run, type LispStep } from "../src/index.ts";
import { sampled } from "./sampled.ts";

const numbers = Array.from({ length: 9000 }, (_, index) => (index * 7919) % 9001);
const context = {
  numbers,
  few: numbers.map((number) => number % 50),
  texts: numbers.map((number) => `t${String(number)}`),
  rows: numbers.map((a) => ({ a, b: a % 7 })),
  pairs: numbers.map((a) => [a, -a]),
  fields: Object.fromEntries(numbers.map((a) => [`t${String(a)}`, a])),
  lists: numbers.map((a) => [a, [a]]),
  text: "ab,1".repeat(30_000),
  json: JSON.stringify({ rows: numbers.map((a) => ({ a, b: [1, { c: "x" }] })), n: 1 }),
  lines: numbers.map((a) => JSON.stringify({ a })).join("\n"),
  csv: `a,b\n${numbers.map((a) => `${String(a)},"x\ny"`).join("\n")}`,
};

const calls: readonly string[] = [
  "(frequencies data/few)",
  "(distinct data/few)",
  "(dedupe data/few)",
  "(group-by odd? data/numbers)",
  "(group-by :b data/rows)",
  "(distinct-by :b data/rows)",
  "(sum-by :a data/rows)",
  "[(sum data/numbers) (avg data/numbers)]",
  "(partition-all 7 data/numbers)",
  "(partition 3 1 [0] data/numbers)",
  "(partition-by odd? data/numbers)",
  "(sort data/numbers)",
  "(sort > data/numbers)",
  "(sort data/texts)",
  "(sort :desc data/texts)",
  "(sort-by str data/pairs)",
  "(sort (fn [a b] (< a b)) data/numbers)",
  "(sort data/pairs)",
  "(set data/few)",
  "(into {} data/pairs)",
  "(into (sorted-map) data/pairs)",
  "(into '() data/numbers)",
  "(into [] (map inc) data/numbers)",
  "(into {:a 1} (zipmap data/numbers data/texts))",
  "(merge {:a 1} (zipmap data/numbers data/texts) {1 2})",
  "(conj {:a 1} data/fields)",
  "(select-keys data/fields data/texts)",
  "(map-invert data/fields)",
  "(rename-keys data/fields data/fields)",
  "(rename-keys {} data/fields)",
  "(clojure.set/join [{:k 1}] (map (fn [r] (assoc r :c 1)) data/rows) {:k :c})",
  "(apply hash-map data/numbers)",
  "(zipmap data/numbers data/texts)",
  "(interleave data/numbers data/texts)",
  "(zip data/numbers data/texts)",
  "(map + data/numbers data/few)",
  "(map inc data/numbers)",
  "(filter odd? data/numbers)",
  "(reduce + data/numbers)",
  "(flatten data/lists)",
  "(concat data/numbers data/texts)",
  "(apply concat data/lists)",
  "(replace {1 :one} data/few)",
  "(clojure.set/union (set data/numbers) (set data/texts))",
  "(clojure.set/difference (set data/numbers) (set data/few))",
  "(clojure.set/intersection (set data/numbers) (set data/few))",
  "(clojure.set/subset? (set data/few) (set data/numbers))",
  "(count (clojure.set/join data/rows (take 9 data/rows)))",
  "(clojure.set/project data/rows [:b])",
  "(clojure.walk/postwalk (fn [x] (if (number? x) (inc x) x)) data/lists)",
  '(str/join ", " data/numbers)',
  '(str/split data/text #",")',
  '(str/split data/text #",(?=1)" 500)',
  "(str/split-lines data/csv)",
  '(str/replace data/text "b" "--")',
  '(str/replace data/text #"(b),(1)" "$2$1")',
  '(str/replace data/text #"b(?=,)" str/upper-case)',
  '(re-seq #"(a+)b" data/text)',
  '(re-find #"(x|,)*z$" data/text)',
  '(re-find #"(?<=1)ab,1$" data/text)',
  '(re-matches #"((ab|,)+1)+" data/text)',
  '(re-matches #"((?!x)(ab|,)+1)+" data/text)',
  "(json/parse-string data/json)",
  '(json/parse-string (str data/json "]"))',
  "(json/parse-lines data/lines)",
  "(json/generate-string {:rows data/rows :n (zipmap data/numbers data/few)})",
  "(json/generate-string [{:n 1 :a {:rows data/rows :b {:fields data/fields}} :c #{2}}])",
  "(json/generate-string {:a {:rows (mapv vector data/rows)} :n 1} {:pretty true})",
  "(csv/read-csv data/csv)",
  "(csv/read-rows data/csv)",
  "(csv/write-rows data/rows)",
  "(count (frequencies (map (fn [x] (take 2 (iterate inc (mod x 5)))) data/numbers)))",
  "(group-by (fn [x] (take 2 (iterate inc (mod x 3)))) data/numbers)",
  "(reduce (fn [a x] (if (= x 8000) (+ a :x) (+ a x))) 0 (range 9000))",
  "(sort (conj data/numbers nil :a))",
  '(sum (conj data/numbers "x"))',
];

describe("a long call lets the host have turns and equals one that doesn't", () => {
  test.each(sampled(calls, 3))("%s", async (call) => {
    const options = { context, tools: { one: () => 1 }, runId: "r", random: () => 0.5 };
    // The call of a tool makes the program one that can wait.
    const source = `(do (tool/one) ${call})`;
    const never = await run(source, { ...options, yieldMs: Infinity });
    // So short a slice is over at every reading of the clock.
    const enter = vi.spyOn(turnQueue, "enter");
    const often = await run(source, { ...options, yieldMs: 1e-9 });
    const turns = enter.mock.calls.length;
    enter.mockRestore();
    const report = (step: LispStep): unknown => ({
      outcome: step.ok ? step.return : step.fail,
      usage: { ...step.usage, durationMs: 0 },
    });
    expect(report(often)).toEqual(report(never));
    expect(turns).toBeGreaterThan(1);
  });
});

test("JSON is written with as many turns within an inner object as in the outermost", async () => {
  const turnsOf = async (value: string): Promise<number> => {
    const enter = vi.spyOn(turnQueue, "enter");
    const source = `(do (tool/one) (count (json/generate-string ${value})))`;
    await run(source, { context, tools: { one: () => 1 }, yieldMs: 1e-9 });
    const turns = enter.mock.calls.length;
    enter.mockRestore();
    return turns;
  };
  const outermost = await turnsOf("{:rows data/rows}");
  expect(outermost).toBeGreaterThan(5);
  for (const inner of ["{:a {:rows data/rows}}", "[{:n 1 :a {:rows data/rows}}]", "[data/fields]"])
    expect(await turnsOf(inner)).toBeGreaterThan(outermost / 4);
});
