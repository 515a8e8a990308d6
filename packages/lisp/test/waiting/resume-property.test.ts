// A run that waited for decisions, in any order and in any number of passes, ends in the same step
// as one that didn't wait, and each call reaches its tool once.

import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { bundledScript } from "../../../../vitest.bundles.ts";
import { arbitraryParallelProgram } from "../effects/arbitrary-parallel.ts";
import { arbitraryWaitingProgram } from "../effects/arbitrary-waiting.ts";
import { isFull } from "../sampled.ts";
import { reportOf, reportOfPasses, type Case, type Pass } from "./resumed-runs.ts";

const timeout = 300_000;

function arbitraryCase(source: fc.Arbitrary<string>): fc.Arbitrary<Case> {
  return fc.record({
    source,
    every: fc.integer({ min: 1, max: 4 }),
    decided: fc.integer({ min: 1, max: 4 }),
    salt: fc.nat(1000),
    generate: fc.constantFrom("never" as const, { calls: 0, turns: 0 }),
  });
}

test.each([
  ["calls in any form", arbitraryWaitingProgram],
  ["branches that share sequences and tasks", arbitraryParallelProgram],
])("a resumed run equals one that never waited: %s", { timeout }, async (_what, source) => {
  await fc.assert(
    fc.asyncProperty(arbitraryCase(source), async (given) => {
      expect(await reportOf(given, true)).toEqual(await reportOf(given, false));
    }),
    { numRuns: isFull ? 1_000 : 25 },
  );
});

test("each pass may run in a process of its own", { timeout }, async () => {
  const given: Case = {
    source: `
      (defn ask [n] (tool/ask {:n n}))
      (let [rates (map ask (range))
            rows (pmap (fn [i] [(rand-int 100) (nth rates i) (task (str "t" i) (ask i))]) [1 2 3])]
        (println "asked" (count rows))
        [rows (ask 9)])`,
    every: 2,
    decided: 2,
    salt: 3,
    generate: "never",
  };
  const passes: Pass[] = [];
  for (let json: string | undefined = ""; json !== undefined; json = passes.at(-1)?.checkpoint)
    passes.push(await inOwnProcess(given, json, passes.length));
  expect(passes.length).toBeGreaterThan(3);
  expect(reportOfPasses(passes)).toEqual(JSON.parse(JSON.stringify(await reportOf(given, false))));
});

const script = await bundledScript(join(import.meta.dirname, "pass-child.ts"));

async function inOwnProcess(given: Case, json: string, number: number): Promise<Pass> {
  const child = spawn(process.execPath, [script], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(JSON.stringify({ given, json, number }));
  return JSON.parse(await text(child.stdout)) as Pass;
}
