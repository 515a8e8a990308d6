// Runs the recorded explanation, and compares it with the recorded runs and the shop.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { createRecordedModel, createScriptedModel, parseRecording } from "@ptc/llm";
import { run, runOrThrow, type MissionStep } from "@ptc/subagent";
import { buildTraceTree, summarizeRuns, type TracedRun } from "@ptc/tracer";
import { readTraceFiles } from "@ptc/tracer/node";
import { answers } from "../src/answers.ts";
import { explainFailure } from "../src/explain-failure.ts";
import { context, revenueReport } from "../src/shop.ts";

interface Explanation {
  readonly run: string;
  readonly reason: string;
  readonly evidence: readonly {
    readonly turn: number;
    readonly error: string;
    readonly calls: number;
  }[];
  readonly differs_from: string;
  readonly first_difference: string;
}

let runs: readonly TracedRun[] = [];
let step: MissionStep;
beforeAll(async () => {
  const { events } = await readTraceFiles(join(import.meta.dirname, "../runs"));
  const roots = buildTraceTree(events);
  runs = summarizeRuns(roots);
  const parsed = parseRecording(
    readFileSync(join(import.meta.dirname, "../recording.json"), "utf8"),
  );
  if (!parsed.ok) throw new Error(parsed.message);
  step = await run(explainFailure(() => Promise.resolve(roots)).agent, {
    llm: createRecordedModel(parsed.recording),
    collectMessages: true,
  });
});

function explanation(): Explanation {
  if (!step.ok) throw new Error(step.fail.message);
  return step.return as Explanation;
}

test("the explanation names the failed run, and compares it with an answered one", () => {
  const failed = runs.filter(({ outcome }) => outcome === "failed");
  expect(failed).toHaveLength(1);
  expect(explanation()).toMatchObject({ run: failed[0]?.traceId, reason: failed[0]?.reason });
  const other = runs.find(({ traceId }) => traceId === explanation().differs_from);
  expect(other).toMatchObject({ outcome: "answered", agent: "revenue" });
  expect(explanation().first_difference).toMatch(/^turn 1, tool\/customer, after \d+ equal parts/);
});

test("the evidence has each merged account with the number of its failed calls", () => {
  const merged = [7, 14, 21, 28, 35, 42];
  expect(explanation().evidence).toEqual(
    merged.map((id, index) => ({
      turn: 1,
      tool: "customer",
      error: `account ${String(id)} was merged into ${String(id - 1)}: ask for that one`,
      // The second turn skipped the first account, and the third one two.
      calls: Math.min(3, index + 1),
    })),
  );
  expect(runs.reduce((sum, { failedCalls }) => sum + failedCalls, 0)).toBe(15);
});

test("of all results, the model of the explanation saw only the one that differs", () => {
  const messages = (step.messages ?? []).map(({ content }) => content).join("\n");
  expect(messages).toContain("account 42 was merged into 41");
  expect(messages.match(/"revenue":\d/g)).toHaveLength(1);
});

test("catching the error of one customer, as the explanation advises, answers the run", async () => {
  const [repaired = ""] = answers.afterMerge;
  const program = repaired.replace(
    "(pmap #(tool/customer {:id %}) data/ids)",
    "(filter some? (pmap #(try (tool/customer {:id %}) (catch Exception e nil)) data/ids))",
  );
  expect(program).not.toBe(repaired);
  const answer = await runOrThrow(revenueReport(true), {
    llm: createScriptedModel([program]),
    context,
  });
  expect(answer.return).toMatchObject({ countries: [{}, {}, {}, {}] });
});
