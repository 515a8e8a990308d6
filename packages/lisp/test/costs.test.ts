// Pins the costs of twenty programs: a rise of more than 5 % fails, and a fall must be recorded so
// that later rises are noticed. Run
// `PTC_RECORD_COSTS=1 npm test -- packages/lisp/test/costs.test.ts` to record the measured costs.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { costContext, costPrograms } from "./cost-programs.ts";
import { measureCost, type Cost } from "./measure-cost.ts";
import { run } from "../src/index.ts";

const pinnedPath = fileURLToPath(new URL("costs.json", import.meta.url));
const pinned = new Map(
  Object.entries(JSON.parse(readFileSync(pinnedPath, "utf8")) as Record<string, Cost>),
);
const isRecording = process.env["PTC_RECORD_COSTS"] === "1";
const recorded = new Map<string, Cost>();
const mayRiseTo = 1.05;
const options = {
  context: costContext,
  tools: { double: ({ n }: Readonly<Record<string, unknown>>) => Promise.resolve(Number(n) * 2) },
};

/** Returns the problems with the costs of a program, one sentence each. */
function complaints(before: Cost, now: Cost): readonly string[] {
  return (["steps", "bytes", "closures"] as const).flatMap((name) => {
    if (now[name] > before[name] * mayRiseTo)
      return [`${name} rose from ${String(before[name])} to ${String(now[name])}`];
    if (now[name] < before[name])
      return [
        `${name} fell from ${String(before[name])} to ${String(now[name])}: record it with PTC_RECORD_COSTS=1`,
      ];
    return [];
  });
}

test.each([...costPrograms])("%s costs what is recorded", async (name, source) => {
  const now = await measureCost(source, options);
  recorded.set(name, now);
  const before = isRecording ? now : pinned.get(name);
  if (before === undefined)
    throw new Error(`${name} has no recorded costs: record them with PTC_RECORD_COSTS=1`);
  expect(complaints(before, now)).toEqual([]);
});

test.each([...costPrograms])(
  "a run of the package counts the same cost: %s",
  async (name, source) => {
    const step = await run(source, options);
    const { steps, bytes } = await measureCost(source, options);
    expect(step.usage).toMatchObject({ steps, memoryBytes: bytes });
  },
);

test("recorded costs exist exactly for these programs", () => {
  expect([...(isRecording ? recorded : pinned).keys()]).toEqual([...costPrograms.keys()]);
});

test("complains about a rise of more than 5 % and about any fall", () => {
  const before = { steps: 100, bytes: 1000, closures: 10 };
  expect(complaints(before, { steps: 105, bytes: 1050, closures: 10 })).toEqual([]);
  expect(complaints(before, { steps: 106, bytes: 999, closures: 11 })).toEqual([
    "steps rose from 100 to 106",
    "bytes fell from 1000 to 999: record it with PTC_RECORD_COSTS=1",
    "closures rose from 10 to 11",
  ]);
});

afterAll(() => {
  if (!isRecording) return;
  const lines = [...recorded].map(
    ([name, cost]) => `  ${JSON.stringify(name)}: ${JSON.stringify(cost)}`,
  );
  writeFileSync(pinnedPath, `{\n${lines.join(",\n")}\n}\n`);
});
