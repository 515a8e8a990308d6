// A process that works on one run in a SQLite file, as a worker of missions does. It leases the
// run, adds twelve effects to the run and its journal, one batch each, and acknowledges each.
//
//   node worker-process.ts <file> <name> <statement> [waits]
//
// It dies with SIGKILL before the SQL statement of that number, or after a commit that is the last
// before it. With `waits`, it only writes to a record of its own until its input ends.

import { openSqliteStore } from "@ptc/store-sqlite";
import { StoreError, type RunStore, type StoreProblem } from "@ptc/core/store";
import { mortalDriver, pause, Points, report, writeMeanwhile } from "./mortal-database.ts";

const [path = "", name = "", deadly = "0", mode = ""] = process.argv.slice(2);
const effects = 12;
const run = { kind: "run", id: "mission" } as const;
const journal = { kind: "journal", id: "mission" } as const;

const points = new Points(Number(deadly));

/** Adds the records, unless another process did. */
async function add(store: RunStore): Promise<void> {
  const head = { status: "queued" };
  try {
    await store.append([
      { key: run, version: 0, head },
      { key: journal, version: 0, head },
    ]);
  } catch (error) {
    if (!isProblem(error, "conflict")) throw error;
  }
}

/** Like `work`, and false if another worker has the run. */
async function worked(store: RunStore): Promise<boolean> {
  try {
    return await work(store);
  } catch (error) {
    if (!isProblem(error, "conflict", "lease_lost")) throw error;
    return false;
  }
}

function isProblem(error: unknown, ...problems: readonly StoreProblem[]): boolean {
  return error instanceof StoreError && problems.includes(error.problem);
}

/** Continues the run under a lease. Returns true if it has ended. */
async function work(store: RunStore): Promise<boolean> {
  const lease = await store.lease(run, { owner: name, forMs: 400 });
  if (lease === undefined) return (await store.load(run))?.status === "done";
  for (;;) {
    const [record, log] = [await store.load(run), await store.load(journal)];
    if (record === undefined || log === undefined) throw new Error("a record is lost");
    if (record.status === "done") return true;
    const number = record.entries.length;
    if (number === effects) {
      await store.append([{ key: run, version: record.version, head: { status: "done" }, lease }]);
      await store.release(lease);
      return true;
    }
    const entries = [JSON.stringify([number, name])];
    await store.append([
      { key: run, version: record.version, entries, lease },
      { key: journal, version: log.version, entries },
    ]);
    report(`did ${String(number)}`);
    await store.renew(lease, { forMs: 400 });
  }
}

const driver = mortalDriver(points, "statements");
const store = await openSqliteStore(path, { driver, timeoutMs: 30_000 });
await writeMeanwhile(store, name, mode);
await add(store);
while (!(await worked(store))) await pause(20);
await store.close();
report(`points ${String(points.count)}`);
process.exit(0);
