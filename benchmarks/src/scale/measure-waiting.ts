// `npm run bench -- waiting`: measures resumed runs and recordings against plain runs of the same
// program, in pairs, and the size of checkpoints. Prints ratios of processor time.

import { approve, resume, run, type Checkpoint, type LispStep, type Tools } from "@ptc/lisp";
import { createScriptedModel } from "@ptc/llm";
import { defineAgent, run as runMission } from "@ptc/subagent";
import { createRunRecorder, type RunRecorder } from "@ptc/subagent/recordings";
import { median } from "../median.ts";
import { processorTime } from "../processor-time.ts";
import { markdownTable, ratioText, writeReportPart } from "../report.ts";

const effects = 1_000;
const recordedCalls = 2_000;
const pairs = 15;
const text = "x".repeat(1_000);

const payment = { needsApproval: true, execute: () => "paid" };

const tools: Tools = {
  look: async ({ id }) => {
    await Promise.resolve();
    return { id, text };
  },
  pay: payment,
};

/** Before answers of a single branch were passed on at once, and entries stored at once. */
const before = { recording: [4.7, 5.4], waiting: [3.7, 4.9], entries: [29, 37] } as const;

export async function measureWaiting(options: readonly string[]): Promise<void> {
  for (const map of ["mapv", "pmap"]) await measureResume(map);
  const ratios = await measureRecording();
  writeReportPart(options, "waiting", reportOf(ratios));
}

type Measured = readonly (readonly [keyof typeof before, string, readonly number[]])[];

function reportOf(measured: Measured): string {
  const lines = measured.map(([name, what, ratios]) => [
    what,
    ...ratios.flatMap((value, index) => [ratioText(value), ratioText(before[name][index] ?? 0)]),
  ]);
  return `## Recorded runs

Processor time of a mission with ${String(recordedCalls)} calls in a loop, as a multiple of the same mission without recording, in
pairs. The tool does nothing but return four fields, so the table shows the cost of a call itself. "Before" is the ratio of the release before.

${markdownTable(["run", "asynchronous tool", "before", "synchronous tool", "before"], lines)}

The goal is 1.5. The rest of a recording is the text of each call in its line, the text of its times, and the digest of the step at the end,
which writes each call again. The rest of the other rows is a copy of arguments and result as JSON, the times, and an entry before and after the call.`;
}

/** Returns the processor time of `work` in milliseconds. */
async function spent(work: () => Promise<unknown>): Promise<number> {
  const before = processorTime();
  await work();
  return processorTime() - before;
}

/** Returns the median ratio of two works, which run in pairs in both orders. */
async function ratio(work: () => Promise<unknown>, other: () => Promise<unknown>): Promise<number> {
  const ratios: number[] = [];
  for (let pair = 0; pair < pairs + 3; pair++) {
    const isFirst = pair % 2 === 0;
    const first = await spent(isFirst ? work : other);
    const second = await spent(isFirst ? other : work);
    // The first pairs warm up the code.
    if (pair >= 3) ratios.push(isFirst ? first / second : second / first);
  }
  return median(ratios);
}

/** Measures a resume whose calls are all recorded, except the one that waited. */
async function measureResume(map: string): Promise<void> {
  const source = `
    (do (${map} (fn [i] (:id (tool/look {:id i}))) (range ${String(effects)})) (tool/pay {}))`;
  const step = await run(source, { tools });
  if (step.status !== "waiting") throw new Error("the run didn't wait");
  const json = JSON.stringify(step.checkpoint);
  const decisions = Object.fromEntries(step.pending.map(({ id }) => [id, approve()]));
  const resumed = async (): Promise<void> => {
    assertEnded(await resume(source, JSON.parse(json) as Checkpoint, { tools, decisions }));
  };
  const whole = async (): Promise<void> => {
    assertEnded(await run(source, { tools: { ...tools, pay: () => "paid" } }));
  };
  show(
    `size of a checkpoint to its ${String(effects)} results (${map})`,
    json.length / (effects * text.length),
  );
  show(
    `resume of ${String(effects)} calls to a run without waiting (${map})`,
    await ratio(resumed, whole),
  );
}

function assertEnded(step: LispStep): void {
  if (!step.ok) throw new Error(step.fail.message);
}

async function measureRecording(): Promise<Measured> {
  const look = { id: 0, name: "a name", price: 12.5, tags: ["a", "b"] };
  const work = {
    later: async ({ id }: { readonly id: number }) => {
      await Promise.resolve();
      return { ...look, id };
    },
    now: ({ id }: { readonly id: number }) => ({ ...look, id }),
  };
  const options = { prompt: "Count them", maxToolCalls: recordedCalls };
  const plain = defineAgent({ ...options, tools: work });
  const waits = defineAgent({ ...options, tools: { ...work, pay: payment } });
  const recording: number[] = [];
  const waiting: number[] = [];
  const entries: number[] = [];
  for (const name of ["later", "now"]) {
    const program = `(return (count (mapv (fn [i] (tool/${name} {:id i})) (range ${String(recordedCalls)}))))`;
    const played = async (
      agent: typeof plain,
      given: { readonly record?: RunRecorder; readonly onCheckpoint?: () => undefined } = {},
    ): Promise<void> => {
      const llm = createScriptedModel([`\`\`\`clojure\n${program}\n\`\`\``]);
      const step = await runMission(agent, { llm, ...given });
      if (!step.ok) throw new Error(step.fail.message);
      if (given.record?.error !== undefined) throw given.record.error;
    };
    const record = (): RunRecorder => createRunRecorder({ write: () => undefined });
    for (const [what, measured, ratios] of [
      ["recording", () => played(plain, { record: record() }), recording],
      ["an unused tool that waits, in a run", () => played(waits), waiting],
      ["entries", () => played(plain, { onCheckpoint: () => undefined }), entries],
    ] as const) {
      const value = await ratio(measured, () => played(plain));
      ratios.push(value);
      show(`${what} of ${String(recordedCalls)} calls to a run without it (tool/${name})`, value);
    }
  }
  return [
    ["recording", "with `record`", recording],
    ["waiting", "with a tool that may wait, and isn't called", waiting],
    ["entries", "with `onCheckpoint`", entries],
  ];
}

function show(what: string, value: number): void {
  console.log(`${value.toFixed(2)}  ${what}`);
}
