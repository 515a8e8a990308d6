// A resumed run whose process is killed: `checkpointOf` with the checkpoint before it.

import { nextTask } from "@ptc/core/internal/task";
import { StoreError } from "@ptc/core/store";
import { describe, expect, test } from "vitest";
import {
  approve,
  checkpointOf,
  defineAgent,
  resume,
  run,
  tool,
  type CheckpointEntry,
  type MissionCheckpoint,
} from "../../src/index.ts";

function world() {
  const paid: string[] = [];
  const pay = tool({
    signature: "(id :int) -> :int",
    needsApproval: ({ id }) => id === 1,
    execute: async ({ id }, { callId }) => {
      await Promise.resolve();
      paid.push(callId);
      return id;
    },
  });
  const llm = () => Promise.resolve("(return (mapv (fn [id] (tool/pay {:id id})) [1 2 3]))");
  return { agent: defineAgent({ prompt: "Pay.", tools: { pay }, llm }), paid };
}

describe.each([undefined, "a secret of a server"])(
  "with the checkpoint key %j",
  (checkpointKey) => {
    const keys = checkpointKey === undefined ? {} : { checkpointKey };

    async function paused() {
      const { agent, paid } = world();
      const step = await run(agent, { ...keys, onCheckpoint: () => undefined });
      if (step.status !== "waiting") throw new Error("expected a run that waits");
      const { checkpoint } = step;
      const entries: CheckpointEntry[] = [];
      const decisions = { [checkpoint.pending[0]?.id ?? ""]: approve() };
      const options = { ...keys, onCheckpoint: (entry: CheckpointEntry) => entries.push(entry) };
      const whole = await resume(agent, checkpoint, { ...options, decisions });
      return { agent, paid, checkpoint, entries, whole };
    }

    test("each killed pass is continued, and nothing is called twice", async () => {
      const { agent, paid, checkpoint, entries, whole } = await paused();
      expect(whole).toMatchObject({ ok: true, return: [1, 2, 3] });
      expect(paid).toHaveLength(3);
      for (let cut = 0; cut < entries.length; cut++) {
        const stored = entries.slice(0, cut);
        const again = await checkpointOf(stored, { ...keys, after: checkpoint });
        const decisions = Object.fromEntries(again.pending.map(({ id }) => [id, approve()]));
        const before = paid.length;
        const step = await resume(agent, again, { ...keys, decisions });
        expect(step).toMatchObject({ ok: true, return: [1, 2, 3] });
        const called = stored.filter(({ type }) => type === "effect").length;
        expect(paid.length - before).toBeLessThanOrEqual(3);
        if (called >= 4) expect(paid.length - before).toBeLessThan(3);
      }
    });

    test("entries of another place are refused", async () => {
      const { checkpoint, entries } = await paused();
      const options = { ...keys, after: checkpoint };
      await expect(checkpointOf(entries.slice(1), options)).rejects.toThrow("is missing");
      await expect(checkpointOf([...entries.slice(0, 2), ...entries], options)).rejects.toThrow(
        "occurs twice",
      );
      const other = { ...checkpoint, entries: undefined } as unknown as MissionCheckpoint;
      await expect(checkpointOf(entries, { ...keys, after: other })).rejects.toThrow(
        "onCheckpoint",
      );
      await expect(checkpointOf([], { ...keys, after: {} as never })).rejects.toThrow("`after`");
    });

    test("a changed checkpoint isn't signed again", async () => {
      const { checkpoint, entries } = await paused();
      const changed = { ...checkpoint, durationMs: 1 };
      const made = checkpointOf(entries.slice(0, 2), { ...keys, after: changed });
      if (checkpointKey === undefined) expect((await made).durationMs).toBeDefined();
      else await expect(made).rejects.toMatchObject({ problem: "tampered" });
      const unsigned = checkpointOf([], { after: checkpoint });
      if (checkpointKey !== undefined)
        await expect(unsigned).rejects.toMatchObject({ problem: "tampered" });
    });
  },
);

test("entries that follow at once are announced, so that a slow store can join them", async () => {
  const llm = () => Promise.resolve("(return (pmap (fn [id] (tool/pay {:id id})) (range 10)))");
  const agent = defineAgent({ prompt: "Pay.", tools: { pay: ({ id }) => id }, llm });
  const batches: number[] = [];
  let size = 0;
  const step = await run(agent, {
    onCheckpoint: async (_, { hasMore }) => {
      size += 1;
      if (hasMore) return;
      batches.push(size);
      size = 0;
      await nextTask();
    },
  });
  expect(step.ok).toBe(true);
  expect(size).toBe(0);
  // The store had begun to write the first one.
  expect(Math.max(...batches)).toBeGreaterThanOrEqual(9);
});

test("a store that fails ends the run with store_failed, and its journal as it was", async () => {
  const { agent, paid } = world();
  let count = 0;
  const step = await run(agent, {
    journal: { before: 1 },
    onCheckpoint: () => {
      count += 1;
      if (count > 2) throw new StoreError("full", "runs.db: the disk is full: free some space");
    },
  });
  expect(step.ok ? undefined : step.fail).toEqual({
    reason: "store_failed",
    message:
      "the state of the run can't be stored, so the run was ended: runs.db: the disk is full: free some space",
  });
  expect(step.journal).toEqual({ before: 1 });
  expect(paid).toEqual([]);
});
