// Many missions that wait at once in one process. Each pause shows all calls that can be made,
// however their programs compute. And the size of a checkpoint with many results.

import { afterAll, describe, expect, test } from "vitest";
import { defineAgent, run, tool, type Agent } from "../../src/index.ts";
import { fenced } from "../missions.ts";
import { runnersOf } from "./passes.ts";
import { approvals, returned } from "./waiting-mission.ts";
import { tiers } from "./tier-names.ts";
import { loadedInTier, restoreTier, type Subagent } from "./tiers.ts";

const isFull = process.env["PTC_TESTS"] !== undefined;
const missions = isFull ? 300 : 30;
const atOnce = 60;
const held = 8;

afterAll(restoreTier);

/** Branches that compute for different times, and look things up, before their calls wait. */
const program = `(return (reduce + (pmap (fn [i]
  (loop [n 0] (if (< n (* 2500 (mod (* 3 i) 7))) (recur (inc n)) n))
  (dotimes [_ (mod i 3)] (tool/look {:id i}))
  (tool/refund {:id i})) (range ${String(held)}))))`;

function agentOf({ defineAgent: define, tool: toolOf }: Subagent): Agent {
  const signature = "(id :int) -> :int";
  return define({
    prompt: "Do it.",
    limits: { timeoutMs: 600_000 },
    tools: {
      look: toolOf({
        signature,
        description: "Looks.",
        execute: async ({ id }) => {
          for (let turn = 0; turn < id % 4; turn++)
            await new Promise((resolve) => {
              setImmediate(resolve);
            });
          return id;
        },
      }),
      refund: toolOf({
        signature,
        description: "Refunds.",
        needsApproval: async ({ id }) => Promise.resolve(id >= 0),
        execute: ({ id }) => id,
      }),
    },
  });
}

describe.each(Object.keys(tiers) as (keyof typeof tiers)[])("%s", (tier) => {
  test(`every pause of ${String(missions)} missions shows all ${String(held)} calls`, async () => {
    const subagent = await loadedInTier(tier);
    const runners = runnersOf(subagent);
    const agent = agentOf(subagent);
    const llm = () => Promise.resolve(fenced(program));
    const counts: number[] = [];
    const ends: unknown[] = [];
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < missions) {
        next += 1;
        const step = await runners.run(agent, { llm });
        if (step.status !== "waiting") throw new Error("the mission didn't wait");
        counts.push(step.pending.length);
        const end = await runners.resume(agent, step.checkpoint, {
          llm,
          decisions: approvals(step),
        });
        ends.push(returned(end));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    restoreTier();
    expect(counts).toEqual(Array.from({ length: missions }, () => held));
    expect(new Set(ends)).toEqual(new Set([28]));
  }, 600_000);
});

test("a checkpoint with 1,000 results of 1 kB has less than 1.3 MB", async () => {
  const text = "x".repeat(1_000);
  const agent = defineAgent({
    prompt: "Do it.",
    tools: {
      page: tool({
        description: "Returns a page.",
        execute: async ({ id }) => {
          await Promise.resolve();
          return `${String(id)} ${text}`;
        },
      }),
      refund: tool({ description: "Refunds.", needsApproval: true, execute: () => 1 }),
    },
  });
  const llm = () =>
    Promise.resolve(
      fenced(
        "(def n (count (pmap (fn [i] (tool/page {:id i})) (range 1000)))) (return (tool/refund {:n n}))",
      ),
    );
  const step = await run(agent, { llm });
  if (step.status !== "waiting") throw new Error("the mission didn't wait");
  expect(step.pending[0]?.arguments).toEqual({ n: 1_000 });
  const { length } = JSON.stringify(step.checkpoint);
  expect(length).toBeGreaterThan(1_000_000);
  expect(length).toBeLessThan(1_300_000);
});
