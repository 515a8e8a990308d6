// The work that recording adds to a run, counted in tasks and digests instead of time.

import { turnQueue } from "@ptc/core/internal/task";
import { describe, expect, test, vi } from "vitest";
import {
  approve,
  checkpointOf,
  defineAgent,
  resume,
  run,
  type CheckpointEntry,
  type MissionOptions,
} from "../../src/index.ts";
import { createRunRecorder } from "../../src/recording/index.ts";
import { fenced } from "../missions.ts";

const calls = 300;
const tools = {
  now: ({ id }: { readonly id?: unknown }) => ({ id, name: "a name" }),
  later: async ({ id }: { readonly id?: unknown }) => {
    await Promise.resolve();
    return { id, name: "a name" };
  },
};
const pay = { needsApproval: true, execute: () => "paid" };
const agent = defineAgent({ prompt: "Count.", tools, maxToolCalls: calls });
const waits = defineAgent({ prompt: "Count.", tools: { ...tools, pay }, maxToolCalls: calls });

function llmOf(tool: string): NonNullable<MissionOptions["llm"]> {
  const program = `(return (count (mapv (fn [i] (tool/${tool} {:id i})) (range ${String(calls)}))))`;
  return () => Promise.resolve(fenced(program));
}

/** Returns the tasks that the run begins. */
async function tasksOf(work: () => Promise<{ readonly ok: boolean }>): Promise<number> {
  const task = vi.spyOn(turnQueue, "enter");
  expect(await work()).toMatchObject({ ok: true });
  const { length } = task.mock.calls;
  task.mockRestore();
  return length;
}

describe.each(["now", "later"])("calls of tool/%s in a single branch", (tool) => {
  const llm = llmOf(tool);
  const runs: readonly (readonly [string, () => Promise<{ readonly ok: boolean }>])[] = [
    ["in a recorded run", () => run(agent, { llm, record: createRunRecorder({ write: () => 0 }) })],
    ["in a run whose tools may wait", () => run(waits, { llm })],
    ["in a run that reports entries", () => run(agent, { llm, onCheckpoint: () => undefined })],
  ];
  test.each(runs)("take no task each %s", async (_, work) => {
    expect(await tasksOf(work)).toBeLessThan(calls / 2);
  });
});

test("entries without a key are digested only for the calls that were running", async () => {
  const sign = vi.spyOn(crypto.subtle, "sign");
  const entries: CheckpointEntry[] = [];
  const llm = llmOf("now");
  await run(agent, { llm, onCheckpoint: (entry) => entries.push(entry) });
  expect(sign.mock.calls.length).toBeLessThan(10);
  sign.mockRestore();

  const last = entries.findLastIndex(({ type }) => type === "begins");
  const checkpoint = await checkpointOf(entries.slice(0, last + 1));
  expect(checkpoint.pending).toMatchObject([{ arguments: { id: calls - 1 }, uncertain: true }]);
  const [call] = checkpoint.pending;
  expect(call?.digest).toMatch(/^[0-9a-f]{64}$/);
  const decisions = { [call?.id ?? ""]: approve() };
  expect(await resume(agent, checkpoint, { llm, decisions })).toMatchObject({ return: calls });

  // A changed argument isn't the one that began.
  const other = JSON.parse(JSON.stringify(checkpoint.pending[0])) as typeof call;
  const changed = await checkpointOf(
    entries
      .slice(0, last + 1)
      .map((entry, index) =>
        index === last
          ? ({ ...entry, call: { ...other, arguments: { id: 7 }, digest: undefined } } as never)
          : entry,
      ),
  );
  await expect(resume(agent, changed, { llm, decisions })).rejects.toMatchObject({
    problem: "changed",
  });
});
