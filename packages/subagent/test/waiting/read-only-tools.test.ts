// Calls of tools that only read, in a mission whose effects are stored while it runs.

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
} from "../../src/index.ts";

interface Made {
  readonly name: string;
  readonly callId: string;
  /** The entries that were stored when the call began. */
  readonly stored: number;
}

/** An agent whose program reads three times, pays with the sum, and reads again. */
function world() {
  const made: Made[] = [];
  const stored: CheckpointEntry[] = [];
  const noted = (name: string, effect: "read" | "write") =>
    tool({
      signature: "(n :int) -> :int",
      effect,
      execute: async ({ n }, { callId }) => {
        made.push({ name, callId, stored: stored.length });
        await Promise.resolve();
        return n;
      },
    });
  const agent = defineAgent({
    prompt: "Pay the sum.",
    tools: { look: noted("look", "read"), pay: noted("pay", "write") },
    llm: () =>
      Promise.resolve(
        "(let [sum (reduce (fn [sum n] (+ sum (tool/look {:n n}))) 0 [1 2 3])] (return [(tool/pay {:n sum}) (tool/look {:n 4})]))",
      ),
  });
  return { agent, made, stored };
}

describe("a tool that only reads", () => {
  test("is called while the effects before it are stored, and any other tool afterwards", async () => {
    const { agent, made, stored } = world();
    const onCheckpoint = async (entry: CheckpointEntry): Promise<void> => {
      for (let turn = 0; turn < 3; turn++) await nextTask();
      stored.push(entry);
    };
    const step = await run(agent, { onCheckpoint });
    expect(step).toMatchObject({ ok: true, return: [6, 4] });
    const names = ({ name }: Made) => name;
    expect(made.map(names)).toEqual(["look", "look", "look", "pay", "look"]);
    const before = made.map((call) => call.stored);
    // The answer of the model is still being stored.
    expect(before.slice(0, 3)).toEqual([before[0], before[0], before[0]]);
    const pay = stored.findIndex(({ type }) => type === "begins");
    expect(before[3]).toBe(pay + 1);
    const answers = stored.slice(0, pay).filter(({ type }) => type === "effect");
    expect(answers.filter((entry) => JSON.stringify(entry).includes('"tool":"look"'))).toHaveLength(
      3,
    );
    expect(before[4]).toBe(before[3]);
    expect(stored.filter(({ type }) => type === "begins")).toHaveLength(1);
  });

  test("is called again after a crash without a person, with the same key", async () => {
    const { agent, stored, made } = world();
    const whole = await run(agent, { onCheckpoint: (entry) => stored.push(entry) });
    const ids = new Set(made.map(({ callId }) => callId));
    for (let cut = 1; cut < stored.length; cut++) {
      const entries = stored.slice(0, cut);
      if (entries.at(-1)?.type === "end") break;
      const checkpoint = await checkpointOf(entries);
      expect(checkpoint.pending.every(({ tool: name }) => name === "pay")).toBe(true);
      const decisions = Object.fromEntries(checkpoint.pending.map(({ id }) => [id, approve()]));
      const step = await resume(agent, checkpoint, { decisions });
      expect([cut, step]).toMatchObject([cut, { ok: true, return: whole.ok && whole.return }]);
      expect(new Set(made.map(({ callId }) => callId))).toEqual(ids);
    }
  });

  test("ends its mission if an effect before it can't be stored", async () => {
    const { agent, made } = world();
    const step = await run(agent, {
      onCheckpoint: async (entry) => {
        await nextTask();
        if (entry.type === "effect" && JSON.stringify(entry).includes("look"))
          throw new StoreError("full", "the disk is full");
      },
    });
    expect(step.ok ? undefined : step.fail.reason).toBe("store_failed");
    expect(made.map(({ name }) => name)).not.toContain("pay");
  });
});
