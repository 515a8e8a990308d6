// Slots of calls whose missions wait for a decision: they are free while a mission can only wait.

import { beforeAll, describe, expect, test } from "vitest";
import { sleep } from "@ptc/core/internal/contracts";
import type { ModelRequest } from "@ptc/llm";
import { asTool, defineAgent, run, tool } from "../src/index.ts";
import { placeOf } from "../src/bounds/place.ts";
import { createRunRecorder } from "../src/recording/index.ts";
import { asks, loadLanguage, settled, World } from "./held-world.ts";
import { fenced } from "./missions.ts";

beforeAll(loadLanguage);

describe("the slot of a call whose mission can only wait", () => {
  const three = "(return (pmap (fn [i] (tool/child {:id i})) [1 2 3]))";

  test.each([
    ["a run", undefined],
    ["a recorded run", createRunRecorder({ write: () => undefined })],
  ])("is free, so all calls of three levels of %s are pending at once", async (_, recorder) => {
    const world = new World(recorder);
    const { holds } = world;
    const bound = { concurrency: 1 };
    const low = asTool(world.child("Low", {}, bound), bound);
    const middle = asTool(world.child("Middle", { low }, bound), bound);
    const child = asTool(world.child("High", { middle }, bound), bound);
    const { step } = await world.start(
      {
        Lead: three,
        High: "(return (tool/middle {:id data/id}))",
        Middle: "(return (tool/low {:id data/id}))",
        Low: asks,
      },
      { child },
      bound,
    );
    expect(holds.pending.map(({ id }) => id)).toEqual([1, 2, 3]);
    await holds.decideAll();
    expect(await step).toMatchObject({ ok: true, return: [1, 2, 3] });
  });

  test("is free for calls inside one mission at the lowest level too", async () => {
    const world = new World();
    const { holds } = world;
    const bound = { concurrency: 1 };
    const low = asTool(world.child("Low", {}, bound), bound);
    const child = asTool(world.child("High", { low }, bound), bound);
    const { step } = await world.start(
      {
        Lead: three,
        High: "(return (pmap (fn [i] (tool/low {:id (+ (* 10 data/id) i)})) [1 2]))",
        Low: asks,
      },
      { child },
    );
    expect(holds.pending).toHaveLength(6);
    for (let decided = 0; decided < 6; decided++) await holds.decide();
    expect(await step).toMatchObject({
      ok: true,
      return: [
        [11, 12],
        [21, 22],
        [31, 32],
      ],
    });
  });

  test("is taken again before the mission has effects", async () => {
    const world = new World();
    const { clock, holds } = world;
    const child = asTool(world.child("Work"), { concurrency: 1 });
    const { step } = await world.start(
      { Lead: three, Work: "(return [(tool/ask {:id data/id}) (tool/slow {:ms 10})])" },
      { child },
    );
    expect(holds.pending.map(({ id }) => id)).toEqual([1, 2, 3]);
    await holds.decideAll();
    expect(await clock.passUntil(step)).toMatchObject({
      ok: true,
      return: [1, 2, 3].map((id) => [id, "done"]),
    });
    expect(world.most).toBe(1);
  });

  test("is taken again before the mission asks its model", async () => {
    const world = new World();
    const { holds, clock } = world;
    let [open, most] = [0, 0];
    const child = asTool(world.child("Work", {}, { maxTurns: 3 }), { concurrency: 1 });
    const again = async (request: ModelRequest): Promise<string> => {
      if (request.messages.length < 3) return fenced("(def a (tool/ask {:id data/id}))");
      most = Math.max(most, ++open);
      await sleep(clock, 10, new AbortController().signal);
      open -= 1;
      return fenced("(return a)");
    };
    const { step } = await world.start({ Lead: three, Work: again }, { child });
    await holds.decideAll();
    expect(await clock.passUntil(step)).toMatchObject({ ok: true, return: [1, 2, 3] });
    expect(most).toBe(1);
  });

  test("isn't free while another branch of the mission works", async () => {
    const world = new World();
    const { clock, holds } = world;
    const child = asTool(world.child("Work"), { concurrency: 1 });
    const work = "(return (pcalls #(tool/ask {:id data/id}) #(tool/slow {})))";
    const { step } = await world.start({ Lead: three, Work: work }, { child });
    for (const pending of [1, 2, 3]) {
      expect(holds.pending).toHaveLength(pending);
      await clock.pass(300);
    }
    await holds.decideAll();
    expect(await step).toMatchObject({ ok: true });
    expect(world.most).toBe(1);
  });

  test("doesn't keep a mission from ending that waits for it", async () => {
    const world = new World();
    const { clock, holds } = world;
    const child = asTool(world.child("Work"), { concurrency: 1 });
    const stop = new AbortController();
    const agent = defineAgent({ prompt: "Lead.", tools: { child }, maxTurns: 2 });
    const step = run(agent, {
      ...world.options({
        Lead: three,
        Work: "(return [(tool/ask {:id data/id}) (tool/slow {})])",
      }),
      signal: stop.signal,
    });
    await settled();
    await holds.decideAll();
    await clock.pass(10);
    stop.abort();
    expect(await step).toMatchObject({ ok: false, fail: { reason: "cancelled" } });
  });

  test("isn't used by the time limit of a mission that waits for it", async () => {
    const world = new World();
    const { clock, holds } = world;
    const child = asTool(world.child("Work", {}, { missionTimeoutMs: 100 }), { concurrency: 1 });
    const { step } = await world.start(
      { Lead: three, Work: "(return [(tool/ask {:id data/id}) (tool/slow {:ms 90})])" },
      { child },
    );
    await holds.decideAll();
    expect(await clock.passUntil(step)).toMatchObject({ ok: true });
  });
});

test("a run without held calls has no places", async () => {
  const world = new World();
  const found: unknown[] = [];
  const look = tool({
    signature: "() -> :any",
    description: "Looks.",
    execute: (_, context) => {
      found.push(placeOf(context));
      return 1;
    },
  });
  const agent = defineAgent({ prompt: "Lead.", tools: { look }, maxTurns: 1 });
  const { llm, clock } = world.options({ Lead: "(return (tool/look {}))" });
  expect(await run(agent, { llm, clock })).toMatchObject({ ok: true, return: 1 });
  expect(found).toEqual([undefined]);
});
