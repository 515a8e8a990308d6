// A followed run computes what the real run computes: for each example of a builtin, with a label
// on every literal.

import { printValue } from "@ptc/core/printing";
import { expect, test } from "vitest";
import { builtins } from "../../src/builtins/library/table.ts";
import { followed } from "./followed.ts";

test.each([
  ["explicit", false],
  ["strict", true],
])("a followed run has the value of the run, with %s provenance", async (_, isStrict) => {
  const clock = { now: () => 0, monotonic: () => performance.now() };
  let same = 0;
  const rows = new Set([...builtins.values()].map(({ row }) => row));
  for (const { example } of rows) {
    const [source] = example;
    const run = await followed(source, { isStrict, labelsLiterals: true, clock });
    if (run?.step.ok !== true) continue;
    expect(printValue(run.value ?? null), source).toBe(printValue(run.step.value ?? null));
    same++;
  }
  expect(same).toBeGreaterThan(300);
});
