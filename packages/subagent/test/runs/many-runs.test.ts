// Runs that wait for long, for a time, or for too long; versions; retention.

import { createMemoryStore, type RunStore } from "@ptc/core/store";
import { afterEach, describe, expect, test } from "vitest";
import { approve, defineAgent, suspend, tool } from "../../src/index.ts";
import type { Runs } from "../../src/runs/index.ts";
import { eventually, payAgents, settled, TestClock, withStatus, World } from "./run-world.ts";

const day = 86_400_000;
const worlds: World[] = [];
function worldOf(store?: RunStore): World {
  const world = new World(store);
  worlds.push(world);
  return world;
}
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

function clocked() {
  const clock = new TestClock();
  const store = createMemoryStore({ clock });
  return { clock, store, world: worldOf(store) };
}

async function statuses(runs: Runs): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  let cursor: string | undefined;
  do {
    const page = await runs.list({}, { limit: 1_000, ...(cursor === undefined ? {} : { cursor }) });
    for (const { status } of page.runs) counts[status] = (counts[status] ?? 0) + 1;
    cursor = page.cursor;
  } while (cursor !== undefined);
  return counts;
}

test("1,000 runs wait for a day without any worker, and then all end", async () => {
  const { clock, store, world } = clocked();
  const agents = payAgents(world.paid, "(return (tool/pay {:id 1}))");
  const idle = world.runs({ worker: false, agents, clock });
  for (let index = 0; index < 1_000; index++) await idle.start("refunds");
  const first = world.runs({ clock, agents, worker: { concurrency: 100 } });
  await eventually(async () => {
    await clock.pass(500);
    return (await statuses(idle))["waiting"] === 1_000 ? true : undefined;
  });
  await first.close();
  await clock.pass(day);

  let queries = 0;
  const counted: RunStore = {
    ...store,
    list: (...given) => {
      queries += 1;
      return store.list(...given);
    },
  };
  const begun = clock.now();
  world.runs({ clock, agents, store: counted, worker: { concurrency: 100 } });
  await clock.pass(10_000);
  expect(queries).toBeLessThanOrEqual((clock.now() - begun) / 1_000 + 1);
  for (const { id, status } of (await idle.list({}, { limit: 1_000 })).runs) {
    expect(status).toBe("waiting");
    const { pending } = (await idle.get(id)) ?? { pending: [] };
    await idle.decide(id, { [pending[0]?.id ?? ""]: approve() });
  }
  await eventually(async () => {
    await clock.pass(500);
    return (await statuses(idle))["done"] === 1_000 ? true : undefined;
  });
  expect(queries).toBeLessThanOrEqual((clock.now() - begun) / 1_000 + 1);
  expect(world.paid.calls).toHaveLength(1_000);
  expect(world.errors).toEqual([]);
});

describe("a time", () => {
  test("after which an approval expires continues the run", async () => {
    const { clock, world } = clocked();
    const pay = tool({
      signature: "(id :int) -> :string",
      needsApproval: true,
      approvalTimeoutMs: 3_600_000,
      execute: () => "paid",
    });
    const agent = defineAgent({
      prompt: "Pay.",
      tools: { pay },
      llm: () =>
        Promise.resolve("(return (try (tool/pay {:id 1}) (catch Exception e (ex-message e))))"),
    });
    const runs = world.runs({ clock, agents: { agent } });
    const { id } = await runs.start("agent");
    const { dueAt, pending } = await withStatus(runs, id, "waiting");
    expect(dueAt).toBe(pending[0]?.expiresAt);
    await clock.pass(3_000_000);
    expect((await runs.get(id))?.status).toBe("waiting");
    await clock.pass(700_000);
    const info = await withStatus(runs, id, "done");
    expect(info.step).toMatchObject({ return: "the call was not approved in time" });
  });

  test("until which a tool waits continues the run, once", async () => {
    const { clock, world } = clocked();
    let calls = 0;
    const agent = defineAgent({
      prompt: "Wait.",
      llm: () => Promise.resolve("(return (tool/job {}))"),
      tools: {
        job: tool({
          suspends: true,
          signature: "() -> :string",
          execute: () => {
            calls += 1;
            if (calls < 3)
              throw suspend({ reason: "waits for the job", until: clock.now() + 60_000 });
            return "ready";
          },
        }),
      },
    });
    const runs = world.runs({ clock, agents: { agent } });
    const { id } = await runs.start("agent");
    await withStatus(runs, id, "waiting");
    await clock.pass(30_000);
    expect(calls).toBe(1);
    await clock.pass(40_000);
    expect(calls).toBe(2);
    await clock.pass(70_000);
    const info = await withStatus(runs, id, "done");
    expect(info.step).toMatchObject({ return: "ready" });
    expect(calls).toBe(3);
  });

  test("that has come and didn't help doesn't begin the run again and again", async () => {
    const { clock, world } = clocked();
    // Without a signed checkpoint, the time of a call that needs an approval isn't trusted.
    const agent = defineAgent({
      prompt: "Wait.",
      llm: () => Promise.resolve("(return (tool/job {}))"),
      tools: {
        job: tool({
          suspends: true,
          needsApproval: true,
          signature: "() -> :string",
          execute: () => {
            throw suspend({ reason: "later", until: clock.now() + 60_000 });
          },
        }),
      },
    });
    const runs = world.runs({ clock, agents: { agent } });
    const { id } = await runs.start("agent");
    const { pending } = await withStatus(runs, id, "waiting");
    await runs.decide(id, { [pending[0]?.id ?? ""]: approve() });
    await eventually(async () =>
      (await runs.get(id))?.pending[0]?.reason === "later" ? true : undefined,
    );
    await clock.pass(300_000);
    const info = await withStatus(runs, id, "waiting");
    expect(info.attempts).toBeLessThanOrEqual(3);
    expect(info.dueAt).toBeUndefined();
  });

  test("in the future starts a run then", async () => {
    const { clock, world } = clocked();
    const runs = world.runs({ clock });
    const { id } = await runs.start("payer", { startAt: clock.now() + 5_000 });
    await clock.pass(4_000);
    expect((await runs.get(id))?.status).toBe("queued");
    await clock.pass(2_000);
    await withStatus(runs, id, "done");
  });

  test("that jumps back doesn't start or lose a run twice", async () => {
    const { clock, world } = clocked();
    const runs = world.runs({ clock });
    const all = await Promise.all([1, 2, 3].map(() => runs.start("payer")));
    clock.jump(-day);
    await clock.pass(5_000);
    clock.jump(2 * day);
    await clock.pass(5_000);
    for (const { id } of all) await withStatus(runs, id, "done");
    expect(world.paid.calls).toHaveLength(6);
  });
});

