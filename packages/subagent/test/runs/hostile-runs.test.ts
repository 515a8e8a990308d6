// Stores that fail, and data that someone has edited.

import { createMemoryStore, StoreError, type RunStore } from "@ptc/core/store";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { approve } from "../../src/index.ts";
import type { StepJson } from "../../src/step-json/index.ts";
import { RunsError } from "../../src/runs/index.ts";
import { eventually, payAgents, TestClock, withStatus, World } from "./run-world.ts";

let world: World;
beforeEach(() => {
  world = new World();
});
afterEach(() => world.close());

/** Replaces the stored snapshot or entries of a run, as someone with the database could. */
async function edit(
  store: RunStore,
  id: string,
  change: { readonly snapshot?: string; readonly entries?: readonly string[] },
): Promise<void> {
  const record = await store.load({ kind: "run", id });
  await store.append([{ key: { kind: "run", id }, version: record?.version ?? 0, ...change }]);
}

const longest = "[".repeat(100_000);
const hostile: readonly (readonly [string, string])[] = [
  ["no JSON", "{"],
  ["a list", "[]"],
  ["null", "null"],
  ["deep JSON", longest + longest.replaceAll("[", "]")],
  ["another format", '{"format":"x"}'],
  ["another version", '{"format":"ptc-run","version":9}'],
  ["no input", '{"format":"ptc-run","version":1,"attempts":0}'],
  ["a bad count", '{"format":"ptc-run","version":1,"attempts":-1,"input":{}}'],
  ["a bad context", '{"format":"ptc-run","version":1,"attempts":0,"input":{"context":{"$x":1}}}'],
  ["a context of text", '{"format":"ptc-run","version":1,"attempts":0,"input":{"context":"x"}}'],
  ["a bad checkpoint", '{"format":"ptc-run","version":1,"attempts":0,"input":{},"checkpoint":[]}'],
  [
    "an empty checkpoint",
    '{"format":"ptc-run","version":1,"attempts":0,"input":{},"checkpoint":{"pending":[null,{"id":"__proto__"}]}}',
  ],
  [
    "names of the prototype",
    '{"format":"ptc-run","version":1,"attempts":0,"input":{"__proto__":{"prompt":"x"},"prompt":"x"},"checkpoint":{"pending":[{"id":"__proto__","tool":"x","until":1e999}],"__proto__":1}}',
  ],
];

