// Cases about `watch`.

import { expect } from "vitest";
import type { RecordSummary, RunStore } from "@ptc/core/store";
import { addRuns, leased, runKey } from "./case-helpers.ts";
import type { StoreCase } from "./store-under-test.ts";

const runs = { kind: "run" } as const;

/** Reads changes until one satisfies `isLast`. */
async function until(
  changes: AsyncIterable<RecordSummary>,
  isLast: (record: RecordSummary) => boolean,
): Promise<readonly RecordSummary[]> {
  const seen: RecordSummary[] = [];
  for await (const record of changes) {
    seen.push(record);
    if (isLast(record)) break;
  }
  return seen;
}

async function setStatus(store: RunStore, id: string, status: string): Promise<void> {
  const version = (await store.load(runKey(id)))?.version ?? 0;
  await store.append([{ key: runKey(id), version, head: { status } }]);
}

export const watchCases: readonly StoreCase[] = [
  {
    title: "yields changes after the call of watch, and none before",
    run: async ({ open }) => {
      const store = await open();
      await addRuns(store, "before");
      const { signal } = new AbortController();
      const changes = store.watch(runs, { signal });
      await addRuns(store, "a");
      const seen = await until(changes, ({ id }) => id === "a");
      expect(seen.map(({ id, version }) => [id, version])).toEqual([["a", 1]]);
    },
  },
  {
    title: "wakes a watcher that waits",
    run: async ({ open }) => {
      const store = await open();
      const { signal } = new AbortController();
      const changes = store.watch(runs, { signal })[Symbol.asyncIterator]();
      for (const status of ["one", "two", "three"]) {
        const next = changes.next();
        await setStatus(store, "a", status);
        expect((await next).value).toMatchObject({ id: "a", status });
      }
      await changes.return?.();
    },
  },
  {
    title: "yields only records that match after their change",
    run: async ({ open }) => {
      const store = await open();
      const { signal } = new AbortController();
      const changes = store.watch({ kind: "run", status: ["waiting", "end"] }, { signal });
      await setStatus(store, "a", "waiting");
      await setStatus(store, "a", "running");
      await store.append([
        { key: { kind: "inbox", id: "a" }, version: 0, head: { status: "end" } },
      ]);
      await setStatus(store, "b", "waiting");
      await setStatus(store, "c", "end");
      const seen = await until(changes, ({ status }) => status === "end");
      expect(seen.map(({ id }) => id).filter((id) => id !== "a")).toEqual(["b", "c"]);
      expect(seen.every(({ kind }) => kind === "run")).toBe(true);
    },
  },
  {
    title: "gives a slow watcher the last state of each of many changed records",
    run: async ({ open }) => {
      const store = await open();
      const { signal } = new AbortController();
      const changes = store.watch(runs, { signal });
      const ids = Array.from({ length: 350 }, (_, index) => `r${String(index)}`);
      await addRuns(store, ...ids);
      for (let version = 1; version <= 3; version++)
        await store.append(
          ids.map((id) => ({ key: runKey(id), version, entries: [String(version)] })),
        );
      await addRuns(store, "last");
      const seen = await until(changes, ({ id }) => id === "last");
      const latest = new Map(seen.map(({ id, version }) => [id, version]));
      expect(latest.size).toBe(351);
      for (const id of ids) expect(latest.get(id)).toBe(4);
      for (const [index, { id, version }] of seen.entries())
        for (const earlier of seen.slice(0, index))
          if (earlier.id === id) expect(version).toBeGreaterThan(earlier.version);
    },
  },
  {
    title: "doesn't report leases and deletions, and reports a record that is added again",
    run: async ({ open }) => {
      const store = await open();
      await addRuns(store, "a");
      const { signal } = new AbortController();
      const changes = store.watch(runs, { signal });
      const lease = await leased(store, "a");
      await store.renew(lease, { forMs: 5000 });
      await store.release(lease);
      await addRuns(store, "deleted");
      await store.delete([runKey("a"), runKey("deleted")]);
      await addRuns(store, "deleted");
      const seen = await until(changes, () => true);
      expect(seen.map(({ id, version }) => [id, version])).toEqual([["deleted", 1]]);
    },
  },
  {
    title: "ends a watch by its signal, by its consumer and when the store closes",
    run: async ({ open }) => {
      const store = await open();
      await addRuns(store, "a");
      const ended = new AbortController();
      const end = { done: true, value: undefined };
      const bySignal = store.watch(runs, { signal: ended.signal })[Symbol.asyncIterator]();
      const waiting = bySignal.next();
      ended.abort();
      expect(await waiting).toEqual(end);
      expect(await bySignal.next()).toEqual(end);
      const aborted = store.watch(runs, { signal: ended.signal })[Symbol.asyncIterator]();
      expect(await aborted.next()).toEqual(end);

      const { signal } = new AbortController();
      const byConsumer = store.watch(runs, { signal })[Symbol.asyncIterator]();
      const next = byConsumer.next();
      await byConsumer.return?.();
      expect(await next).toEqual(end);

      const unread = store.watch(runs, { signal })[Symbol.asyncIterator]();
      const byClose = store.watch(runs, { signal })[Symbol.asyncIterator]();
      const last = byClose.next();
      await store.close();
      expect(await last).toEqual(end);
      expect(await unread.next()).toEqual(end);
    },
  },
  {
    title: "reports changes of other writers",
    needs: "isShared",
    run: async ({ open }) => {
      const [watcher, writer] = [await open(), await open()];
      await addRuns(writer, "before");
      const { signal } = new AbortController();
      const changes = watcher.watch(runs, { signal })[Symbol.asyncIterator]();
      const seen = [];
      for (const status of ["one", "two", "three"]) {
        const next = changes.next();
        await setStatus(writer, "a", status);
        seen.push((await next).value);
      }
      expect(seen).toMatchObject([{ status: "one" }, { status: "two" }, { status: "three" }]);
      await changes.return?.();
    },
  },
];
