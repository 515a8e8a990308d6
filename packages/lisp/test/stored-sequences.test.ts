// Lazy sequences in memory: later programs continue them, in this process, from JSON, and in a
// pool.

import { afterAll, describe, expect, test } from "vitest";
import { createPool } from "../src/node/index.ts";
import { createSession, decodeMemory, run, type LispStep, type Memory } from "../src/index.ts";
import { seededRandom } from "./stored-sequences/seeded-random.ts";
import { keepsCompiled } from "./node/pools.ts";

const pool = createPool({ size: 1, execArgv: keepsCompiled });
afterAll(() => pool.close());

/** A tool that returns its argument and records it. */
class Pages {
  readonly asked: unknown[] = [];
  readonly tools = {
    page: ({ n }: { readonly n?: unknown }) => {
      this.asked.push(n);
      return Promise.resolve({ n });
    },
  };
}

const pages = "(defn pages [n] (lazy-seq (cons (tool/page {:n n}) (pages (inc n)))))";

/** Sequences by the code that makes them. */
const kinds: readonly (readonly [code: string, first: string])[] = [
  ["(let [f (fn f [n] (lazy-seq (cons n (f (inc n)))))] (f 0))", "[0 1 2 3 4 5 6]"],
  ["(#(lazy-seq (cons % (lazy-seq (cons (inc %) nil)))) 5)", "[5 6]"],
  ["(let [n 3] (->> (cons n (iterate inc 4)) (lazy-seq)))", "[3 4 5 6 7 8 9]"],
  ["(lazy-cat [1 2] (range 3 ##Inf))", "[1 2 3 4 5 6 7]"],
  ["(iterate #(* 2 %) 1)", "[1 2 4 8 16 32 64]"],
  ["(iterate (fn [x] nil) nil)", "[nil nil nil nil nil nil nil]"],
  ["(range 5 ##Inf 3)", "[5 8 11 14 17 20 23]"],
  ["(repeat :x)", "[:x :x :x :x :x :x :x]"],
  ["(repeatedly (constantly 4))", "[4 4 4 4 4 4 4]"],
  ["(cycle [1 2 3])", "[1 2 3 1 2 3 1]"],
  ["(cycle (take-while #(< % 4) (range)))", "[0 1 2 3 0 1 2]"],
  ["(map inc (range))", "[1 2 3 4 5 6 7]"],
  ["(map + (range) (iterate inc 10))", "[10 12 14 16 18 20 22]"],
  ["(filter even? (range))", "[0 2 4 6 8 10 12]"],
  ["(remove even? (range))", "[1 3 5 7 9 11 13]"],
  ["(keep #(if (odd? %) (* % %)) (range))", "[1 9 25 49 81 121 169]"],
  ["(map-indexed vector (iterate inc 5))", "[[0 5] [1 6] [2 7] [3 8] [4 9] [5 10] [6 11]]"],
  ["(keep-indexed #(if (odd? %1) %2) (iterate inc 5))", "[6 8 10 12 14 16 18]"],
  ["(take-while #(< % 6) (range))", "[0 1 2 3 4 5]"],
  ["(drop-while #(< % 6) (range))", "[6 7 8 9 10 11 12]"],
  ["(take-nth 3 (range))", "[0 3 6 9 12 15 18]"],
  ["(distinct (map #(quot % 2) (range)))", "[0 1 2 3 4 5 6]"],
  ["(dedupe (map #(quot % 2) (range)))", "[0 1 2 3 4 5 6]"],
  ["(interpose :s (range))", "[0 :s 1 :s 2 :s 3]"],
  ["(partition-by #(quot % 2) (range))", "[(0 1) (2 3) (4 5) (6 7) (8 9) (10 11) (12 13)]"],
  ["(partition 2 1 (range))", "[(0 1) (1 2) (2 3) (3 4) (4 5) (5 6) (6 7)]"],
  [
    "(partition-all 4 (take-while #(< % 18) (range)))",
    "[(0 1 2 3) (4 5 6 7) (8 9 10 11) (12 13 14 15) (16 17)]",
  ],
  [
    "(partition 4 4 [:p] (take-while #(< % 18) (range)))",
    "[(0 1 2 3) (4 5 6 7) (8 9 10 11) (12 13 14 15) (16 17 :p)]",
  ],
  ["(concat [1 2] (take-while #(< % 2) (range)) (range 7 ##Inf))", "[1 2 0 1 7 8 9]"],
  ["(mapcat #(vector % (- %)) (range 1 ##Inf))", "[1 -1 2 -2 3 -3 4]"],
  ["(apply concat (map #(vector % %) (range)))", "[0 0 1 1 2 2 3]"],
  ["(interleave (range) (iterate dec 0))", "[0 0 1 -1 2 -2 3]"],
  ["(cons :a (cons :b (range)))", "[:a :b 0 1 2 3 4]"],
  ["(reductions + (range))", "[0 1 3 6 10 15 21]"],
  ["(reductions #(if (> %1 5) (reduced :end) (+ %1 %2)) 0 (range))", "[0 0 1 3 6 :end]"],
  ["(flatten (map #(vector % [%]) (range)))", "[0 0 1 1 2 2 3]"],
  ["(tree-seq (constantly true) #(vector (inc %)) 0)", "[0 1 2 3 4 5 6]"],
  ["(replace {1 :one} (range))", "[0 :one 2 3 4 5 6]"],
  ["(random-sample 1 (range))", "[0 1 2 3 4 5 6]"],
  ["(drop 5 (map inc (range)))", "[6 7 8 9 10 11 12]"],
  [
    "(let [k 3] (for [x (range) :when (odd? x) :let [y (* k x)]] [x y]))",
    "[[1 3] [3 9] [5 15] [7 21] [9 27] [11 33] [13 39]]",
  ],
  ["(for [{:keys [a]} (map #(hash-map :a %) (range)) b [1 2]] (+ a b))", "[1 2 2 3 3 4 4]"],
  ["(for [x [1 2] y (range)] [x y])", "[[1 0] [1 1] [1 2] [1 3] [1 4] [1 5] [1 6]]"],
  ["((fn [k element] (for [x (range)] (+ k x element))) 10 100)", "[110 111 112 113 114 115 116]"],
  ["(lazy-seq nil)", "[]"],
  ["(for [x (range) :while (< x 4)] x)", "[0 1 2 3]"],
  [
    "(let [n 9] (for [x (range) :when (odd? x) :while (< x n) :let [y (* x x)]] [x y]))",
    "[[1 1] [3 9] [5 25] [7 49]]",
  ],
  [
    "(for [x (range) :while (< x 9) :when (even? x) :let [y (inc x)] :while (< y 7) z [x y]] z)",
    "[0 1 2 3 4 5]",
  ],
  [
    "(for [x (range 3 ##Inf) :while (< x 6) y (range) :while (< y x) :when (pos? y)] y)",
    "[1 2 1 2 3 1 2]",
  ],
  [
    "(for [x [1 2 3] y (iterate inc x) :while (< y 4)] [x y])",
    "[[1 1] [1 2] [1 3] [2 2] [2 3] [3 3]]",
  ],
  ["(for [x [1 2] y (take-while #(< % 3) (range))] (* x y))", "[0 1 2 0 2 4]"],
  ["(#(for [x (range) :while (not= x %)] (+ x %)) 3)", "[3 4 5]"],
  ["(letfn [(g [x] (* 2 x)) (f [n] (for [x (range) :while (< x n)] (g x)))] (f 3))", "[0 2 4]"],
  ["((fn own [n] (for [x (range)] (if (= n 1) (own x) n))) 5)", "[5 5 5 5 5 5 5]"],
  ["(take 5 (iterate inc 1))", "[1 2 3 4 5]"],
  ["(drop-last 2 (take 5 (iterate inc 1)))", "[1 2 3]"],
  ["(first (split-with #(< % 3) (iterate inc 1)))", "[1 2]"],
  ["(second (split-at 2 (iterate inc 1)))", "[3 4 5 6 7 8 9]"],
  ["(map vector [1 2 3] (iterate inc 5))", "[[1 5] [2 6] [3 7]]"],
  ["(interleave [:a :b] (iterate inc 1))", "[:a 1 :b 2]"],
  ["(sequence (map inc) (range))", "[1 2 3 4 5 6 7]"],
  ["(sequence (comp (map inc) (filter even?)) (range))", "[2 4 6 8 10 12 14]"],
  ["(eduction (map inc) (take 3) (range))", "[1 2 3]"],
  ["(sequence (comp (take 3) (partition-all 2)) (range))", "[[0 1] [2]]"],
  ["(sequence (comp (partition-all 3) (map first)) (range))", "[0 3 6 9 12 15 18]"],
  [
    "(sequence (partition-by #(quot % 2)) (range))",
    "[[0 1] [2 3] [4 5] [6 7] [8 9] [10 11] [12 13]]",
  ],
  ["(sequence (comp (map #(quot % 3)) (dedupe)) (range))", "[0 1 2 3 4 5 6]"],
  ["(sequence (comp (map #(quot % 3)) (distinct)) (range))", "[0 1 2 3 4 5 6]"],
  ["(sequence (drop 4) (range))", "[4 5 6 7 8 9 10]"],
  ["(sequence (drop-while #(< % 4)) (range))", "[4 5 6 7 8 9 10]"],
  ["(sequence (take-while #(< % 4)) (range))", "[0 1 2 3]"],
  ["(sequence (comp (take-nth 2) (interpose :s)) (range))", "[0 :s 2 :s 4 :s 6]"],
  [
    "(sequence (map-indexed vector) (iterate inc 5))",
    "[[0 5] [1 6] [2 7] [3 8] [4 9] [5 10] [6 11]]",
  ],
  ["(sequence (keep-indexed #(if (odd? %1) %2)) (range))", "[1 3 5 7 9 11 13]"],
  ["(sequence (comp (remove even?) (keep #(if (> % 4) %))) (range))", "[5 7 9 11 13 15 17]"],
  ["(sequence (replace {1 :one}) (range))", "[0 :one 2 3 4 5 6]"],
  ["(sequence (random-sample 1) (range))", "[0 1 2 3 4 5 6]"],
  ["(sequence (mapcat #(vector % (- %))) (range 1 ##Inf))", "[1 -1 2 -2 3 -3 4]"],
  ["(sequence (comp (map #(vector % %)) cat) (range))", "[0 0 1 1 2 2 3]"],
  ["(sequence (comp (map +) (filter odd?)) (range) (range 1 ##Inf))", "[1 3 5 7 9 11 13]"],
  ["(sequence (mapcat list) (range) [:a :b])", "[0 :a 1 :b]"],
  [
    "(let [twice (fn [rf] (fn ([] (rf)) ([a] (rf a)) ([a x] (rf (rf a x) x))))] (sequence (comp twice (map inc)) (range)))",
    "[1 1 2 2 3 3 4]",
  ],
];

