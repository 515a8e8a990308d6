// Measures the cost of durable runs: a mission of 20 calls of 5 ms beside the same mission without
// a store, and missions a second with 1, 2 and 4 workers.

import { run } from "@ptc/subagent";
import { inWorld, type Outcome, type ScenarioOptions } from "./scenarios.ts";
import { calls, sleep } from "./worker-process.ts";

const repetitions = 30;

export async function measured(options: ScenarioOptions): Promise<Outcome> {
  const without = await medianOf(async () => {
    await run(calls, { context: {} });
  });
  const lines = [`a mission of 20 calls of 5 ms takes ${without.toFixed(0)} ms without a store`];
  lines.push(await overhead(options, without));
  for (const workers of [1, 2, 4]) lines.push(await throughput(options, workers));
  return { line: lines.join("\n"), problems: [] };
}

async function overhead(options: ScenarioOptions, without: number): Promise<string> {
  return await inWorld(options, "overhead", { worker: { pollMs: 50 } }, async (world) => {
    await world.cluster.startAll(1);
    const times: number[] = [];
    for (let index = 0; index < repetitions; index += 1) {
      const { id } = await world.runs.start("calls");
      for await (const { status } of world.runs.watch(id)) if (status === "done") break;
      times.push((await world.runs.get(id))?.step?.usage?.durationMs ?? Number.NaN);
    }
    const { rows } = await world.pool.query<{ ms: number }>(
      `SELECT (max(completed_at_epoch_ms) - min(started_at_epoch_ms))::float8 AS ms
      FROM dbos.operation_outputs GROUP BY workflow_uuid`,
    );
    const inside = median(times);
    const passes = median(rows.map(({ ms }) => ms));
    return `with DBOS ${inside.toFixed(0)} ms (${(inside / without).toFixed(2)} times), ${passes.toFixed(0)} ms from the first to the last step`;
  });
}

async function throughput(options: ScenarioOptions, workers: number): Promise<string> {
  const missions = 60;
  const settings = { worker: { pollMs: 50 }, queues: { default: { workerConcurrency: 25 } } };
  return await inWorld(options, `scale${String(workers)}`, settings, async (world) => {
    await world.cluster.startAll(workers);
    const start = performance.now();
    await Promise.all(Array.from({ length: missions }, () => world.runs.start("calls")));
    for (;;) {
      const { runs } = await world.runs.list({ status: "done" }, { limit: 1000 });
      if (runs.length >= missions) break;
      await sleep(50);
    }
    const seconds = (performance.now() - start) / 1000;
    const { rows } = await world.pool.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM dbos.operation_outputs",
    );
    const steps = rows[0]?.n ?? 0;
    return `${String(workers)} workers: ${(missions / seconds).toFixed(1)} missions and ${(steps / seconds).toFixed(0)} steps a second`;
  });
}

async function medianOf(work: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < repetitions; index += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return median(times);
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
