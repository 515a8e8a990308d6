// The cost of a store. A mission with 20 tool calls of 5 ms runs without a store and with each
// store, interleaved, so that a busy machine slows all of them. Then processes work on many short
// runs in one store: how their number changes the throughput, and the time of one step.
// `npm run bench -- stores`; with PTC_POSTGRES=postgres://…, also PostgreSQL.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemoryStore, type RunStore } from "@ptc/core/store";
import { openFileStore } from "@ptc/core/store/node";
import { openSqliteStore } from "@ptc/store-sqlite";
import { defineAgent, run, tool } from "@ptc/subagent";
import { createRuns } from "@ptc/subagent/runs";
import { median } from "../median.ts";
import { measureWorkers } from "./measure-workers.ts";

const calls = 20;
const callMs = 5;
const rounds = 15;

const wait = tool({
  signature: "(n :int) -> :int",
  execute: ({ n }) => new Promise<number>((resolve) => setTimeout(resolve, callMs, n)),
});
const agent = defineAgent({
  prompt: "Wait.",
  tools: { wait },
  llm: () => Promise.resolve(`(return (mapv #(tool/wait {:n %}) (range ${String(calls)})))`),
});

export async function measureStores(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "ptc-bench-stores-"));
  try {
    await compareStores(folder);
    await measureWorkers(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Peer {
  readonly name: string;
  readonly mission: () => Promise<void>;
  readonly close: () => Promise<void>;
}

async function compareStores(folder: string): Promise<void> {
  const stores: [string, RunStore][] = [
    ["memory", createMemoryStore()],
    ["file", await openFileStore(join(folder, "runs.log"))],
    ["SQLite", await openSqliteStore(join(folder, "runs.db"))],
    [
      'SQLite, `synchronous: "normal"`',
      await openSqliteStore(join(folder, "normal.db"), { synchronous: "normal" }),
    ],
  ];
  const address = process.env["PTC_POSTGRES"];
  if (address !== undefined) {
    const { openPostgresStore } = await import("@ptc/store-postgres");
    stores.push(["PostgreSQL", await openPostgresStore(address)]);
  }
  const peers: readonly Peer[] = [
    { name: "without a store", mission: direct, close: () => Promise.resolve() },
    ...stores.map(([name, store]) => stored(name, store)),
  ];
  const times = new Map<string, number[]>(peers.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const { name, mission } of peers) {
      const start = performance.now();
      await mission();
      // The first round loads code.
      if (round > 0) times.get(name)?.push(performance.now() - start);
    }
  for (const { close } of peers) await close();
  const base = median(times.get("without a store") ?? []);
  for (const { name } of peers) {
    const time = median(times.get(name) ?? []);
    console.log(`${time.toFixed(1).padStart(8)} ms  ${(time / base).toFixed(2)}  ${name}`);
  }
}

async function direct(): Promise<void> {
  const step = await run(agent, {});
  if (!step.ok) throw new Error(step.fail.message);
}

function stored(name: string, store: RunStore): Peer {
  const runs = createRuns({ store, agents: { agent } });
  return {
    name,
    mission: async () => {
      const { id } = await runs.start("agent");
      for await (const { status } of runs.watch(id)) {
        if (status === "done") return;
        if (status === "failed") throw new Error(`${name}: the run failed`);
      }
    },
    close: async () => {
      await runs.close();
      await store.close();
    },
  };
}
