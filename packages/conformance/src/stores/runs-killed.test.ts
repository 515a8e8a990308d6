// A mission of twelve calls on SQLite, with two workers on one file. The first one dies before or
// after one of its writes; the second one continues the run after the lease.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunStore } from "@ptc/core/store";
import { openSqliteStore } from "@ptc/store-sqlite";
import { approve, defineAgent, tool, type AnyAgent } from "@ptc/subagent";
import { createRuns } from "@ptc/subagent/runs";
import { afterAll, beforeAll, expect, test } from "vitest";

const effects = 12;
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-runs-killed-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function counting(made: string[]): AnyAgent {
  const pay = tool({
    signature: "(n :int) -> :int",
    execute: ({ n }, { callId }) => {
      made.push(callId);
      return n;
    },
  });
  return defineAgent({
    prompt: "Pay.",
    tools: { pay },
    llm: () => Promise.resolve(`(return (mapv #(tool/pay {:n %}) (range ${String(effects)})))`),
  });
}

/** Passes calls to `store` until one write: then no call of this process returns any more. */
function dying(store: RunStore, at: number, moment: "before" | "after") {
  let writes = 0;
  let isDead = false;
  const forever = new Promise<never>(() => undefined);
  const alive = async <Result>(work: () => Promise<Result>): Promise<Result> =>
    isDead ? await forever : await work();
  const dead: { readonly store: RunStore; readonly died: Promise<void> } = (() => {
    let die: () => void = () => undefined;
    const died = new Promise<void>((resolve) => {
      die = () => {
        isDead = true;
        resolve();
      };
    });
    return {
      died,
      store: {
        ...store,
        load: (key) => alive(() => store.load(key)),
        list: (query, page) => alive(() => store.list(query, page)),
        lease: (key, options) => alive(() => store.lease(key, options)),
        renew: (lease, options) => alive(() => store.renew(lease, options)),
        release: (lease) => alive(() => store.release(lease)),
        append: (changes) =>
          alive(async () => {
            writes += 1;
            if (writes !== at) return await store.append(changes);
            if (moment === "after") await store.append(changes);
            die();
            return await forever;
          }),
      },
    };
  })();
  return dead;
}

/** Runs the mission with a death at a write. Returns false if there are fewer writes. */
async function killedAt(at: number, moment: "before" | "after"): Promise<boolean> {
  const path = join(folder, `${moment}-${String(at)}.db`);
  let now = Date.UTC(2026, 10, 1);
  const clock = { now: () => now, monotonic: () => now };
  const open = () => openSqliteStore(path, { clock, pollMs: 5, synchronous: "normal" });
  const [one, two] = [await open(), await open()];
  const made: string[] = [];
  const agents = { payer: counting(made) };
  const first = dying(one, at, moment);
  // The dead process is never closed: its calls never return.
  createRuns({ store: first.store, agents, worker: { owner: "first" } });
  const idle = createRuns({ store: two, agents, worker: false });
  const { id } = await idle.start("payer");
  const ended = async (): Promise<void> => {
    for await (const { status } of idle.watch(id)) if (status === "done") return;
  };
  const isDead = await Promise.race([first.died.then(() => true), ended().then(() => false)]);
  // The lease ends, and the second process takes the run.
  now += 60_000;
  const runs = createRuns({ store: two, agents, worker: { owner: "second" } });
  let uncertain = 0;
  for await (const { status } of runs.watch(id)) {
    if (status === "done") break;
    if (status !== "waiting") continue;
    const { pending = [] } = (await runs.get(id)) ?? {};
    uncertain += pending.length;
    expect(pending.every((call) => call.uncertain === true)).toBe(true);
    await runs.decide(id, Object.fromEntries(pending.map((call) => [call.id, approve()])));
  }
  const info = await runs.get(id);
  expect(info?.step).toMatchObject({
    ok: true,
    return: Array.from({ length: effects }, (_, n) => n),
  });
  // Nothing is lost, and only an uncertain call is made again, with its key.
  expect(new Set(made).size).toBe(effects);
  expect(made.length - effects).toBeLessThanOrEqual(uncertain);
  expect(uncertain).toBeLessThanOrEqual(1);
  await runs.close();
  await idle.close();
  await two.close();
  return isDead;
}

test.each(["before", "after"] as const)(
  "a worker that dies %s any write of a run on SQLite is replaced, and no call is lost",
  async (moment) => {
    let deaths = 0;
    while (await killedAt(deaths + 1, moment)) deaths += 1;
    // An attempt, the inputs, the response, each call with the answer before it, the end.
    expect(deaths).toBeGreaterThan(effects + 2);
  },
);
