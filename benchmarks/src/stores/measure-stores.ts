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
const rounds = 25;
/** The first rounds load and compile code, as those of a new process. */
const warmUp = 5;

const agentWith = (effect: "read" | "write") =>
  defineAgent({
    prompt: "Wait.",
    tools: {
      wait: tool({
        signature: "(n :int) -> :int",
        effect,
        execute: ({ n }) => new Promise<number>((resolve) => setTimeout(resolve, callMs, n)),
      }),
    },
    llm: () => Promise.resolve(`(return (mapv #(tool/wait {:n %}) (range ${String(calls)})))`),
  });
const agents = { agent: agentWith("write"), reader: agentWith("read") };

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
  readonly close?: () => Promise<void>;
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
    { name: "without a store", mission: direct },
    ...stores.flatMap(([name, store]) => stored(name, store)),
  ];
  const measured = peers.map((peer) => ({
    ...peer,
    times: [] as number[],
    ratios: [] as number[],
  }));
  for (let round = 0; round < rounds; round++) {
    let base = Number.NaN;
    for (const { mission, times, ratios } of measured) {
      const start = performance.now();
      await mission();
      const time = performance.now() - start;
      if (mission === direct) base = time;
      if (round < warmUp) continue;
      times.push(time);
      ratios.push(time / base);
    }
  }
  for (const { name, close, times, ratios } of measured) {
    await close?.();
    console.log(
      `${median(times).toFixed(1).padStart(8)} ms  ${median(ratios).toFixed(2)}  ${name}`,
    );
  }
}

async function direct(): Promise<void> {
  const step = await run(agents.agent, {});
  if (!step.ok) throw new Error(step.fail.message);
}

/** Returns the mission in a store, with calls that may change something, and that only read. */
function stored(name: string, store: RunStore): readonly Peer[] {
  const runs = createRuns({ store, agents });
  const peer = (agent: keyof typeof agents, what: string): Peer => ({
    name: what,
    mission: async () => {
      const { id } = await runs.start(agent);
      for await (const { status } of runs.watch(id)) {
        if (status === "done") return;
        if (status === "failed") throw new Error(`${name}: the run failed`);
      }
    },
  });
  const close = async (): Promise<void> => {
    await runs.close();
    await store.close();
  };
  return [peer("agent", name), { ...peer("reader", `${name}, tools that only read`), close }];
}
