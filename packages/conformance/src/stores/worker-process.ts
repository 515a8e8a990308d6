// A process that works on one run in a SQLite file, as a worker of missions does. It leases the
// run, adds twelve effects to the run and its journal, one batch each, and acknowledges each.
//
//   node worker-process.ts <file> <name> <statement> [waits]
//
// It dies with SIGKILL before the SQL statement of that number, or after a commit that is the last
// before it. With `waits`, it only writes to a record of its own until its input ends.

import { writeSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { openSqliteStore } from "@ptc/store-sqlite";
import { StoreError, type RunStore, type StoreProblem } from "@ptc/core/store";

const [path = "", name = "", deadly = "0", mode = ""] = process.argv.slice(2);
const effects = 12;
const run = { kind: "run", id: "mission" } as const;
const journal = { kind: "journal", id: "mission" } as const;
const own = { kind: "session", id: name } as const;

let statements = 0;

/** Dies if this is the deadly point. */
function point(): void {
  statements++;
  if (statements === Number(deadly)) process.kill(process.pid, "SIGKILL");
}

class MortalDatabase extends DatabaseSync {
  override exec(sql: string): void {
    point();
    super.exec(sql);
    // The change is made, and not yet acknowledged.
    if (sql === "COMMIT") point();
  }

  override prepare(sql: string): ReturnType<DatabaseSync["prepare"]> {
    const statement = super.prepare(sql);
    for (const method of ["run", "get", "all"] as const) {
      const call = statement[method].bind(statement) as (...parameters: unknown[]) => unknown;
      Object.defineProperty(statement, method, {
        value: (...parameters: unknown[]) => {
          point();
          return call(...parameters);
        },
      });
    }
    return statement;
  }
}

function report(line: string): void {
  writeSync(1, `${line}\n`);
}

async function pause(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}

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

const store = await openSqliteStore(path, { driver: MortalDatabase, timeoutMs: 30_000 });
const alone = new AbortController();
if (mode !== "waits") alone.abort();
process.stdin
  .on("end", () => {
    alone.abort();
  })
  .resume();
for (let version = 0; !alone.signal.aborted; version++) {
  await store.append([{ key: own, version, head: { status: "busy" }, entries: [String(version)] }]);
  if (version === 0) report("writes");
  await pause(2);
}
await add(store);
while (!(await worked(store))) await pause(20);
await store.close();
report(`statements ${String(statements)}`);
process.exit(0);