describe("a run whose stored data was edited", () => {
  test.each(hostile)("fails alone, and the worker continues: %s", async (_, snapshot) => {
    const idle = world.runs({ worker: false });
    const { id } = await idle.start("payer");
    await edit(world.store, id, { snapshot });
    const runs = world.runs();
    await eventually(async () => {
      const record = await world.store.load({ kind: "run", id });
      return record?.status === "failed" ? true : undefined;
    });
    expect(world.errors).toHaveLength(1);
    const other = await runs.start("payer");
    await withStatus(runs, other.id, "done");
    // It can still be shown or refused with a typed error, and be listed.
    const shown = await idle.get(id).catch((error: unknown) => error);
    expect(shown instanceof RunsError || (shown as { status?: string }).status === "failed").toBe(
      true,
    );
    expect((await idle.list()).runs).toHaveLength(2);
  });

  test.each([
    ["no JSON", "x"],
    ["an unknown entry", '{"type":"what"}'],
    ["an effect without a start", '{"type":"effect","effect":{"type":"tool","at":"1/0"}}'],
    ["an effect that isn't one", '{"type":"effect","effect":null}'],
    ["a start without a run", '{"type":"start"}'],
    ["a wait of no call", '{"type":"waits","call":null}'],
  ])("fails alone for an entry: %s", async (_, entry) => {
    const idle = world.runs({ worker: false });
    const { id } = await idle.start("refunds");
    await edit(world.store, id, { entries: [entry] });
    world.runs();
    await eventually(async () => {
      const record = await world.store.load({ kind: "run", id });
      return record?.status === "failed" ? true : undefined;
    });
    await idle.get(id).catch((error: unknown) => {
      expect(error).toBeInstanceOf(RunsError);
    });
  });

  test("can't forge a checkpoint that is signed", async () => {
    const checkpointKey = "a secret of this server";
    const runs = world.runs({ checkpointKey });
    const { id } = await runs.start("refunds");
    const { pending } = await withStatus(runs, id, "waiting");
    const record = await world.store.load({ kind: "run", id });
    const forged = (record?.snapshot ?? "").replace('\\"id\\":1', '\\"id\\":2');
    const other = forged.replace(/"seed":"./, (text) => `${text.slice(0, -1)}f`);
    await edit(world.store, id, { snapshot: other.replace(/"signature":"../, '"signature":"00') });
    await runs.decide(id, { [pending[0]?.id ?? ""]: approve() });
    const info = await withStatus(runs, id, "failed");
    expect(info.failure).toMatchObject({ problem: "tampered" });
    expect(world.paid.calls).toEqual([]);
  });
});

/** A store whose writes of entries fail from the n-th on, until `repair`. */
function failing(store: RunStore, from: number, problem: "full" | "unavailable" | "read_only") {
  let count = 0;
  let isBroken = true;
  const broken: RunStore = {
    ...store,
    append: async (changes) => {
      count += 1;
      if (isBroken && count >= from)
        throw new StoreError(problem, "runs.db: the disk is full: free some space");
      return await store.append(changes);
    },
  };
  const repair = (): void => {
    isBroken = false;
  };
  return { store: broken, repair };
}

describe("a store that fails", () => {
  test("ends the mission with store_failed, and the run is continued later", async () => {
    const clock = new TestClock();
    const store = createMemoryStore({ clock });
    const other = new World(store);
    const { store: broken, repair } = failing(store, 5, "full");
    const steps: unknown[] = [];
    const runs = other.runs({
      clock,
      store: broken,
      onError: (error, { step }) => {
        if (step !== undefined) steps.push(step);
        other.errors.push(error);
      },
    });
    const { id } = await runs.start("payer");
    await eventually(() => steps[0]);
    expect(steps[0]).toMatchObject({
      ok: false,
      fail: {
        reason: "store_failed",
        message:
          "the state of the run can't be stored, so the run was ended: runs.db: the disk is full: free some space",
      },
    });
    expect(other.errors[0]).toMatchObject({ problem: "full" });
    expect((await runs.get(id))?.status).toBe("running");
    repair();
    await clock.pass(40_000);
    // The call under way may have been made before.
    const info = await withStatus(runs, id, "done", "waiting");
    for (const call of info.pending) await runs.decide(id, { [call.id]: approve() });
    await withStatus(runs, id, "done");
    expect(new Set(other.paid.calls).size).toBe(2);
    await other.close();
  });

  test.each([5, 6, 7, 8, 9])("keeps the journal as it was: write %i", async (from) => {
    const { store: broken } = failing(world.store, from, "unavailable");
    const steps: StepJson[] = [];
    const agents = payAgents(
      world.paid,
      '(do (task "a" (tool/pay {:id 1})) (return (task "b" (tool/pay {:id 2}))))',
    );
    const runs = world.runs({
      agents,
      store: broken,
      onError: (_, { step }) => {
        if (step !== undefined) steps.push(step);
      },
    });
    await runs.start("payer", { journal: "j" });
    await eventually(() => steps[0]);
    const journal = await world.store.load({ kind: "journal", id: "j" });
    const stored = (journal?.entries ?? []).map((text) => (JSON.parse(text) as { id: string }).id);
    expect(steps[0]?.journal?.map(([task]) => task)).toEqual(stored);
  });

  test("that can't be reached is asked again", async () => {
    const clock = new TestClock();
    const store = createMemoryStore({ clock });
    const other = new World(store);
    let isDown = true;
    const down: RunStore = {
      ...store,
      list: async (...given) => {
        if (isDown) throw new StoreError("unavailable", "db: can't be reached");
        return await store.list(...given);
      },
      lease: async (...given) => {
        if (isDown) throw new StoreError("unavailable", "db: can't be reached");
        return await store.lease(...given);
      },
    };
    const idle = other.runs({ worker: false, clock });
    const { id } = await idle.start("payer");
    other.runs({ clock, store: down });
    await clock.pass(3_000);
    expect((await idle.get(id))?.status).toBe("queued");
    isDown = false;
    await clock.pass(3_000);
    await withStatus(idle, id, "done");
    await other.close();
  });
});
