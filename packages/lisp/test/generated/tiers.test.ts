// Generated code does the same as closures: the same values, prints, fails with locations, steps,
// bytes, and the same end at every limit.

import type { Value } from "@ptc/core/values";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryProgram } from "../limits/arbitrary-program.ts";
import { run } from "../../src/index.ts";
import { isFull } from "../sampled.ts";
import { arbitraryHelperProgram, arbitraryHotProgram } from "./arbitrary-hot-program.ts";
import { outcome, tiers } from "./outcome.ts";

async function expectSame(source: string, limits = {}): Promise<void> {
  const expected = await outcome(source, "never", limits);
  for (const [name, generate] of tiers)
    expect(`${name}: ${await outcome(source, generate, limits)}`, source).toBe(
      `${name}: ${expected}`,
    );
}

// A full run takes long on a busy machine.
const timeout = 300_000;

test("generated code and closures do the same in programs with hot parts", { timeout, tags: "full" }, async () => {
  await fc.assert(fc.asyncProperty(arbitraryHotProgram, (source) => expectSame(source)), {
    numRuns: isFull ? 3_000 : 40,
  });
});

test("programs with hot parts that reach a limit", { timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(
      arbitraryHotProgram,
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 100, max: 4_000 }),
      (source, steps, memoryBytes) => expectSame(source, { steps, memoryBytes, depth: 12 }),
    ),
    { numRuns: isFull ? 2_000 : 60 },
  );
});

test("generated code and closures do the same in arbitrary programs", { timeout }, async () => {
  await fc.assert(fc.asyncProperty(arbitraryProgram, (source) => expectSame(source)), {
    numRuns: isFull ? 1_000 : 40,
  });
});

/**
 * Returns a value that contains a tool call. With it in scope, any program may have to wait for a
 * tool, and is compiled for that.
 */
async function functionWithTool(): Promise<Value> {
  const step = await run("#(tool/idle {:n %})", { tools: { idle: () => null } });
  if (!step.ok) throw new Error(step.fail.message);
  return step.value;
}

const withoutBytes = (seen: string): string => seen.replace(/"memoryBytes":\d+/, "");

test("programs that never wait do the same next to a tool that might", async () => {
  const history = [await functionWithTool()];
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(arbitraryHotProgram, arbitraryHelperProgram),
      fc.option(fc.integer({ min: 1, max: 400 })),
      async (source, steps) => {
        const limits = { depth: 40, ...(steps === null ? {} : { steps }) };
        const expected = await outcome(source, "never", limits, history);
        for (const [name, generate] of tiers)
          expect(`${name}: ${await outcome(source, generate, limits, history)}`, source).toBe(
            `${name}: ${expected}`,
          );
        // Code that may wait notices the step limit earlier or later, and its lazy sequences take
        // more bytes.
        if (expected.includes("_exceeded")) return;
        expect(withoutBytes(expected)).toBe(withoutBytes(await outcome(source, "never", limits)));
      },
    ),
    { numRuns: isFull ? 4_000 : 40 },
  );
});

const small: readonly string[] = [
  "(loop [n 9 total 0] (if (= n 0) total (recur (dec n) (+ total n))))",
  "(loop [i 0 best 0] (if (and (< i 9) (not (= best 50))) (recur (inc i) (if (even? i) (+ best (quot i 2)) best)) [i best]))",
  "(loop [i 0 v []] (if (< i 5) (recur (inc i) (conj v (* i i))) (count v)))",
  "(loop [i 0] (if (< i 4) (do (println i) (recur (inc i))) i))",
  "(defn fib [n] (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))) (fib 6)",
  "(defn f [x] (let [y (* 2 x)] (if (> y 9) y (recur (inc x))))) [(f 1) (f 2)]",
  "(reduce (fn [total {:keys [a b] :or {a 1}}] (+ total (or a 1) (or b 0))) 0 (filter #(not (string? (:a %))) data/rows))",
  "(map (fn [x] (+ x (:b x))) data/rows)",
  "(mapv #(/ 6 (- % 2)) [0 1 2 3])",
  "(defn g [x] (case x 1 :one 2 :two)) (mapv g [1 2 3])",
  "(defn up [n] (if (= n 0) 0 (+ 1 (up (dec n))))) (up 15)",
  "(loop [x 9007199254740980] (if (> x 9007199254740995) x (recur (+ x 3))))",
  "(loop [i 0 x 1] (if (< i 5) (recur (inc i) (if (= i 3) nil (+ x 1))) x))",
  "(loop [i 0 made []] (if (< i 5) (recur (inc i) (conj made (fn [] 1))) ((peek made))))",
];

describe("every limit of steps", () => {
  test.each(small)("ends at the same step under every step limit: %s", async (source) => {
    const whole = JSON.parse(await outcome(source, "never")) as { steps: number };
    for (let steps = 1; steps <= whole.steps + 1; steps++) await expectSame(source, { steps });
  });
});

describe("every depth limit", () => {
  test.each(small.filter((source) => source.includes("defn")))("ends the same way under every depth limit: %s", async (source) => {
    for (let depth = 1; depth <= 20; depth++) await expectSame(source, { depth });
  });
});

describe("memory limits", () => {
  test.each(small)("ends the same way under each memory limit: %s", async (source) => {
    const whole = JSON.parse(await outcome(source, "never")) as { memoryBytes: number };
    for (let part = 0; part < 16; part++)
      await expectSame(source, { memoryBytes: Math.floor((whole.memoryBytes * part) / 16) + 1 });
  });
});
