// A run's step is the same whether its tools answer at once or later: its value or error with its
// position, its prints, its calls, and its usage. Also if a limit ends it, and with generated code.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ToolContext } from "@ptc/core/contracts";
import { effectAddressText } from "@ptc/core/internal/contracts";
import { run, type GenerateAfter, type Limits } from "../../src/index.ts";
import { isFull } from "../sampled.ts";
import { arbitraryParallelProgram } from "./arbitrary-parallel.ts";
import { arbitraryWaitingProgram } from "./arbitrary-waiting.ts";

interface World {
  /** Returns how many turns of the host the call waits: undefined for an answer at once. */
  readonly turns: (drawn: number) => number | undefined;
  readonly timing: number;
  readonly generate: "never" | GenerateAfter;
  readonly yieldMs: number;
}

const atOnce: World = {
  turns: () => undefined,
  timing: 1,
  generate: "never",
  yieldMs: Infinity,
};
const hot = { calls: 0, turns: 0 };
const mixed = (drawn: number): number | undefined => (drawn % 3 === 0 ? undefined : drawn % 5);

const worlds: readonly World[] = [
  // A second run in the same process.
  atOnce,
  { ...atOnce, turns: () => 0 },
  { ...atOnce, turns: mixed, timing: 2 },
  { ...atOnce, turns: (drawn) => drawn % 4, timing: 3 },
  { ...atOnce, generate: hot },
  { ...atOnce, turns: mixed, timing: 3, generate: hot },
  // So short a slice is over at every reading of the clock.
  { ...atOnce, turns: mixed, timing: 4, yieldMs: 1e-9 },
  { ...atOnce, generate: hot, yieldMs: 1e-9 },
];

interface Report {
  readonly outcome: unknown;
  readonly calls: readonly (readonly unknown[])[];
  readonly others: readonly unknown[];
}

/** Returns the parts of a step that must be the same in every world. */
async function report(source: string, limits: Partial<Limits>, world: World): Promise<Report> {
  const result = (n: unknown, callId: string): number => {
    if (typeof n !== "number") throw new TypeError("n is no number");
    const drawn = hash(`${callId} ${String(n)}`);
    if (drawn % 37 === 0) throw new Error(`busy at ${callId}`);
    return drawn % 100;
  };
  const later = async (turns: number, n: unknown, callId: string): Promise<number> => {
    for (let turn = 0; turn < turns; turn++)
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    return result(n, callId);
  };
  const ask = (
    { n }: Readonly<Record<string, unknown>>,
    { callId }: ToolContext,
  ): number | Promise<number> => {
    const turns = world.turns(hash(`${callId} ${String(world.timing)}`));
    return turns === undefined ? result(n, callId) : later(turns, n, callId);
  };
  let time = 0;
  const step = await run(source, {
    tools: { ask },
    context: { rows: [{ a: 1 }, { a: 5 }, { a: 3 }] },
    runId: "r",
    random: () => 0.42,
    journal: {},
    generate: world.generate,
    yieldMs: world.yieldMs,
    clock: { now: () => 0, monotonic: () => (world.yieldMs < 1 ? ++time : 0) },
    limits: { timeoutMs: 1e9, steps: 30_000, ...limits },
  });
  const forks = step.parallelCalls?.map(({ type, count, errorCount }) => [type, count, errorCount]);
  return {
    outcome: step.ok ? step.return : step.fail,
    calls: step.toolCalls.map(({ address, args, result: answer, error }) => [
      effectAddressText(address),
      args,
      answer ?? error,
    ]),
    others: [forks, step.prints, step.journal, { ...step.usage, durationMs: 0 }],
  };
}

async function expectSame(
  source: string,
  limits: Partial<Limits>,
  among: readonly World[] = worlds,
): Promise<void> {
  const expected = await report(source, limits, atOnce);
  for (const world of among) expect(await report(source, limits, world)).toEqual(expected);
}

/** Compares half of the worlds: each program draws the even or the odd ones. */
async function expectSameInSome(source: string, limits: Partial<Limits>): Promise<void> {
  const first = hash(source) % 2;
  await expectSame(
    source,
    limits,
    worlds.filter((_, index) => index % 2 === first),
  );
}

