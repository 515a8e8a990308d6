// The tests of durable runs: each starts workers, disturbs them, and returns a line for the report.

import { approve } from "@ptc/subagent";
import { createDurableRuns, type DurableRuns } from "@ptc/dbos";
import { Pool } from "pg";
import { Cluster, newDatabase, type Settings, type WorkerProcess } from "./cluster.ts";
import { verdict } from "./oracle.ts";
import { sleep } from "./sleep.ts";

export interface ScenarioOptions {
  readonly serverUrl: string;
  /** The bundled worker. */
  readonly file: string;
  readonly missions: number;
}

export interface Outcome {
  readonly line: string;
  readonly problems: readonly string[];
}

/** A world of one scenario: a database, workers, and a process that decides. */
export interface World {
  readonly pool: Pool;
  readonly cluster: Cluster;
  readonly runs: DurableRuns;
  readonly databaseUrl: string;
}

export async function inWorld<Result>(
  { serverUrl, file }: ScenarioOptions,
  name: string,
  settings: Settings,
  work: (world: World) => Promise<Result>,
): Promise<Result> {
  const databaseUrl = await newDatabase(serverUrl, name);
  const pool = new Pool({ connectionString: databaseUrl, max: 2 });
  pool.on("error", () => undefined);
  const runs = await createDurableRuns({ databaseUrl, agents: {}, worker: false });
  const cluster = new Cluster(file, databaseUrl, settings);
  try {
    return await work({ pool, cluster, runs, databaseUrl });
  } finally {
    await cluster.killAll();
    await runs.close();
    await pool.end();
  }
}

/** Starts the missions from the number `first` up to the number `end`. */
async function startMissions(runs: DurableRuns, end: number, first = 0): Promise<void> {
  await Promise.all(
    Array.from({ length: end - first }, async (_, index) => {
      const id = `order-${String(first + index)}`;
      await runs.start("desk", { key: id, context: { id } });
    }),
  );
}

/** Approves the calls of all runs that wait for a person. */
async function approveAll(runs: DurableRuns): Promise<number> {
  let decided = 0;
  const { runs: waiting } = await runs.list({ status: "waiting", agent: "desk" }, { limit: 1000 });
  for (const { id } of waiting) {
    const pending = (await runs.get(id))?.pending ?? [];
    const asked = pending.filter(({ reason }) => reason === "approval");
    if (asked.length === 0) continue;
    await runs
      .decide(id, Object.fromEntries(asked.map((call) => [call.id, approve()])))
      .then(() => (decided += 1))
      // It has continued since it was listed.
      .catch(() => undefined);
  }
  return decided;
}

const limitMs = 20 * 60_000;
const mostStops = 3;

/** Decides until all missions have ended. Returns the seconds. */
async function untilDone(
  { runs, pool }: World,
  missions: number,
  disturb: (tick: number) => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  const start = performance.now();
  for (let tick = 0; performance.now() - start < limitMs; tick += 1) {
    await approveAll(runs).catch(() => undefined);
    await disturb(tick);
    const ended = await pool
      .query<{ n: number }>(
        `SELECT count(*)::int AS n FROM ptc_runs
        WHERE agent = 'desk' AND status IN ('done', 'failed', 'cancelled')`,
      )
      .catch(() => undefined);
    if ((ended?.rows[0]?.n ?? 0) >= missions) break;
    await sleep(100);
  }
  return (performance.now() - start) / 1000;
}

async function judged(world: World, missions: number, what: string): Promise<Outcome> {
  const { done, effects, transfers, attempts, repeated, problems } = await verdict(
    world.pool,
    missions,
  );
  const line = `${what}: ${String(done)} of ${String(missions)} done, ${String(effects)} effects, ${String(transfers)} transfers, ${String(attempts)} attempts, ${String(repeated)} repeated after they were stored`;
  return { line, problems };
}

/**
 * A random worker is killed every second, and a new one is started. On a machine so slow that only
 * one of them has started, that one works on, because otherwise none would ever begin.
 */
export async function killed(options: ScenarioOptions): Promise<Outcome> {
  const settings = { worker: { leaseMs: 1_000, pollMs: 100 } };
  return await inWorld(options, "killed", settings, async (world) => {
    const { cluster } = world;
    await cluster.startAll(3);
    await startMissions(world.runs, options.missions);
    let kills = 0;
    let next = performance.now() + 1_000;
    const seconds = await untilDone(world, options.missions, async () => {
      if (performance.now() < next) return;
      const alive = cluster.workers.filter(({ isReady }) => isReady);
      const victim = alive[Math.floor(Math.random() * alive.length)];
      if (victim === undefined || alive.length === 1) return;
      next = performance.now() + 1_000;
      await cluster.kill(victim);
      kills += 1;
      cluster.start();
    });
    return await judged(
      world,
      options.missions,
      `three workers, ${String(kills)} killed in ${seconds.toFixed(1)} s`,
    );
  });
}

