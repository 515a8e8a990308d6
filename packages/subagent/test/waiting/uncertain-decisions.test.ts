// Decisions about calls that may have run before their process was killed: they are effects of the
// run, so later passes and their traces know them.

import { createScriptedModel } from "@ptc/llm";
import { describe, expect, test } from "vitest";
import {
  answer,
  approve,
  checkpointOf,
  defineAgent,
  deny,
  resume,
  run,
  tool,
  type CheckpointEntry,
  type Decision,
  type MissionCheckpoint,
  type TraceEvent,
} from "../../src/index.ts";
import { fenced } from "../missions.ts";

const made: unknown[] = [];
const work = (name: string, needsApproval: boolean) =>
  tool({
    signature: "(id :int) -> :string",
    needsApproval,
    execute: ({ id }) => {
      made.push([name, id]);
      return `${name} ${String(id)}`;
    },
  });
const agent = defineAgent({
  prompt: "Pay.",
  tools: { pay: work("pay", false), refund: work("refund", true) },
});
const newModel = () =>
  createScriptedModel([
    fenced(`(let [paid (try (tool/pay {:id 1}) (catch Exception e (ex-message e)))]
              (return [paid (tool/refund {:id 2})]))`),
  ]);

/** Returns the checkpoint of a mission that was killed while it paid. */
async function killed(): Promise<MissionCheckpoint> {
  const entries: CheckpointEntry[] = [];
  const onCheckpoint = (entry: CheckpointEntry): void => {
    entries.push(entry);
  };
  await run(agent, { llm: newModel(), onCheckpoint });
  made.length = 0;
  return await checkpointOf(entries.slice(0, entries.findIndex(isBeginning) + 1));
}

function isBeginning({ type }: CheckpointEntry): boolean {
  return type === "begins";
}

/** Continues a mission with a decision about its only pending call. */
async function decided(
  checkpoint: MissionCheckpoint,
  decision: Decision,
  options: { onCheckpoint?: (entry: CheckpointEntry) => void; events?: TraceEvent[] } = {},
) {
  const { events = [], ...others } = options;
  const [call] = checkpoint.pending;
  return await resume(agent, checkpoint, {
    llm: newModel(),
    decisions: { [call?.id ?? ""]: decision },
    trace: { emit: (event) => events.push(event) },
    ...others,
  });
}

const cases: [string, Decision, string][] = [
  ["answered", answer("paid before"), "paid before"],
  ["approved", approve(), "pay 1"],
  ["denied", deny("unknown"), "the call was denied: unknown"],
];

describe.each(cases)("an uncertain call that was %s", (name, decision, result) => {
  test("has its decision in the record of later passes, and one event", async () => {
    const events: TraceEvent[] = [];
    const waiting = await decided(await killed(), decision, { events });
    if (waiting.status !== "waiting") throw new Error("expected a mission that waits");
    const step = await decided(waiting.checkpoint, approve(), { events });
    expect(step.ok && step.return).toEqual([result, "refund 2"]);
    expect(step.toolCalls.map((call) => call.decision?.decision)).toEqual([name, "approved"]);
    const decisions = events.filter(({ type }) => type === "approval-decided");
    expect(decisions.map(({ data }) => (data as { readonly decision?: unknown }).decision)).toEqual(
      [name, "approved"],
    );
  });

  test("keeps its decision if the process is killed again after any entry", async () => {
    const after = await killed();
    const entries: CheckpointEntry[] = [];
    await decided(after, decision, {
      onCheckpoint: (entry) => {
        entries.push(entry);
      },
    });
    const decidedAt = entries.findIndex(
      (entry) => entry.type === "effect" && entry.effect.type === "decision",
    );
    expect(decidedAt).toBeGreaterThanOrEqual(0);
    for (let count = decidedAt + 1; count <= entries.length; count++) {
      made.length = 0;
      let checkpoint = await checkpointOf(entries.slice(0, count), { after });
      let step = await resume(agent, checkpoint, { llm: newModel() });
      for (let pass = 0; step.status === "waiting" && pass < 3; pass++) {
        ({ checkpoint } = step);
        const isUncertain = checkpoint.pending[0]?.uncertain === true;
        step = await decided(checkpoint, isUncertain ? decision : approve());
      }
      expect(step.ok && step.return).toEqual([result, "refund 2"]);
      expect(step.toolCalls.map((call) => call.decision?.decision)).toEqual([name, "approved"]);
      expect(made.filter((call) => String(call) === "pay,1").length).toBeLessThanOrEqual(1);
    }
  });
});
