// Runs that wait for long, with a clock that only moves when a test moves it; retention.

import { createMemoryStore, type RunStore } from "@ptc/core/store";
import { afterEach, describe, expect, test } from "vitest";
import { approve, defineAgent, suspend, tool } from "../../src/index.ts";
import type { Runs } from "../../src/runs/index.ts";
import { eventually, payAgents, TestClock, withStatus, World } from "./run-world.ts";

const day = 86_400_000;
/** A thousand in `.ci/run`. */
const many = process.env["PTC_TESTS"] === undefined ? 30 : 1_000;
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

test("very many runs wait for a day without any worker, and then all end", async () => {
  const { clock, store, world } = clocked();
  const agents = payAgents(world.paid, "(return (tool/pay {:id 1}))");
  const idle = world.runs({ worker: false, agents, clock });
  for (let index = 0; index < many; index++) await idle.start("refunds");
  const first = world.runs({ clock, agents, worker: { concurrency: 100 } });
  await eventually(async () => {
    await clock.pass(500);
    return (await statuses(idle))["waiting"] === many ? true : undefined;
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
    return (await statuses(idle))["done"] === many ? true : undefined;
  });
  expect(queries).toBeLessThanOrEqual((clock.now() - begun) / 1_000 + 1);
  expect(world.paid.calls).toHaveLength(many);
  expect(world.errors).toEqual([]);
});

describe("a time", () => {
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