type Door = (source: string, memory: Memory | undefined) => Promise<LispStep>;
const given = (memory: Memory | undefined) => (memory === undefined ? {} : { memory });

const doors: Readonly<Record<string, Door>> = {
  "in this process": (source, memory) => run(source, given(memory)),
  "in a program that may wait": (source, memory) =>
    run(`(tool/now {}) ${source}`, { ...given(memory), tools: { now: () => Promise.resolve(1) } }),
  "from JSON": async (source, memory) => {
    const json: unknown = JSON.parse(JSON.stringify(memory ?? {}));
    return run(source, { memory: await decodeMemory(json) });
  },
  "in a pool": (source, memory) => pool.run(source, given(memory)),
};

describe.each(Object.entries(doors))("a stored sequence continues %s", (_door, next) => {
  test.each(kinds)("%s", async (code, first) => {
    let step = await next(`(def xs ${code}) nil`, undefined);
    for (const count of [0, 2, 3, 7, 7]) {
      step = await next(`(pr-str (vec (take ${String(count)} xs)))`, step.memory);
      expect(step).toMatchObject({ ok: true });
    }
    expect(step).toMatchObject({ return: first });
  });

  test("the textbook sieve and a sequence that is defined by itself continue", async () => {
    let step = await next(
      `(defn sieve [s] (lazy-seq (cons (first s)
         (sieve (filter (fn [x] (not= 0 (mod x (first s)))) (rest s))))))
       (def primes (sieve (iterate inc 2)))
       (def fibs (lazy-cat [0 1] (map + fibs (rest fibs)))) nil`,
      undefined,
    );
    step = await next("[(take 3 primes) (take 4 fibs)]", step.memory);
    expect(step).toMatchObject({
      return: [
        [2, 3, 5],
        [0, 1, 1, 2],
      ],
    });
    step = await next("[(last (take 20 primes)) (last (take 30 fibs))]", step.memory);
    expect(step).toMatchObject({ return: [71, 514229] });
  });
});

