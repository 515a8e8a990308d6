// Tests only of `createRuns`. The suite of `packages/conformance/src/runs` has what it
// shares with `createDurableRuns`.

import { createMemoryStore } from "@ptc/core/store";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { approve, defineAgent, tool } from "../../src/index.ts";
import { createRuns } from "../../src/runs/index.ts";
import { eventually, withStatus, World } from "./run-world.ts";

let world: World;
beforeEach(() => {
  world = new World();
});
afterEach(() => world.close());

/** Returns the first call that waits. */
async function waitingCall(runs: ReturnType<World["runs"]>, id: string): Promise<string> {
  const { pending } = await withStatus(runs, id, "waiting");
  return pending[0]?.id ?? "";
}

describe("decisions", () => {
  test("from many processes at once: one of them counts", async () => {
    const runs = world.runs({ worker: { concurrency: 1 } });
    const { id } = await runs.start("refunds");
    const call = await waitingCall(runs, id);
    const made = await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        world.runs({ worker: false }).decide(id, { [call]: approve() }),
      ),
    );
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describe("cancelling", () => {
  test("ends a run that another process is working on, and aborts its call", async () => {
    let aborted = false;
    let begun = (): void => undefined;
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const slow = defineAgent({
      prompt: "Wait.",
      llm: () => Promise.resolve("(return (tool/slow {}))"),
      tools: {
        slow: (_, { signal }) =>
          new Promise((_resolve, reject) => {
            begun();
            signal.addEventListener("abort", () => {
              aborted = true;
              reject(new Error("aborted"));
            });
          }),
      },
    });
    const runs = world.runs({ agents: { slow } });
    const { id } = await runs.start("slow");
    await hasBegun;
    await world.runs({ worker: false }).cancel(id, "too slow");
    const ended = await withStatus(runs, id, "cancelled");
    expect(ended).toMatchObject({ reason: "too slow", step: { fail: { reason: "cancelled" } } });
    expect(aborted).toBe(true);
  });

  test("refuses decisions until the worker has noticed it", async () => {
    let finish = (): void => undefined;
    const busy = defineAgent({
      prompt: "Wait.",
      llm: () => Promise.resolve("(return (pmap (fn [f] (f)) [#(tool/ask {}) #(tool/slow {})]))"),
      tools: {
        ask: tool({ needsApproval: true, execute: () => "asked" }),
        slow: () =>
          new Promise((resolve) => {
            finish = () => {
              resolve("late");
            };
          }),
      },
    });
    const runs = world.runs({ agents: { busy } });
    const { id } = await runs.start("busy");
    const call = await eventually(async () => (await runs.get(id))?.pending[0]);
    const idle = world.runs({ worker: false });
    const cancelled = idle.cancel(id);
    await cancelled;
    await expect(idle.decide(id, { [call.id]: approve() })).rejects.toMatchObject({
      problem: "ended",
    });
    finish();
    await withStatus(runs, id, "cancelled");
  });
});

test("300 runs at once all end once", { tags: "full" }, async () => {
  const runs = world.runs({ worker: { concurrency: 300 } });
  const started = await Promise.all(
    Array.from({ length: 300 }, (_, index) => runs.start("payer", { key: `run ${String(index)}` })),
  );
  for (const { id } of started) await withStatus(runs, id, "done");
  expect(new Set(world.paid.calls).size).toBe(600);
  expect(world.paid.calls).toHaveLength(600);
  expect(world.errors).toEqual([]);
});

test("wrong options are refused", () => {
  const store = createMemoryStore();
  expect(() => createRuns({ store, agents: 7 as never })).toThrow("agents");
  expect(() => createRuns({ store: {} as never, agents: {} })).toThrow(
    "expected a store, such as createMemoryStore()",
  );
  expect(() => createRuns({ store, agents: {}, onChange: "finish-on-old" })).toThrow("appVersion");
});
