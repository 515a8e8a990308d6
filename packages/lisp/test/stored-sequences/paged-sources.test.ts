// Counts the tool calls of `(def xs (F pages))` and then `(first xs)`. `pages` asks a tool for each
// element. The counts are those of JVM Clojure, except that a condition of `zipmap`, `map` and
// `interleave` reads vectors first.

import { afterAll, describe, expect, test } from "vitest";
import { createPool } from "../../src/node/index.ts";
import { decodeMemory, run, type LispStep } from "../../src/index.ts";
import { keepsCompiled } from "../node/pools.ts";

const pool = createPool({ size: 1, execArgv: keepsCompiled });
afterAll(() => pool.close());

const prelude = "(defn pages [n] (lazy-seq (cons (tool/page {:n n}) (pages (inc n)))))";

/** The calls of the definition, and of `(first xs)` after it. `P` is the endless paged source. */
const sources: readonly (readonly [code: string, defined: number, read: number])[] = [
  ["(map :n P)", 0, 1],
  ["(map vector P P)", 0, 2],
  ["(map vector [1 2 3] P)", 0, 1],
  ["(map vector [1 2 3] P (range))", 0, 1],
  ["(mapcat vector P)", 0, 1],
  ["(mapcat list [1 2] P)", 0, 1],
  ["(filter map? P)", 0, 1],
  ["(remove nil? P)", 0, 1],
  ["(keep :n P)", 0, 1],
  ["(keep-indexed vector P)", 0, 1],
  ["(map-indexed vector P)", 0, 1],
  ["(take-while map? P)", 0, 1],
  ["(drop-while #(< (:n %) 3) P)", 0, 3],
  ["(drop 2 P)", 0, 3],
  ["(take 5 P)", 0, 1],
  ["(take ##Inf P)", 0, 1],
  ["(take 3 (map inc (map :n P)))", 0, 1],
  ["(take-nth 2 P)", 0, 1],
  ["(partition 2 P)", 0, 2],
  ["(partition 2 1 [:x] P)", 0, 2],
  ["(partition-all 2 P)", 0, 2],
  ["(partition-by even? (map :n P))", 0, 2],
  ["(interleave P P)", 0, 2],
  ["(interleave [1 2 3] P)", 0, 1],
  ["(interpose 0 P)", 0, 1],
  ["(concat P [1])", 0, 1],
  ["(concat [1] P)", 0, 0],
  ["(lazy-cat P [1])", 0, 1],
  ["(cycle P)", 0, 1],
  ["(repeatedly #(tool/page {:n 1}))", 0, 1],
  ["(iterate (fn [p] (tool/page {:n (:n p)})) {:n 1})", 0, 0],
  ["(distinct P)", 0, 1],
  ["(dedupe P)", 0, 1],
  ["(flatten P)", 0, 1],
  ["(tree-seq map? (fn [p] [(tool/page {:n (:n p)})]) {:n 1})", 0, 0],
  ["(reductions conj [] P)", 0, 0],
  ["(rest P)", 0, 2],
  ["(next P)", 2, 0],
  ["(nthrest P 2)", 0, 3],
  ["(drop-last 2 P)", 0, 3],
  ["(first (split-with map? P))", 0, 1],
  ["(second (split-with #(< (:n %) 3) P))", 0, 3],
  ["(first (split-at 3 P))", 0, 1],
  ["(second (split-at 3 P))", 0, 4],
  ["(random-sample 1 P)", 0, 1],
  ["(replace {1 2} P)", 0, 1],
  ["(seq P)", 1, 0],
  ["(cons 0 P)", 0, 0],
  ["(let [[a & more] P] more)", 2, 0],
  ["(apply (fn [a & more] more) P)", 2, 0],
  ["(apply concat (map vector P))", 0, 1],
  ["(for [p P] p)", 0, 1],
  ["(for [p P :when p] p)", 0, 1],
  ["(for [p P :while p] p)", 0, 1],
  ["(for [n (range) :let [p (tool/page {:n n})] :while (:n p)] p)", 0, 1],
  ["(for [p P q P] [p q])", 0, 2],
  ["(for [x [1 2] p P] p)", 0, 1],
  ["(for [x [1 2] p P :while p] p)", 0, 1],
  ["(for [p P :while p x [1 2] :when (odd? x)] p)", 0, 1],
  ["(sequence P)", 0, 1],
  ["(sequence (map :n) P)", 0, 1],
  ["(sequence (map vector) P P)", 0, 2],
  ["(sequence (comp (map :n) (take 3)) P)", 0, 1],
  ["(sequence (comp (partition-all 2) (map first)) P)", 0, 2],
  ["(sequence (dedupe) P)", 0, 1],
  ["(sequence (mapcat vector) P)", 0, 1],
  ["(sequence cat (map vector P))", 0, 1],
  ["(sequence (fn [rf] (fn ([] (rf)) ([a] (rf a)) ([a x] (rf a (:n x))))) P)", 0, 1],
  ["(eduction (map :n) (filter odd?) P)", 0, 1],
  ["(zipmap [:a :b] P)", 2, 0],
  ["(zipmap P [:a :b])", 2, 0],
  ["(zipmap (map :n P) (take 2 P))", 5, 0],
  ["(mapv vector [1 2] P)", 2, 0],
  ["(into [] (take 2) P)", 2, 0],
  ["(transduce (take 2) conj [] P)", 2, 0],
  ["(reduce (fn [a p] (if (= (:n p) 2) (reduced [a]) p)) P)", 2, 0],
  ["(vector (some map? P) (every? nil? P))", 2, 0],
  ["(vec (take 2 P))", 2, 0],
  ["(vector (= [1] P) (nth P 1) (second P))", 6, 0],
];