describe("elements of a stored sequence", () => {
  test("a definition requests one page, and later programs only further pages", async () => {
    const desk = new Pages();
    const session = createSession({ tools: desk.tools });
    await session.run(`${pages} (def ps (pages 1)) (first ps)`);
    expect(desk.asked).toEqual([1]);
    const step = await session.run("(map :n (take 3 ps))");
    expect(step).toMatchObject({ ok: true, return: [1, 2, 3] });
    expect(step.toolCalls.map(({ args }) => args)).toEqual([{ n: 2 }, { n: 3 }]);
    expect(await session.run("(map :n (take 3 ps))")).toMatchObject({ toolCalls: [] });
    expect(desk.asked).toEqual([1, 2, 3]);
  });

  test("a sequence in two definitions stays one, also from JSON and in a pool", async () => {
    const desk = new Pages();
    const { tools } = desk;
    const first = await run(`${pages} (def ps (pages 1)) (def other {:tail (rest ps)}) nil`, {
      tools,
    });
    const memory = await decodeMemory(JSON.parse(JSON.stringify(first.memory)) as unknown);
    const second = await pool.run("(:n (second (:tail other)))", { tools, memory });
    expect(second).toMatchObject({ ok: true, return: 3 });
    const third = await run("(map :n (take 3 ps))", { tools, memory: second.memory });
    expect(third).toMatchObject({ ok: true, return: [1, 2, 3] });
    expect(desk.asked).toEqual([1, 2, 3]);
  });

  test("a function continues the sequence that it captured", async () => {
    const desk = new Pages();
    const session = createSession({ tools: desk.tools });
    await session.run(`${pages} (def page (let [ps (pages 1)] (fn [i] (:n (nth ps i)))))`);
    expect(await session.run("(page 1)")).toMatchObject({ ok: true, return: 2 });
    expect(await session.run("[(page 0) (page 2)]")).toMatchObject({ ok: true, return: [1, 3] });
    expect(desk.asked).toEqual([1, 2, 3]);
  });

  test("a failed program leaves a sequence as it was, and so do runs from an older memory", async () => {
    const desk = new Pages();
    const { tools } = desk;
    const { memory } = await run(`${pages} (def ps (pages 1)) (first ps)`, { tools });
    await run('(nth ps 1) (throw (ex-info "no" {}))', { tools, memory });
    const [left, right] = await Promise.all([
      run("(:n (nth ps 1))", { tools, memory }),
      run("(:n (nth ps 1))", { tools, memory }),
    ]);
    expect([left, right]).toMatchObject([{ return: 2 }, { return: 2 }]);
    expect(desk.asked).toEqual([1, 2, 2, 2]);
    await run("(first ps)", { tools, memory: right.memory });
    expect(JSON.stringify(memory)).toContain('"realized":[{"n":1}]');
  });

  test("the program that requests an element pays for it", async () => {
    const { memory } = await run("(def xs (map #(reduce + (range %)) (range))) nil");
    const limits = { steps: 2_000 };
    expect(await run("(first xs)", { memory, limits })).toMatchObject({ ok: true });
    expect(await run("(nth xs 3000)", { memory, limits })).toMatchObject({
      ok: false,
      fail: { reason: "step_limit_exceeded" },
    });
  });

  test("effects have addresses in the program that requests them, the same in each process", async () => {
    const program = `${pages} (def ps (pages 1)) (def rs (repeatedly rand)) (first ps) (first rs)`;
    const later = "[(:n (nth ps 2)) (vec (take 3 rs)) (tool/page {:n 0})]";
    const tools = new Pages().tools;
    const options = { tools, runId: "r" };
    const first = await run(program, { ...options, turn: 1, random: seededRandom(1) });
    const decoded = await decodeMemory(JSON.parse(JSON.stringify(first.memory)) as unknown);
    const second = { ...options, turn: 2 };
    const steps = await Promise.all([
      run(later, { ...second, memory: first.memory, random: seededRandom(2) }),
      run(later, { ...second, memory: decoded, random: seededRandom(2) }),
      pool.run(later, { ...second, memory: decoded, random: seededRandom(2) }),
    ]);
    const [one, ...others] = steps.map((step) => ({
      value: step.ok && step.return,
      addresses: step.toolCalls.map(({ address }) => [address.turn, address.path]),
    }));
    for (const other of others) expect(other).toEqual(one);
    expect(one?.addresses).toHaveLength(3);
    expect(new Set(one?.addresses.map((address) => JSON.stringify(address))).size).toBe(3);
    expect(one?.addresses.every(([turn]) => turn === 2)).toBe(true);
  });

  test("branches share the elements that one of them computes", async () => {
    const desk = new Pages();
    const { tools } = desk;
    const { memory } = await run(`${pages} (def ps (pages 1)) (first ps)`, { tools });
    const step = await run("(pmap (fn [i] (:n (nth ps i))) [2 1 2])", { tools, memory });
    expect(step).toMatchObject({ ok: true, return: [3, 2, 3] });
    expect(desk.asked).toEqual([1, 2, 3]);
  });

  test("a sequence of many layers over many turns ends at the depth limit, not on the host's stack", async () => {
    const { memory } = await run(
      "(def xs (reduce (fn [s _] (map inc s)) (iterate inc 0) (range 20000))) nil",
    );
    const json = await decodeMemory(JSON.parse(JSON.stringify(memory)) as unknown);
    for (const stored of [memory, json])
      expect(await run("(first xs)", { memory: stored })).toMatchObject({
        ok: false,
        fail: { reason: "depth_exceeded" },
      });
  });

  test("prints realize only what they show, and returns of an endless sequence name take", async () => {
    const desk = new Pages();
    const session = createSession({ tools: desk.tools });
    await session.run(`${pages} (def ps (pages 1)) (def xs (range)) nil`);
    const { prints } = await session.run("(println xs) (println {:xs (map - xs)})");
    expect(prints[0]).toMatch(/^\(0 1 2 .* 98 99 \.\.\.\)$/);
    expect(prints[1]).toMatch(/^\{:xs \(0 -1 .* -99 \.\.\.\)\}$/);
    expect(await session.run("(return xs)")).toMatchObject({
      fail: {
        details: { kind: "unbounded_sequence", hint: "take a part of it first: (take 10 …)" },
      },
    });
    await session.run("(println ps)");
    expect(desk.asked).toHaveLength(100);
  });
});

