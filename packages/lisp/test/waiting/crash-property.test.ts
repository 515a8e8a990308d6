// A run that was killed at any of its entries, and continued, ends in the same step as one that
// wasn't, and no call with a stored answer is made again.

import fc from "fast-check";
import { expect, test } from "vitest";
import { arbitraryParallelProgram } from "../effects/arbitrary-parallel.ts";
import { arbitraryWaitingProgram } from "../effects/arbitrary-waiting.ts";
import { isFull, isWhole } from "../sampled.ts";
import { crashedReport, type Crashes } from "./crashed-runs.ts";
import { reportOf, type Case } from "./resumed-runs.ts";

const timeout = 300_000;

const arbitraryCrashes: fc.Arbitrary<Crashes> = fc.record(
  {
    shares: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 3 }),
    isSlow: fc.boolean(),
    checkpointKey: fc.constant("a secret of sixteen bytes"),
  },
  { requiredKeys: ["shares", "isSlow"] },
);

function arbitraryCase(source: fc.Arbitrary<string>): fc.Arbitrary<Case> {
  return fc.record({
    source,
    every: fc.integer({ min: 2, max: 6 }),
    decided: fc.constant(1),
    salt: fc.nat(1000),
    generate: fc.constantFrom("never" as const, { calls: 0, turns: 0 }),
  });
}

test.each([
  ["calls in any form", arbitraryWaitingProgram],
  ["branches that share sequences and tasks", arbitraryParallelProgram],
])("a killed run equals one that wasn't: %s", { timeout }, async (_what, source) => {
  await fc.assert(
    fc.asyncProperty(
      arbitraryCase(source),
      fc.boolean(),
      arbitraryCrashes,
      async (given, waits, crashes) => {
        const expected = await reportOf(given, false);
        const { repeated, ...report } = await crashedReport(given, waits, crashes);
        expect(repeated).toEqual([]);
        expect(report).toEqual(expected);
      },
    ),
    { numRuns: isWhole ? 1_000 : isFull ? 500 : 25 },
  );
});
