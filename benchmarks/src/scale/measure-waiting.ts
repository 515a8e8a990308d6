// `npm run bench -- waiting`: measures resumed runs and recordings against plain runs of the same
// program, in pairs, and the size of checkpoints. Prints ratios of processor time.

import { approve, resume, run, type Checkpoint, type LispStep, type Tools } from "@ptc/lisp";
import { createScriptedModel } from "@ptc/llm";
import { defineAgent, run as runMission } from "@ptc/subagent";
import { createRunRecorder, type RunRecorder } from "@ptc/subagent/recordings";
import { markdownTable, writeReportPart } from "../report.ts";
import { neverWaitingRatios } from "./never-waiting.ts";
import { pairedRatio } from "./paired-ratio.ts";

const effects = 1_000;
const recordedCalls = 2_000;
const text = "x".repeat(1_000);

const payment = { needsApproval: true, execute: () => "paid" };

const tools: Tools = {
  look: async ({ id }) => {
    await Promise.resolve();
    return { id, text };
  },
  pay: payment,
};

/** The ratios of the release before. */
const before: Readonly<Record<string, readonly number[]>> = {
  recording: [2.7, 2.8],
  waiting: [2.4, 1.5],
  entries: [2.9, 2.9],
};

type Row = readonly (string | number)[];

export async function measureWaiting(options: readonly string[]): Promise<void> {
  const resumes: Row[] = [];
  for (const map of ["mapv", "pmap"]) resumes.push([map, ...(await measureResume(map))]);
  const [long, short] = await neverWaitingRatios();
  show("a run of many calls that never waits, to one without the code for waits", long);
  show("many runs that never wait, to those without the code for waits", short);
  const missions = await measureRecording();
  const programs = await measurePrograms();
  writeReportPart(
    options,
    "waiting",
    reportOf({ missions, programs, resumes, never: [long, short] }),
  );
}

interface Measured {
  readonly missions: readonly Row[];
  readonly programs: readonly Row[];
  readonly resumes: readonly Row[];
  readonly never: readonly number[];
}

function shown(rows: readonly Row[], digits = 1): readonly (readonly string[])[] {
  return rows.map((row) =>
    row.map((cell) => (typeof cell === "string" ? cell : cell.toFixed(digits))),
  );
}

function reportOf({ missions, programs, resumes, never }: Measured): string {
  const [long = 0, short = 0] = never;
  return `## Recorded runs

Processor time of a run with ${String(recordedCalls)} calls in a loop, as a multiple of the same run without recording, in pairs.
The tool does nothing but return four fields, so the table shows the cost of a call itself. "Before" is the ratio of the release before.

${markdownTable(["mission", "asynchronous tool", "before", "synchronous tool", "before"], shown(missions))}

${markdownTable(["program of `@ptc/lisp`", "asynchronous tool", "synchronous tool"], shown(programs))}

[Decision 29](../decisions/0029-checkpoints-record-effects.md) explains what the rest of the cost is.

A program that never waits takes ${long.toFixed(2)} times as long as in a build without the code for waits, in a run of ${String(recordedCalls)} calls, and
${short.toFixed(2)} times in short runs of one call. Resuming ${String(effects)} calls with results of 1 kB:

${markdownTable(["calls in", "size of the checkpoint to its results", "time to a run that doesn't wait"], shown(resumes, 2))}`;
}

/** Measures a resume whose calls are all recorded, except the one that waited. */
async function measureResume(map: string): Promise<readonly number[]> {
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
  const size = json.length / (effects * text.length);
  const time = await pairedRatio(resumed, whole);
  show(`size of a checkpoint to its ${String(effects)} results (${map})`, size);
  show(`resume of ${String(effects)} calls to a run without waiting (${map})`, time);
  return [size, time];
}

function assertEnded(step: LispStep): void {
  if (!step.ok) throw new Error(step.fail.message);
}

const look = { id: 0, name: "a name", price: 12.5, tags: ["a", "b"] };
const work = {
  later: async ({ id }: { readonly id?: unknown }) => {
    await Promise.resolve();
    return { ...look, id };
  },
  now: ({ id }: { readonly id?: unknown }) => ({ ...look, id }),
};

function loopOf(tool: string): string {
  return `(count (mapv (fn [i] (tool/${tool} {:id i})) (range ${String(recordedCalls)})))`;
}

/** Measures programs of `@ptc/lisp` alone. */
async function measurePrograms(): Promise<readonly Row[]> {
  const waiting: number[] = [];
  const entries: number[] = [];
  for (const name of ["later", "now"]) {
    const ran = async (given: Parameters<typeof run>[1]): Promise<void> => {
      assertEnded(
        await run(loopOf(name), { tools: work, limits: { toolCalls: recordedCalls }, ...given }),
      );
    };
    for (const [what, options, ratios] of [
      ["an unused tool that waits", { tools: { ...work, pay: payment } }, waiting],
      ["entries", { onCheckpoint: () => undefined }, entries],
    ] as const) {
      const value = await pairedRatio(
        () => ran(options),
        () => ran({}),
      );
      ratios.push(value);
      show(`${what} in a program of ${String(recordedCalls)} calls (tool/${name})`, value);
    }
  }
  return [
    ["with a tool that may wait, and isn't called", ...waiting],
    ["with `onCheckpoint`", ...entries],
  ];
}

async function measureRecording(): Promise<readonly Row[]> {
  const options = { prompt: "Count them", maxToolCalls: recordedCalls };
  const plain = defineAgent({ ...options, tools: work });
  const waits = defineAgent({ ...options, tools: { ...work, pay: payment } });
  const recording: number[] = [];
  const waiting: number[] = [];
  const entries: number[] = [];
  for (const name of ["later", "now"]) {
    const program = `(return ${loopOf(name)})`;
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
      const value = await pairedRatio(measured, () => played(plain));
      ratios.push(value);
      show(`${what} of ${String(recordedCalls)} calls to a run without it (tool/${name})`, value);
    }
  }
  return (
    [
      ["recording", "with `record`", recording],
      ["waiting", "with a tool that may wait, and isn't called", waiting],
      ["entries", "with `onCheckpoint`", entries],
    ] as const
  ).map(([name, what, ratios]) => [
    what,
    ...ratios.flatMap((value, index) => [value, before[name]?.[index] ?? 0]),
  ]);
}

function show(what: string, value: number): void {
  console.log(`${value.toFixed(2)}  ${what}`);
}