const arbitraryLimits: fc.Arbitrary<Partial<Limits>> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.record({ steps: fc.integer({ min: 1, max: 1500 }) }) },
  { weight: 1, arbitrary: fc.record({ memoryBytes: fc.integer({ min: 1, max: 40_000 }) }) },
  { weight: 1, arbitrary: fc.record({ depth: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 1, arbitrary: fc.record({ toolCalls: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 1, arbitrary: fc.record({ outputBytes: fc.integer({ min: 1, max: 60 }) }) },
);

// A full run takes long on a busy machine.
const timeout = 300_000;

test("a step doesn't depend on when its tools answer", { timeout }, async () => {
  await fc.assert(fc.asyncProperty(arbitraryWaitingProgram, arbitraryLimits, expectSameInSome), {
    numRuns: isFull ? 2_000 : 40,
    seed: 12,
  });
});

test.each([
  "(nth (partition-all 2 (map (fn [x] (tool/ask {:n x})) (range))) 2)",
  "(first (partition 2 (map (fn [x] (tool/ask {:n x})) (range))))",
  "(nth (map first (partition-all 2 (map (fn [x] (tool/ask {:n x})) (range)))) 2)",
  "(first (partition 2 (map (fn [x] [(tool/ask {:n x}) (tool/ask {:n x})]) (range))))",
])("a limit ends it at the same call: %s", async (source) => {
  for (let memoryBytes = 2_000; memoryBytes < 6_000; memoryBytes += isFull ? 40 : 200)
    await expectSame(source, { memoryBytes });
  for (let steps = 1; steps < 50; steps += isFull ? 1 : 3) await expectSame(source, { steps });
});

test("nor do branches that share sequences and tasks", { timeout }, async () => {
  await fc.assert(fc.asyncProperty(arbitraryParallelProgram, arbitraryLimits, expectSameInSome), {
    numRuns: isFull ? 1_000 : 30,
    seed: 12,
  });
});

const define = `(defn ask [n] (tool/ask {:n n}))
`;

const small: readonly (readonly [string, string, Partial<Limits>?])[] = [
  [
    "steps of a sequence that follows a waiting one",
    "(nth (cons 0 (lazy-seq (cons (ask 1) [1 2]))) 1)",
  ],
  ["the message about the start value of a fold", "(reduce (fn [a n] (ask n) (+ a n)) nil [1 2])"],
  [
    "the calls of two branches that share a sequence, up to a limit",
    `(let [xs (map ask (range)) ys (drop 1 xs)]
       (reduce + (pmap (fn [i] (reduce + (pcalls (fn [] (first ys)) (fn [] (nth ys 3))))) [1 2 3])))`,
    { toolCalls: 7 },
  ],
  [
    "the end of a branch that calls too deep for a shared element",
    `(let [xs (map ask (range)) ys (map inc (drop 1 xs))]
       (pcalls (fn [] (reduce + (pmap (fn [i] (reduce + (take 3 ys))) [1 2]))) (fn [] (nth xs 2))))`,
    { depth: 6 },
  ],
  ["the budget that a branch reads", "(pmap (fn [i] (ask i) (budget/remaining)) [1 2 3])"],
  [
    "the bytes of a branch that ends in a shared element",
    `(let [xs (map (fn [n] (println n) (+ (ask n) (ask n) (ask n))) (range))]
       (pcalls (fn [] (ask 1) (vec (range 100)) (nth xs 3)) (fn [] (nth xs 3))))`,
    { memoryBytes: 12000 },
  ],
];

describe("small programs", () => {
  for (const [what, source, limits = {}] of small)
    test(`${what} doesn't depend on waits`, () => expectSame(`${define}${source}`, limits));
});

test("the steps of branches that share a sequence are the same up to any limit", async () => {
  const source = `${define}(let [xs (map (fn [n] (println n) (+ (ask n) (ask n) (ask n))) (range))]
    (pcalls (fn [] (ask 7) (dotimes [i 20] i) (nth xs 3)) (fn [] (nth xs 3))))`;
  for (let steps = 40; steps < 800; steps += 19) await expectSame(source, { steps });
});

test("an attempt that waits for an element reaches each limit of steps as it would without", async () => {
  const source = `${define}(vec (for [n (take 3 (repeatedly (fn [] (count (str (ask 1) 2)))))] n))`;
  for (let steps = 1; steps < 80; steps++) await expectSame(source, { steps });
});

test("a run whose limit cuts off a shared element ends as it was before its fork", async () => {
  const source = `${define}(println "begin") (let [xs (filter odd? (map ask (range))) ys (for [x xs :when (< (ask x) 80)] x)]
    (pmap (fn [i] (println i) (pcalls (fn [] (first ys)) (fn [] (nth xs 1)))) [1 2 3]))`;
  for (let steps = 180; steps < 230; steps++) {
    await expectSame(source, { steps });
    const { outcome, others } = await report(source, { steps }, atOnce);
    expect(outcome).toMatchObject({ details: { position: { line: 3, column: 5 } } });
    expect(others).toMatchObject([[["pmap", 3, 3]], ["begin"], {}, { steps }]);
  }
});

test(
  "an element that no branch can pay for takes no call of the next one's address",
  { tags: "full" },
  async () => {
    const source = `${define}(let [xs (map (fn [n] (ask (+ n (ask n)))) (range))]
    (pmap (fn [i] (pcalls (fn [] (reduce + (take 2 xs))) (fn [] (nth xs 0)))) [1 2 3]))`;
    for (let memoryBytes = 15_000; memoryBytes < 22_000; memoryBytes += 50) {
      await expectSame(source, { memoryBytes });
      const { calls } = await report(source, { memoryBytes }, atOnce);
      const first = calls.find(([address]) => address === "r/1/s1/0");
      if (first !== undefined) expect(first[1]).toEqual({ n: 0 });
    }
  },
);

test("a shared element that one branch cannot pay for is done again at the same addresses", async () => {
  const source = `${define}(let [xs (map (fn [n] (ask n) (ask n) (ask n)) (range))]
    (pcalls (fn [] (ask 7) (ask 8) (first xs)) (fn [] (first xs))))`;
  const expected = await report(source, { toolCalls: 8 }, atOnce);
  expect(expected.outcome).toMatchObject({ reason: "tool_calls_exceeded" });
  const addresses = ["r/1/0.0/0", "r/1/0.0/1", "r/1/s1/0", "r/1/s1/1", "r/1/s1/2"];
  expect(expected.calls.map(([address]) => address)).toEqual(addresses);
});

function hash(text: string): number {
  let value = 2166136261;
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 16777619) >>> 0;
  return (value ^ (value >>> 15)) >>> 0;
}
