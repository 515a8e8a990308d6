// Measures the cost of durable runs: a mission of 20 calls of 5 ms beside the same mission without
// a store and beside a plain workflow of DBOS, one after the other in the same process; and steps a
// second with 1, 2 and 4 workers, each beside the plain workflow.

import { DBOS, DBOSClient } from "@dbos-inc/dbos-sdk";
import { createDurableRuns, type DurableRuns } from "@ptc/dbos";
import { run } from "@ptc/subagent";
import { Pool } from "pg";
import { newDatabase } from "./cluster.ts";
import { plainName, registerPlainWorkflow } from "./plain-workflow.ts";
import { inWorld, type Outcome, type ScenarioOptions, type World } from "./scenarios.ts";
import { sleep } from "./sleep.ts";
import { calls, reads } from "./worker-process.ts";

const repetitions = 30;
const workerCounts = [1, 2, 4] as const;
/** The workflows of one measurement of throughput. */
const missions = 60;

/** The cost of each call, beside that of no store, one insert, and a plain workflow of DBOS. */
export async function overhead({ serverUrl }: ScenarioOptions): Promise<Outcome> {
  const plain = registerPlainWorkflow();
  const databaseUrl = await newDatabase(serverUrl, "overhead");
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  const runs = await createDurableRuns({
    databaseUrl,
    agents: { calls, reads },
    worker: { pollMs: 20 },
  });
  try {
    const rounds: Round[] = [];
    for (let round = 0; round < repetitions; round += 1) {
      const without = await milliseconds(() => run(calls, { context: {} }));
      const inserts = await milliseconds(() => callsWithInserts(pool));
      const inside = await durationOf(runs, "calls");
      const reading = await durationOf(runs, "reads");
      const engine = await (await DBOS.startWorkflow(plain)()).getResult();
      rounds.push({ without, inserts, inside, reading, engine });
    }
    const base = median(rounds.map(({ without }) => without));
    const ratio = (name: keyof Round): string =>
      median(rounds.map((round) => round[name] / round.without)).toFixed(2);
    const line = `a mission of 20 calls of 5 ms takes ${base.toFixed(0)} ms without a store, and ${ratio("inside")} times as long on DBOS, or ${ratio("reading")} times with tools that only read; a plain workflow takes ${ratio("engine")} times as long, and a loop with one insert before each call ${ratio("inserts")} times`;
    return { line, problems: [] };
  } finally {
    await runs.close();
    await pool.end();
  }
}

interface Round {
  readonly without: number;
  readonly inserts: number;
  readonly inside: number;
  readonly reading: number;
  readonly engine: number;
}

/** Runs a mission. Returns its duration in milliseconds. */
async function durationOf(runs: DurableRuns, agent: string): Promise<number> {
  const { id } = await runs.start(agent);
  for await (const { status } of runs.watch(id)) if (status === "done") break;
  return (await runs.get(id))?.step?.usage?.durationMs ?? Number.NaN;
}

/** The calls in a loop, each after an insert: the least work of any durable engine. */
async function callsWithInserts(pool: Pool): Promise<void> {
  for (let index = 0; index < 21; index += 1) {
    await pool.query("INSERT INTO attempts VALUES ('', '', '', 0)");
    await sleep(5);
  }
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Missions and steps a second, each beside plain workflows of DBOS. */
export async function throughput(options: ScenarioOptions): Promise<Outcome> {
  const lines: string[] = [];
  for (const workers of workerCounts) lines.push(await throughputOf(options, workers));
  return { line: lines.join("\n"), problems: [] };
}

async function throughputOf(options: ScenarioOptions, workers: number): Promise<string> {
  const settings = { worker: { pollMs: 50 }, queues: { default: { workerConcurrency: 25 } } };
  const name = `scale${String(workers)}`;
  const ours = await inWorld(options, name, settings, async (world) => {
    await world.cluster.startAll(workers);
    return await perSecond(world, "ptc_runs WHERE status = 'done'", async () => {
      await Promise.all(Array.from({ length: missions }, () => world.runs.start("calls")));
    });
  });
  const plain = await inWorld(options, `${name}plain`, settings, async (world) => {
    await world.cluster.startAll(workers);
    const client = await DBOSClient.create({
      systemDatabaseUrl: world.databaseUrl,
      applicationName: "ptc",
    });
    const enqueued = { workflowName: plainName, queueName: "ptc-default", appVersion: "any" };
    try {
      return await perSecond(world, "dbos.workflow_status WHERE status = 'SUCCESS'", async () => {
        await Promise.all(Array.from({ length: missions }, () => client.enqueue(enqueued)));
      });
    } finally {
      await client.destroy();
    }
  });
  return `${String(workers)} workers: ${ours} a second; plain workflows of DBOS: ${plain}`;
}

/** Returns the missions and steps a second, from the first start to the last end. */
async function perSecond(world: World, ended: string, begin: () => Promise<void>): Promise<string> {
  const count = async (rows: string): Promise<number> => {
    const counted = await world.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${rows}`);
    return counted.rows[0]?.n ?? 0;
  };
  const start = performance.now();
  await begin();
  while ((await count(ended)) < missions) await sleep(20);
  const seconds = (performance.now() - start) / 1000;
  const steps = await count("dbos.operation_outputs");
  return `${(missions / seconds).toFixed(1)} missions and ${(steps / seconds).toFixed(0)} steps`;
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
