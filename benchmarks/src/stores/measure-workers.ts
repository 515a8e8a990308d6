// The throughput of one store with short runs, by the number of processes.
import { spawn } from "node:child_process";
import { join } from "node:path";
import type { RunStore } from "@ptc/core/store";
import { openSqliteStore } from "@ptc/store-sqlite";
import { createRuns } from "@ptc/subagent/runs";
import { callsOfShortRun, shortAgent } from "./short-agent.ts";

const count = 200;
/** The runs before the measurement begins: processes need time to start. */
const before = 40;

export async function measureWorkers(folder: string): Promise<void> {
  const postgres = process.env["PTC_POSTGRES"];
  for (const kind of ["SQLite", ...(postgres === undefined ? [] : ["PostgreSQL"])]) {
    let base: number | undefined;
    for (const workers of [1, 2, 4]) {
      const address = kind === "SQLite" ? join(folder, `${String(workers)}.db`) : (postgres ?? "");
      const rate = await rateOf(address, workers);
      base ??= rate;
      const step = 1_000 / rate / (callsOfShortRun + 3);
      console.log(
        `${kind}, ${String(workers)} workers: ${rate.toFixed(1)} runs a second, ` +
          `${(rate / base).toFixed(2)} times one worker, ${step.toFixed(2)} ms for each effect`,
      );
    }
  }
}

/** Returns the runs that these processes complete in a second. */
async function rateOf(address: string, workers: number): Promise<number> {
  const store: RunStore = address.startsWith("postgres:")
    ? await (await import("@ptc/store-postgres")).openPostgresStore(address)
    : await openSqliteStore(address);
  const tag = `${String(workers)} ${String(performance.timeOrigin)} ${String(performance.now())}`;
  const runs = createRuns({ store, agents: { short: shortAgent }, worker: false });
  await Promise.all(
    Array.from({ length: count + before }, () => runs.start("short", { tags: [tag] })),
  );
  const children = Array.from({ length: workers }, () =>
    spawn(
      process.execPath,
      ["--conditions=@ptc/source", join(import.meta.dirname, "run-worker.ts"), address],
      { stdio: ["pipe", "ignore", "inherit"] },
    ),
  );
  const done = async (): Promise<number> => {
    let total = 0;
    let cursor: string | undefined;
    do {
      const page = await runs.list(
        { status: "done", tag },
        { limit: 1_000, ...(cursor === undefined ? {} : { cursor }) },
      );
      total += page.runs.length;
      ({ cursor } = page);
    } while (cursor !== undefined);
    return total;
  };
  const pause = () => new Promise((resolve) => setTimeout(resolve, 50));
  while ((await done()) < before) await pause();
  const start = performance.now();
  const first = await done();
  let last = first;
  while (last < count + before) {
    await pause();
    last = await done();
  }
  const seconds = (performance.now() - start) / 1_000;
  for (const child of children) {
    child.stdin.end();
    await new Promise((resolve) => child.once("exit", resolve));
  }
  await runs.close();
  await store.close();
  return (last - first) / seconds;
}
