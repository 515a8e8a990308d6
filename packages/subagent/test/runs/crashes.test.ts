// Workers that are killed, that lose their lease, and that share a store.

import { createMemoryStore, type RunStore } from "@ptc/core/store";
import { afterEach, describe, expect, test } from "vitest";
import { approve, defineAgent, type AnyAgent } from "../../src/index.ts";
import type { RunsOptions } from "../../src/runs/index.ts";
import {
  eventually,
  killable,
  payAgents,
  settled,
  TestClock,
  withStatus,
  World,
} from "./run-world.ts";

const worlds: World[] = [];
function worldOf(store?: RunStore): World {
  const world = new World(store);
  worlds.push(world);
  return world;
}
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

/** Lets the worker of one process run until its write of this number, and another continue. */
async function killedAt(
  write: number,
  { agent, ...options }: Partial<RunsOptions> & { readonly agent: string },
) {
  const clock = new TestClock();
  const store = createMemoryStore({ clock });
  const world = worldOf(store);
  const idle = world.runs({ worker: false, clock });
  const { id } = await idle.start(agent);
  const first = killable(store);
  const killed = new Set<number>();
  first.onAppend = (number) => {
    if (number === write) killed.add(number);
    return number === write;
  };
  // The killed process is never closed: its calls never return.
  new World(first.store).runs({
    clock,
    agents: payAgents(world.paid),
    worker: { leaseMs: 3_000 },
    ...options,
  });
  for (let turns = 0; turns < 200 && killed.size === 0; turns++) {
    await settled();
    const { status, pending } = (await idle.get(id)) ?? { status: "done", pending: [] };
    if (status === "done") break;
    if (status === "waiting")
      await idle.decide(id, Object.fromEntries(pending.map((call) => [call.id, approve()])));
  }
  const second = world.runs({ clock, worker: { leaseMs: 3_000 }, ...options });
  for (let turns = 0; turns < 100; turns++) {
    await clock.pass(1_000);
    const info = await idle.get(id);
    if (info === undefined || info.status === "done") break;
    if (info.status !== "waiting") continue;
    const calls = info.pending.map((call) => [call.id, approve()] as const);
    await idle.decide(id, Object.fromEntries(calls));
  }
  const info = await withStatus(second, id, "done");
  return { info, world, isDead: killed.size > 0 };
}

describe("a worker that is killed before one of its writes", () => {
  test.each(["payer", "refunds"])("is replaced, and nothing is lost: %s", async (agent) => {
    let writes = 0;
    for (let write = 1; write < 40; write++) {
      const { info, world, isDead } = await killedAt(write, { agent });
      expect(info.step).toMatchObject({ return: ["paid 1", "paid 2"] });
      // A call that was under way is repeated only after its approval, with the same key.
      expect(new Set(world.paid.calls).size).toBe(2);
      expect(world.paid.calls.length).toBeLessThanOrEqual(3);
      if (!isDead) {
        writes = write;
        break;
      }
    }
    expect(writes).toBeGreaterThan(5);
  });

  test('repeats a call under way by itself with `onUncertain: "repeat"`', async () => {
    let repeated = 0;
    for (let write = 1; write < 12; write++) {
      const { info, world } = await killedAt(write, { agent: "payer", onUncertain: "repeat" });
      expect(info.pending).toEqual([]);
      expect(new Set(world.paid.calls).size).toBe(2);
      if (world.paid.calls.length > 2) repeated += 1;
    }
    expect(repeated).toBeGreaterThan(0);
  });
});

test("a call under way waits for a person by default, with its idempotency key", async () => {
  const clock = new TestClock();
  const store = createMemoryStore({ clock });
  const world = worldOf(store);
  const first = killable(store);
  const agents = payAgents(world.paid);
  first.onAppend = () => world.paid.calls.length === 1;
  new World(first.store).runs({ clock, agents, worker: { leaseMs: 3_000 } });
  const idle = world.runs({ worker: false, clock });
  const { id } = await idle.start("payer");
  await eventually(() => (world.paid.calls.length === 1 ? true : undefined));
  await settled();
  world.runs({ clock });
  await clock.pass(5_000);
  const { pending } = await withStatus(idle, id, "waiting");
  expect(pending).toMatchObject([{ id: world.paid.calls[0], uncertain: true, tool: "pay" }]);
});

test("two workers share the runs, and no run is run twice", async () => {
  const world = worldOf();
  const one = world.runs({ worker: { concurrency: 5, owner: "one" } });
  const two = world.runs({ worker: { concurrency: 5, owner: "two" } });
  const all = await Promise.all(
    Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? one : two).start("payer")),
  );
  for (const { id } of all) await withStatus(one, id, "done");
  expect(world.paid.calls).toHaveLength(120);
  expect(new Set(world.paid.calls).size).toBe(120);
});

describe("a worker that has lost its lease", () => {
  test("ends its run at once, and its writes are refused", async () => {
    const clock = new TestClock();
    const store = createMemoryStore({ clock });
    const world = worldOf(store);
    const signals: AbortSignal[] = [];
    const answers: (() => void)[] = [];
    const slow = defineAgent({
      prompt: "Wait.",
      llm: () => Promise.resolve("(return (tool/slow {}))"),
      tools: {
        slow: (_, { signal }) =>
          new Promise((resolve) => {
            signals.push(signal);
            answers.push(() => {
              resolve("late");
            });
          }),
      },
    });
    const agents: Readonly<Record<string, AnyAgent>> = { slow };
    // The first process is suspended: its renewals never run.
    const frozen = new TestClock();
    world.runs({ clock: frozen, agents, worker: { leaseMs: 3_000, owner: "zombie" } });
    const idle = world.runs({ worker: false, clock, agents });
    const { id } = await idle.start("slow");
    await eventually(() => answers[0]);
    clock.jump(10_000);
    world.runs({
      clock,
      agents,
      onUncertain: "repeat",
      worker: { leaseMs: 60_000, owner: "other" },
    });
    await eventually(() => answers[1]);
    // It wakes up, renews its lease, and learns that it's lost.
    await frozen.pass(1_100);
    await settled();
    expect(signals[0]?.aborted).toBe(true);
    answers[0]?.();
    await settled();
    answers[1]?.();
    const info = await withStatus(idle, id, "done");
    expect(info.step).toMatchObject({ return: "late" });
    expect(info.attempts).toBe(2);
  });
});

test("a worker that closes leaves its runs to others, with no call under way", async () => {
  const world = worldOf();
  const calls: string[] = [];
  let release = (): void => undefined;
  const agent = defineAgent({
    prompt: "Pay.",
    llm: () => Promise.resolve("(return (mapv (fn [i] (tool/pay {:i i})) (range 5)))"),
    tools: {
      pay: async (_, { callId }) => {
        calls.push(callId);
        if (calls.length === 2)
          await new Promise<void>((resolve) => {
            release = resolve;
          });
        return calls.length;
      },
    },
  });
  const first = world.runs({ agents: { agent } });
  const { id } = await first.start("agent");
  await eventually(() => (calls.length === 2 ? true : undefined));
  const closed = first.close({ graceMs: 20_000 });
  release();
  await closed;
  expect(calls).toHaveLength(2);
  const second = world.runs({ agents: { agent } });
  const info = await withStatus(second, id, "done");
  expect(info.pending).toEqual([]);
  expect(calls).toHaveLength(5);
  expect(new Set(calls).size).toBe(5);
});