class Counted {
  calls = 0;
  readonly tools = {
    page: ({ n }: { readonly n?: unknown }) => {
      // The limit for tool calls would end an endless source much later.
      if (++this.calls > 100) throw new Error("too many pages");
      return Promise.resolve({ n });
    },
  };

  /** Returns the calls of `program`, which must succeed, and its step. */
  async by(program: (tools: Counted["tools"]) => Promise<LispStep>): Promise<[number, LispStep]> {
    this.calls = 0;
    const step = await program(this.tools);
    expect(step).toMatchObject({ ok: true });
    return [this.calls, step];
  }
}

const first = "(pr-str (first (vec (if (seq? xs) (take 1 xs) xs))))";

describe("calls of a paged source", () => {
  test.each(sources)("%s", async (code, defined, read) => {
    const desk = new Counted();
    const source = code.replaceAll(/\bP\b/g, "(pages 1)");
    const [bound, inLet] = await desk.by((tools) =>
      run(`${prelude} (let [xs ${source}] ${first})`, { tools }),
    );
    expect(bound).toBe(defined + read);
    const [calls, { memory }] = await desk.by((tools) =>
      run(`${prelude} (def xs ${source}) nil`, { tools }),
    );
    expect(calls).toBe(defined);
    const decoded = await decodeMemory(JSON.parse(JSON.stringify(memory)));
    for (const next of [
      (tools: Counted["tools"]) => run(first, { tools, memory }),
      (tools: Counted["tools"]) => run(first, { tools, memory: decoded }),
      (tools: Counted["tools"]) => pool.run(first, { tools, memory }),
    ]) {
      const [later, step] = await desk.by(next);
      expect(later).toBe(read);
      expect(step).toMatchObject({ return: inLet.ok && inLet.return });
    }
  });
});

describe("*1 after an endless last value", () => {
  const program = "(map (fn [n] (:n (tool/page {:n n}))) (range))";

  test.each([
    ["in process", run],
    ["in a pool", pool.run.bind(pool)],
  ] as const)("continues %s without repeating a call", async (_title, door) => {
    const desk = new Counted();
    const options = { tools: desk.tools, lastValue: { count: 2 } };
    const one = await door(program, options);
    if (!one.ok) throw new Error(one.fail.message);
    const two = await door("[(nth *1 3) (realized? *1)]", {
      ...options,
      memory: one.memory,
      history: [one.value],
    });
    if (!two.ok) throw new Error(two.fail.message);
    expect(two.return).toEqual([3, true]);
    const three = await door("(vec (take 5 *2))", {
      ...options,
      memory: two.memory,
      history: [two.value, one.value],
    });
    expect(three).toMatchObject({ ok: true, return: [0, 1, 2, 3, 4] });
    expect(desk.calls).toBe(5);
  });

  test("continues in a pool after a run in this process, and the other way round", async () => {
    const desk = new Counted();
    const options = { tools: desk.tools, lastValue: { count: 2 } };
    const here = await run(program, options);
    const there = await pool.run(program, options);
    if (!here.ok || !there.ok) throw new Error("expected two steps");
    const moved = { ...options, memory: here.memory, history: [here.value] };
    expect(await pool.run("(nth *1 2)", moved)).toMatchObject({ ok: true, return: 2 });
    const back = { ...options, memory: there.memory, history: [there.value] };
    expect(await run("(nth *1 2)", back)).toMatchObject({ ok: true, return: 2 });
    expect(desk.calls).toBe(6);
  });

  test("a pool rejects a history whose sequence its memory does not have", async () => {
    const step = await run("(range)", { lastValue: "show" });
    if (!step.ok) throw new Error(step.fail.message);
    await expect(pool.run("(first *1)", { history: [step.value] })).rejects.toThrow(
      "option `history[0]`: contains a lazy sequence that `memory` does not have: pass the memory of the last step too",
    );
  });
});
