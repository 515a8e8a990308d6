import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Lease, RunStore } from "@ptc/core/store";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { LogSync, openLog } from "./log-sync.ts";
import { openWith, type SqliteStoreOptions } from "./open-sqlite-store.ts";

interface Write {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** A log whose writes to the disk end when the test says so. */
class FakeLog {
  readonly writes: Write[] = [];
  isClosed = false;

  datasync(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.writes.push({ resolve, reject });
    });
  }

  close(): Promise<void> {
    this.isClosed = true;
    return Promise.resolve();
  }
}

async function turn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

/** Notes when a promise has resolved. */
function noted(promise: Promise<unknown>): { isDone: boolean } {
  const state = { isDone: false };
  void promise.then(() => {
    state.isDone = true;
  });
  return state;
}

describe("LogSync", () => {
  test("writes the log once for all changes that were made while it was written", async () => {
    const log = new FakeLog();
    const sync = new LogSync(log);
    const first = noted(sync.sync());
    const others = [noted(sync.sync()), noted(sync.sync())];
    expect(log.writes).toHaveLength(1);
    log.writes[0]?.resolve();
    await turn();
    // A write that ran already may not have the later changes.
    expect([first, ...others].map(({ isDone }) => isDone)).toEqual([true, false, false]);
    expect(log.writes).toHaveLength(2);
    log.writes[1]?.resolve();
    await turn();
    expect(others.every(({ isDone }) => isDone)).toBe(true);
    const last = noted(sync.sync());
    log.writes[2]?.resolve();
    await turn();
    expect(last.isDone).toBe(true);
  });

  test("fails for all later changes once the log couldn't be written", async () => {
    const log = new FakeLog();
    const sync = new LogSync(log);
    const changes = [sync.sync(), sync.sync()];
    log.writes[0]?.reject(new Error("the disk is broken"));
    for (const change of changes) await expect(change).rejects.toThrow("the disk is broken");
    await expect(sync.sync()).rejects.toThrow("the disk is broken");
    expect(log.writes).toHaveLength(1);
  });
});

describe("a store", () => {
  const key = { kind: "run", id: "a" } as const;
  let folder = "";
  let stores: RunStore[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "ptc-log-"));
    stores = [];
  });
  afterEach(async () => {
    for (const store of stores) await store.close();
    rmSync(folder, { recursive: true });
  });

  async function open(log: FakeLog, options: SqliteStoreOptions = {}): Promise<RunStore> {
    const path = join(folder, "runs.db");
    const store = await openWith(
      path,
      options,
      (name) => import(name),
      async (file) => {
        await (await openLog(file))?.close();
        return log;
      },
    );
    stores.push(store);
    return store;
  }

  test("acknowledges a change when the log is on the disk, and other work runs meanwhile", async () => {
    const log = new FakeLog();
    const store = await open(log);
    const stored = noted(store.append([{ key, version: 0, head: { status: "queued" } }]));
    await turn();
    expect(stored.isDone).toBe(false);
    // A later change waits for its own write, which has the earlier one, too.
    const lease = await store.lease(key, { owner: "one", forMs: 1_000 });
    expect(lease?.owner).toBe("one");
    expect(log.writes).toHaveLength(1);
    log.writes[0]?.resolve();
    await turn();
    expect(stored.isDone).toBe(true);
    await store.release(lease as Lease);
    const deleted = noted(store.delete([key]));
    await turn();
    await turn();
    expect([deleted.isDone, log.writes.length]).toEqual([false, 2]);
    log.writes[1]?.resolve();
    // Between batches of deletions, other work runs.
    for (let turns = 0; turns < 3; turns++) await turn();
    expect(deleted.isDone).toBe(true);
  });

  test("waits for no disk with `synchronous: normal`", async () => {
    const log = new FakeLog();
    const store = await open(log, { synchronous: "normal" });
    const stored = noted(store.append([{ key, version: 0, head: { status: "queued" } }]));
    await turn();
    expect([stored.isDone, log.writes.length]).toEqual([true, 0]);
  });

  test.each([
    ["ENOSPC", "full", "make room"],
    ["EIO", "unavailable", "check the disk"],
  ])("changes nothing more after the disk reported %s", async (code, problem, remedy) => {
    const log = new FakeLog();
    const store = await open(log);
    const head = { status: "queued" };
    const failed = store.append([{ key, version: 0, head }]);
    await turn();
    log.writes[0]?.reject(Object.assign(new Error(`${code}: no luck`), { code }));
    const message = `sqlite:${join(folder, "runs.db")}: the last change may not be on the disk: ${remedy}, and open the store again (${code}: no luck)`;
    await expect(failed).rejects.toMatchObject({ name: "StoreError", problem, message });
    await expect(store.append([{ key, version: 1, head }])).rejects.toMatchObject({ message });
    expect((await store.load(key))?.version).toBe(1);
    await store.close();
    expect(log.isClosed).toBe(true);
  });
});
