import { expect, test } from "vitest";
import { createMemoryStore } from "./memory-store.ts";
import type { RecordKey } from "./run-store.ts";

const key: RecordKey = { kind: "run", id: "order-1" };

test("keeps a record, its entries and its versions", async () => {
  const store = createMemoryStore({ clock: { now: () => 1000.5, monotonic: () => 0 } });
  const head = { status: "queued", agent: "desk", tags: ["eu"], dueAt: 5 };
  expect(await store.append([{ key, version: 0, head, snapshot: "1", entries: ["2"] }])).toEqual([
    { ...key, ...head, version: 1, createdAt: 1000, updatedAt: 1000 },
  ]);
  await store.append([{ key, version: 1, entries: ["3"] }]);
  expect(await store.load(key)).toMatchObject({ version: 2, snapshot: "1", entries: ["2", "3"] });
  await expect(store.append([{ key, version: 1, entries: ["4"] }])).rejects.toMatchObject({
    problem: "conflict",
    message:
      'memory: run "order-1" has version 2, but the change is for version 1: load it again, ' +
      "because another process has changed it",
  });
});

test("yields changes after the call of watch, and ends with its signal", async () => {
  const store = createMemoryStore();
  const ended = new AbortController();
  await store.append([{ key, version: 0, head: { status: "queued" } }]);
  const changes = store.watch({ kind: "run" }, { signal: ended.signal });
  await store.append([{ key, version: 1, head: { status: "running" } }]);
  await store.append([{ key, version: 2, head: { status: "done" } }]);
  const seen: string[] = [];
  for await (const { status } of changes) {
    seen.push(status);
    ended.abort();
  }
  expect(seen).toEqual(["done"]);
});