describe("forged JSON of stored sequences", () => {
  const table = (...rows: readonly object[]): unknown => ({
    xs: { $opaque: { sequence: [0, 0] } },
    ":sequences": { next: 9, table: rows },
  });

  test.each([
    ["a number instead of a table", { xs: 1, ":sequences": 3 }],
    ["a reference to a missing sequence", table()],
    [
      "two sequences with one number",
      table(
        { number: 0, realized: [], rest: ["concat"] },
        { number: 0, realized: [], rest: ["concat"] },
      ),
    ],
    ["a sequence without a rest", table({ number: 0, realized: [] })],
    ["elements that can't be read", table({ number: 0, realized: [{ $x: 1 }], rest: ["concat"] })],
  ])("rejects %s", async (_title, json) => {
    await expect(decodeMemory(json)).rejects.toThrow(/:sequences|xs/);
  });

  test.each([
    ["an unknown maker", ["fly", 1]],
    ["a maker with a name of the host", ["__proto__", 1]],
    ["missing arguments", ["iterate"]],
    ["an argument of another type", ["join", "mapcat", [1, 2]]],
    ["a negative position", ["cycle", [1, 2], -3]],
    [
      "an unknown stage",
      ["stage", ["fly", 1], { $opaque: { sequence: [0, 0] } }, 0, "taking", [], false],
    ],
  ])("a program gets an error for %s", async (_title, rest) => {
    const memory = await decodeMemory(table({ number: 0, realized: [7], rest }));
    expect(await run("(first xs)", { memory })).toMatchObject({
      ok: false,
      fail: {
        message: expect.stringContaining("the sequence cannot be continued") as string,
        details: { hint: "define the sequence again" },
      },
    });
  });

  test("a sequence that continues with itself ends at a limit", async () => {
    const self = { $opaque: { sequence: [0, 0] } };
    for (const rest of [
      ["rest", self],
      ["concat", self],
      ["map", { $function: { builtin: "inc" } }, 0, self],
    ]) {
      const memory = await decodeMemory(table({ number: 0, realized: [], rest }));
      for (const tools of [{}, { t: () => Promise.resolve(1) }]) {
        const step = await run("(first xs)", { memory, tools, limits: { steps: 100_000 } });
        expect(step.ok).toBe(false);
      }
    }
  });
});