describe("another version of the application", () => {
  /** Pauses a run of version 1, and continues it with an agent that asks something else. */
  async function changed(onChange: "fail" | "restart-turn" | "finish-on-old") {
    const { clock, world } = clocked();
    const old = { clock, onChange, appVersion: "1" } as const;
    const first = world.runs(old);
    const { id } = await first.start("refunds");
    const { pending } = await withStatus(first, id, "waiting");
    await first.close();
    const agents = payAgents(world.paid, "(return (tool/pay {:id 9}))", "Refund all.");
    const second = world.runs({ clock, onChange, appVersion: "2", agents });
    await second.decide(id, { [pending[0]?.id ?? ""]: approve() });
    await clock.pass(3_000);
    return { world, id, second, old, clock, pending };
  }

  test("fails the run, which can be tried again", async () => {
    const { world, id, second, old } = await changed("fail");
    const info = await withStatus(second, id, "failed");
    expect(info.failure).toMatchObject({ problem: "changed" });
    expect(info.failure?.message).toContain("isn't the recorded one");
    await second.close();
    const first = world.runs(old);
    await first.resume(id);
    expect((await withStatus(first, id, "waiting")).failure).toBeUndefined();
    expect(world.paid.calls).toHaveLength(1);
  });

  test("starts the turn again", async () => {
    const { world, id, second } = await changed("restart-turn");
    const { pending } = await withStatus(second, id, "waiting");
    expect(pending).toMatchObject([{ arguments: { id: 9 } }]);
    await second.decide(id, { [pending[0]?.id ?? ""]: approve() });
    expect((await withStatus(second, id, "done")).step).toMatchObject({ return: "paid 9" });
    expect(world.paid.calls).toHaveLength(1);
  });

  test("leaves the run to workers of the old one", async () => {
    const { world, id, second, old, clock } = await changed("finish-on-old");
    expect(await second.get(id)).toMatchObject({ status: "queued", appVersion: "1" });
    const first = world.runs(old);
    await clock.pass(2_000);
    const { pending } = await withStatus(second, id, "waiting");
    expect(pending).toMatchObject([{ arguments: { id: 2 } }]);
    await first.close();
  });
});

test("retention deletes runs some time after their end", async () => {
  const { clock, world, store } = clocked();
  const runs = world.runs({ clock, retention: { endedMs: day } });
  const ended = await runs.start("payer");
  const waiting = await runs.start("refunds");
  const cancelled = await runs.start("refunds");
  await withStatus(runs, ended.id, "done");
  await withStatus(runs, waiting.id, "waiting");
  await withStatus(runs, cancelled.id, "waiting");
  await runs.cancel(cancelled.id);
  clock.jump(day - 10_000);
  await clock.pass(1_000);
  expect(await runs.get(ended.id)).toBeDefined();
  clock.jump(20_000);
  await clock.pass(61_000);
  expect(await runs.get(ended.id)).toBeUndefined();
  expect(await runs.get(cancelled.id)).toBeUndefined();
  expect(await store.load({ kind: "inbox", id: cancelled.id })).toBeUndefined();
  expect((await runs.get(waiting.id))?.status).toBe("waiting");
});

test("a journal is shared by runs that name it", async () => {
  const { clock, world } = clocked();
  const agents = payAgents(world.paid, '(return (task "pay_7" (tool/pay {:id 7})))');
  const runs = world.runs({ clock, agents });
  for (let index = 0; index < 3; index++) {
    const { id } = await runs.start("payer", { journal: "order 7" });
    await settled();
    expect((await withStatus(runs, id, "done")).step).toMatchObject({ return: "paid 7" });
  }
  expect(world.paid.calls).toHaveLength(1);
  const own = await runs.start("payer", { journal: true });
  await withStatus(runs, own.id, "done");
  expect(world.paid.calls).toHaveLength(2);
});
