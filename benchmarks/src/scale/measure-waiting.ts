// `npm run bench -- waiting`: measures resumed runs and recordings against plain runs of the same
// program, in pairs, and the size of checkpoints. Prints ratios of processor time.

import { approve, resume, run, type Checkpoint, type LispStep, type Tools } from "@ptc/lisp";
import { createScriptedModel } from "@ptc/llm";
import { defineAgent, run as runMission } from "@ptc/subagent";
import { createRunRecorder, type RunRecorder } from "@ptc/subagent/recordings";
import { median } from "../median.ts";
import { processorTime } from "../processor-time.ts";

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

export async function measureWaiting(): Promise<void> {
  for (const map of ["mapv", "pmap"]) await measureResume(map);
  await measureRecording();
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

async function measureRecording(): Promise<void> {
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
    for (const [what, measured] of [
      ["recording", () => played(plain, { record: record() })],
      ["an unused tool that waits, in a run", () => played(waits)],
      ["entries", () => played(plain, { onCheckpoint: () => undefined })],
    ] as const)
      show(
        `${what} of ${String(recordedCalls)} calls to a run without it (tool/${name})`,
        await ratio(measured, () => played(plain)),
      );
  }
}

function show(what: string, value: number): void {
  console.log(`${value.toFixed(2)}  ${what}`);
}
