// Reading a value of an earlier program costs the same whether its memory stayed in this process,
// was JSON in between, or is in a pool.

import { afterAll, describe, expect, test } from "vitest";
import { createPool } from "../src/node/index.ts";
import { decodeMemory, run, type LispStep, type Memory } from "../src/index.ts";
import { keepsCompiled } from "./node/pools.ts";

const pool = createPool({ size: 1, execArgv: keepsCompiled });
afterAll(() => pool.close());

/** A definition of `v`, and a use of it. */
const values: readonly (readonly [definition: string, use: string])[] = [
  ["(map inc)", "(into [] v [1 2])"],
  ["(comp (map inc) (filter odd?))", "(into [] v [1 2])"],
  ["(partition-by odd?)", "(into [] v [1 2 3])"],
  ["(halt-when even?)", "(transduce v + [1 3])"],
  ["{:stage (take 2)}", "(into [] (:stage v) [1 2 3])"],
  ["(comp inc dec inc)", "(v 1)"],
  ["(comp (partial + 1) (fnil inc 0))", "(v nil)"],
  ["(partial map inc)", "(vec (v [1 2]))"],
  ["(juxt inc dec)", "(v 1)"],
  ["(apply comp (repeat 2000 inc))", "(v 1)"],
  ["(replace {1 2})", "(into [] v [1 2])"],
  ["(every-pred odd? pos?)", "(v 1)"],
  ["(some-fn even? odd?)", "(v 1)"],
  ["(complement odd?)", "(v 1)"],
  ["(constantly 3)", "(v 1)"],
  ["(completing +)", "(v 1 2)"],
  ["(comparator <)", "(sort v [2 1])"],
  ["(let [f (memoize inc)] (f 1) f)", "[(v 1) (v 1) (v 2)]"],
  ["(memoize inc)", "(do (doall (pmap v [1 1])) (v 1))"],
  ["(let [f (comp inc dec)] (fn [x] (f x)))", "(v 2)"],
  ["(fn [x] (* x 2))", "(v 2)"],
  ["inc", "(v 1)"],
  ["(iterate (comp inc inc) 0)", "(vec (take 3 v))"],
  ["(map (partial + 1) (range))", "(vec (take 3 v))"],
  ["(filter odd? (range))", "(vec (take 3 v))"],
  ["(for [x (range)] (* x x))", "(vec (take 3 v))"],
  ["(let [xs (map inc (range))] (nth xs 5) xs)", "(vec (take 3 v))"],
  ["(partition-all 2 (range))", "(vec (take 2 v))"],
  ["(lazy-seq [1 2])", "(vec v)"],
  ["(eduction (map inc) [1 2])", "(vec v)"],
  ["(eduction (map inc) (range))", "(first v)"],
  ['(ex-info "a" {:b [1 2]} (ex-info "c" {}))', "(ex-message (ex-cause v))"],
  ["(try (inc nil) (catch Exception e e))", "(ex-message v)"],
  ["(reduced [1 2])", "@v"],
  ["(sorted-set-by (comparator >) 1 2)", "(conj v 3)"],
  ['#"a+"', '(re-find v "aa")'],
  ["(* 4503599627370497 4096)", "(+ v 1)"],
];

/** What a run of `use` costs and returns. */
function costOf(step: LispStep): unknown {
  const { steps, memoryBytes } = step.usage;
  return [steps, memoryBytes, step.ok ? step.return : step.fail.message];
}

describe("using a value of an earlier program costs the same as in process", () => {
  test.each(values)("in a pool: %s", async (definition, use) => {
    const program = `(def v ${definition})`;
    const [here, there] = [await run(program), await pool.run(program)];
    expect(costOf(await pool.run(use, { memory: there.memory }))).toEqual(
      costOf(await run(use, { memory: here.memory })),
    );
  });

  test.each(values)("after JSON: %s", async (definition, use) => {
    const { memory } = await run(`(def v ${definition})`);
    const decoded: Memory = await decodeMemory(JSON.parse(JSON.stringify(memory)));
    expect(costOf(await run(use, { memory: decoded }))).toEqual(costOf(await run(use, { memory })));
  });
});

test("a memoized function in memory starts each run with no results", async () => {
  const { memory } = await run("(def shown (memoize (fn [x] (println x) x))) (shown 1) (shown 1)");
  const calls = "[(shown 1) (shown 1) (shown 2)]";
  for (const step of [await run(calls, { memory }), await run(calls, { memory })])
    expect(step.prints).toEqual(["1", "2"]);
});

test("a forged function that needs much work to be made is refused at its call", async () => {
  const memory = await decodeMemory({
    v: { $function: { maker: "range", parts: [1_000_000] } },
  });
  const step = await run("(v 1)", { memory });
  expect(step.ok ? "" : step.fail.message).toBe(
    "the function cannot be called: its stored form cannot be read",
  );
});