/** Workers are frozen for longer than their lease, and continue afterwards. */
export async function frozen(options: ScenarioOptions): Promise<Outcome> {
  const settings = { worker: { leaseMs: 1_500, pollMs: 100 } };
  return await inWorld(options, "frozen", settings, async (world) => {
    const { cluster } = world;
    await cluster.startAll(3);
    await startMissions(world.runs, options.missions);
    let freezes = 0;
    let frozenWorker: WorkerProcess | undefined;
    let next = performance.now() + 700;
    const seconds = await untilDone(world, options.missions, async () => {
      await sleep(0);
      if (performance.now() < next) return;
      if (frozenWorker !== undefined) {
        frozenWorker.child.kill("SIGCONT");
        frozenWorker = undefined;
        next = performance.now() + 700;
        return;
      }
      frozenWorker = cluster.workers[freezes % cluster.workers.length];
      frozenWorker?.child.kill("SIGSTOP");
      freezes += 1;
      next = performance.now() + 4_500;
    });
    frozenWorker?.child.kill("SIGCONT");
    // The writes of the last one are refused now.
    await sleep(2_000);
    return await judged(
      world,
      options.missions,
      `three workers, ${String(freezes)} frozen for 4.5 s in ${seconds.toFixed(1)} s`,
    );
  });
}

/** Postgres is stopped without a shutdown, and started again, while missions run. */
export async function restarted(
  options: ScenarioOptions,
  server: { stop(): Promise<void>; start(): Promise<void> },
): Promise<Outcome> {
  const settings = { worker: { leaseMs: 2_000, pollMs: 100 } };
  return await inWorld(options, "restarted", settings, async (world) => {
    await world.cluster.startAll(3);
    const { missions } = options;
    const begin = performance.now();
    for (let stops = 0; stops < mostStops; stops += 1) {
      const [first, end] = [stops, stops + 1].map((part) =>
        Math.round((part * missions) / mostStops),
      );
      await startMissions(world.runs, end ?? missions, first);
      await sleep(300);
      await server.stop();
      await sleep(2_000);
      await server.start();
    }
    await untilDone(world, missions);
    const seconds = (performance.now() - begin) / 1000;
    const what = `Postgres stopped ${String(mostStops)} times in ${seconds.toFixed(1)} s`;
    return await judged(world, missions, what);
  });
}

/** All processes are stopped while missions wait, and start again later. */
export async function waiting(options: ScenarioOptions): Promise<Outcome> {
  const settings = { worker: { pollMs: 500 } };
  return await inWorld(options, "waiting", settings, async (world) => {
    const { cluster, runs, pool } = world;
    await cluster.startAll(2);
    await startMissions(runs, options.missions);
    const waits = async (): Promise<number> => {
      const { rows } = await pool.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM ptc_runs WHERE agent = 'desk' AND status = 'waiting'
          AND pending LIKE '%"approval"%'`,
      );
      return rows[0]?.n ?? 0;
    };
    while ((await waits()) < options.missions) await sleep(500);
    const memory = await memoryOf(cluster.workers[0]);
    // Idle backends report their transactions after 10 s.
    await sleep(15_000);
    const before = await queriesOf(pool);
    await sleep(10_000);
    const perSecond = ((await queriesOf(pool)) - before) / 10;
    await cluster.killAll();
    await cluster.startAll(2);
    const seconds = await untilDone(world, options.missions);
    const outcome = await judged(world, options.missions, "all processes stopped while they wait");
    return {
      ...outcome,
      line: `${outcome.line}; while they wait, two workers use ${memory} MB each and ${perSecond.toFixed(1)} transactions a second; they end in ${seconds.toFixed(1)} s`,
    };
  });
}

async function memoryOf(worker: WorkerProcess | undefined): Promise<string> {
  const { readFile } = await import("node:fs/promises");
  const status = await readFile(`/proc/${String(worker?.child.pid)}/status`, "utf8");
  const kilobytes = Number(/VmRSS:\s*(\d+)/.exec(status)?.[1] ?? 0);
  return (kilobytes / 1024).toFixed(0);
}

async function queriesOf(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `SELECT (xact_commit + xact_rollback)::int AS n FROM pg_stat_database
    WHERE datname = current_database()`,
  );
  return rows[0]?.n ?? 0;
}
