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
import { isFull, isWhole } from "../sampled.ts";
import {
  passOf,
  reportOf,
  reportOfPasses,
  type Case,
  type Pass,
  type PassJob,
} from "./resumed-runs.ts";

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
    { numRuns: isWhole ? 1_000 : isFull ? 500 : 25 },
  );
});

/** The resumes in new processes. Later passes of long runs happen in this one. */
const mostResumes = 5;

/** A run that needs more than three passes. */
const longCase: Case = {
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

test("each pass of random programs may run in a new process", { timeout }, async () => {
  const numRuns = isFull ? 1_000 : 6;
  const cases = [arbitraryWaitingProgram, arbitraryParallelProgram].flatMap((source) =>
    fc.sample(arbitraryCase(source), { numRuns, seed: 40 }),
  );
  const runs = [longCase, ...cases].map((given) => ({ given, passes: [] as Pass[] }));
  let waiting = runs;
  for (let number = 0; waiting.length > 0; number++) {
    const jobs = waiting.map(({ given, passes }) => ({
      given,
      json: passes.at(-1)?.checkpoint ?? "",
      number,
    }));
    const made = await (number <= mostResumes ? inNewProcess(jobs) : here(jobs));
    for (const [index, { passes }] of waiting.entries())
      passes.push(...made.slice(index, index + 1));
    waiting = waiting.filter(({ passes }) => passes.at(-1)?.checkpoint !== undefined);
  }
  expect(runs[0]?.passes.length).toBeGreaterThan(3);
  for (const { given, passes } of runs)
    expect(reportOfPasses(passes), given.source).toEqual(
      JSON.parse(JSON.stringify(await reportOf(given, false))),
    );
});

const script = await bundledScript(join(import.meta.dirname, "pass-child.ts"));

/** Runs one pass of each run in one process, which ends then. */
async function inNewProcess(jobs: readonly PassJob[]): Promise<readonly Pass[]> {
  const child = spawn(process.execPath, [script], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(jobs.map((job) => `${JSON.stringify(job)}\n`).join(""));
  const lines = (await text(child.stdout)).split("\n").slice(0, -1);
  expect(lines).toHaveLength(jobs.length);
  return lines.map((line) => JSON.parse(line) as Pass);
}

async function here(jobs: readonly PassJob[]): Promise<readonly Pass[]> {
  const passes: Pass[] = [];
  for (const { given, json, number } of jobs) {
    const made = await passOf(given, json, number, true);
    passes.push(JSON.parse(JSON.stringify(made)) as Pass);
  }
  return passes;
}
