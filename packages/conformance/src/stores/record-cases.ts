// Cases about records: versions, batches, contents, deletion, closing.

import { expect } from "vitest";
import type { RecordChange, RecordHead } from "@ptc/core/store";
import { isFull } from "../full-size.ts";
import { addRuns, expectProblem, idsOf, runKey } from "./case-helpers.ts";
import type { StoreCase } from "./store-under-test.ts";

/** The length of a large text in characters, most of which take one byte. */
const largeText = isFull ? 50_000_000 : 1_000_000;

const head: RecordHead = { status: "queued" };
const fullHead: RecordHead = {
  status: "waiting",
  agent: "desk",
  appVersion: "2026-11",
  tags: ["eu", "vip"],
  dueAt: 1_800_000_060_000,
};

/** Texts that encodings of databases could change. */
const texts = [
  "",
  " ",
  "null",
  '{"a":[1,"\\u0000"]}',
  "\u{1f469}\u200d\u{1f680} \uffff \ufffd \ufeff \u{10ffff}",
  "line\r\nline\n\ttab \u0001\u001f\u007f\u0085\u2028",
  "'; drop table records; -- \\ % _ $1 ?1 :a",
];

export const recordCases: readonly StoreCase[] = [
  {
    title: "returns undefined for a record that doesn't exist",
    run: async ({ open }) => {
      const store = await open();
      expect(await store.load(runKey("none"))).toBeUndefined();
    },
  },
  {
    title: "keeps head, snapshot and entries, and counts versions",
    run: async ({ open, clock }) => {
      const store = await open();
      const key = runKey("order-1");
      const created = clock.time;
      expect(
        await store.append([
          { key, version: 0, head: fullHead, snapshot: "s1", entries: ["e1", "e2"] },
        ]),
      ).toEqual([{ ...key, ...fullHead, version: 1, createdAt: created, updatedAt: created }]);
      clock.time += 10;
      await store.append([{ key, version: 1, entries: ["e3"] }]);
      expect(await store.load(key)).toEqual({
        ...key,
        ...fullHead,
        version: 2,
        createdAt: created,
        updatedAt: created + 10,
        snapshot: "s1",
        entries: ["e1", "e2", "e3"],
      });
      await store.append([{ key, version: 2, head, snapshot: "s2", entries: ["e4"] }]);
      expect(await store.load(key)).toEqual({
        ...key,
        ...head,
        version: 3,
        createdAt: created,
        updatedAt: created + 10,
        snapshot: "s2",
        entries: ["e4"],
      });
      await store.append([{ key, version: 3, snapshot: "s3" }]);
      expect(await store.load(key)).toMatchObject({ version: 4, snapshot: "s3", entries: [] });
    },
  },
  {
    title: "keeps a record without snapshot",
    run: async ({ open }) => {
      const store = await open();
      const key = runKey("a");
      await store.append([{ key, version: 0, head, entries: ["1"] }]);
      expect(Object.keys((await store.load(key)) ?? {}).sort()).toEqual(
        ["createdAt", "entries", "id", "kind", "status", "updatedAt", "version"].sort(),
      );
    },
  },
  {
    title: "keeps records of other kinds with the same id apart",
    run: async ({ open }) => {
      const store = await open();
      const kinds = [
        "run",
        "inbox",
        "journal",
        "chat",
        "session",
        "step",
        "events",
        "eval",
      ] as const;
      for (const kind of kinds)
        await store.append([{ key: { kind, id: "x" }, version: 0, head, snapshot: kind }]);
      for (const kind of kinds) {
        expect((await store.load({ kind, id: "x" }))?.snapshot).toBe(kind);
        expect(await idsOf(store, { kind })).toEqual(["x"]);
      }
    },
  },
  {
    title: "refuses a change of another version, and names both versions",
    run: async ({ open }) => {
      const store = await open();
      const key = runKey("a");
      await store.append([{ key, version: 0, head }]);
      for (const version of [0, 2, 7]) {
        const error = await expectProblem(
          store.append([{ key, version, head, entries: ["x"] }]),
          "conflict",
        );
        expect(error.message).toContain('run "a" has version 1');
        expect(error.message).toContain(`for version ${String(version)}`);
      }
      const missing = await expectProblem(
        store.append([{ key: runKey("b"), version: 3, head }]),
        "conflict",
      );
      expect(missing.message).toContain('run "b" doesn\'t exist');
      expect(await store.load(key)).toMatchObject({ version: 1, entries: [] });
      expect(await store.load(runKey("b"))).toBeUndefined();
    },
  },
  {
    title: "only checks the version of a change without contents",
    run: async ({ open, clock }) => {
      const store = await open();
      const key = runKey("a");
      const [added] = await store.append([{ key, version: 0, head: fullHead }]);
      clock.time += 5;
      expect(await store.append([{ key, version: 1 }])).toEqual([added]);
      expect(await store.append([{ key, version: 1, entries: [] }])).toEqual([added]);
      await expectProblem(store.append([{ key, version: 2 }]), "conflict");
      const none = runKey("none");
      expect(await store.append([{ key: none, version: 0 }])).toEqual([
        { ...none, status: "", version: 0, createdAt: 0, updatedAt: 0 },
      ]);
      await expectProblem(store.append([{ key: none, version: 1 }]), "conflict");
      expect(await store.load(none)).toBeUndefined();
    },
  },
  {
    title: "makes all changes of a batch or none, wherever the wrong one is",
    run: async ({ open }) => {
      const store = await open();
      await addRuns(store, "a", "b");
      const changes: readonly RecordChange[] = [
        { key: runKey("a"), version: 1, snapshot: "new", entries: ["1"] },
        { key: runKey("new"), version: 0, head },
        { key: { kind: "inbox", id: "a" }, version: 0 },
        { key: runKey("b"), version: 1, head: { status: "done" } },
      ];
      for (const wrong of changes.keys()) {
        const batch = changes.map((change, index) =>
          index === wrong ? { ...change, version: 9 } : change,
        );
        await expectProblem(store.append(batch), "conflict");
        expect(await store.load(runKey("a"))).toMatchObject({ version: 1, entries: [] });
        expect(await store.load(runKey("b"))).toMatchObject({ version: 1, status: "queued" });
        expect(await store.load(runKey("new"))).toBeUndefined();
      }
      const made = await store.append(changes);
      expect(made.map(({ kind, id, version }) => [kind, id, version])).toEqual([
        ["run", "a", 2],
        ["run", "new", 1],
        ["inbox", "a", 0],
        ["run", "b", 2],
      ]);
    },
  },
  {
    title: "returns nothing for an empty batch, and refuses a record that is changed twice",
    run: async ({ open }) => {
      const store = await open();
      expect(await store.append([])).toEqual([]);
      const key = runKey("a");
      const twice = await expectProblem(
        store.append([
          { key, version: 0, head },
          { key: { ...key }, version: 1, entries: ["1"] },
        ]),
        "invalid",
      );
      expect(twice.message).toContain("put its entries into one change");
      expect(await store.load(key)).toBeUndefined();
    },
  },
  {
    title: "needs a head for a new record",
    run: async ({ open }) => {
      const store = await open();
      const error = await expectProblem(
        store.append([{ key: runKey("a"), version: 0, entries: ["1"] }]),
        "invalid",
      );
      expect(error.message).toContain("pass `head` with a status");
    },
  },
  {
    title: "removes optional fields of the head that the new head doesn't have",
    run: async ({ open, clock }) => {
      const store = await open();
      const key = runKey("a");
      const createdAt = clock.time;
      await store.append([{ key, version: 0, head: fullHead }]);
      const [state] = await store.append([{ key, version: 1, head: { status: "done" } }]);
      const times = { createdAt, updatedAt: createdAt };
      expect(state).toEqual({ ...key, status: "done", version: 2, ...times });
      expect(await store.load(key)).toEqual({ ...state, entries: [] });
      expect(await idsOf(store, { kind: "run", tag: "eu" })).toEqual([]);
    },
  },
  {
    title: "keeps every JSON text as it is",
    run: async ({ open }) => {
      const store = await open();
      for (const [index, snapshot] of texts.entries()) {
        const key = runKey(`text-${String(index)}`);
        await store.append([{ key, version: 0, head, snapshot, entries: texts }]);
        expect(await store.load(key)).toMatchObject({ snapshot, entries: texts });
      }
    },
  },
  {
    title: "keeps thousands of entries in their order",
    run: async ({ open }) => {
      const store = await open();
      const key = runKey("long");
      await store.append([{ key, version: 0, head }]);
      const entries: string[] = [];
      for (let version = 1; version <= 60; version++) {
        const added = Array.from(
          { length: 50 },
          (_, index) => `[${String(version)},${String(index)}]`,
        );
        await store.append([{ key, version, entries: added }]);
        entries.push(...added);
      }
      expect((await store.load(key))?.entries).toEqual(entries);
    },
  },
  {
    title: `keeps a text of ${String(largeText / 1e6)} MB`,
    run: async ({ open }) => {
      const store = await open();
      const key = runKey("large");
      // Not one repeated character: a database may compress.
      const text = JSON.stringify(
        Array.from({ length: largeText / 50 }, (_, index) => index * 7919.5),
      )
        .padEnd(largeText - 4, "é")
        .concat("\u{1f600}");
      await store.append([{ key, version: 0, head, snapshot: text, entries: [text] }]);
      const loaded = await store.load(key);
      // A failed comparison would print both texts.
      expect(loaded?.snapshot === text).toBe(true);
      expect(loaded?.entries.length === 1 && loaded.entries[0] === text).toBe(true);
      await store.append([{ key, version: 1, head, snapshot: "1" }]);
      expect(await store.load(key)).toMatchObject({ snapshot: "1", entries: [] });
    },
  },
  {
    title: "refuses a text that is larger than its limit in UTF-8, and changes nothing",
    run: async ({ open }) => {
      const store = await open({ maximumBytes: 12 });
      const key = runKey("a");
      for (const text of ["x".repeat(12), "é".repeat(6), "€".repeat(4), "\u{1f600}".repeat(3)])
        await store.append([
          { key: runKey(text), version: 0, head, snapshot: text, entries: [text] },
        ]);
      for (const text of [
        "x".repeat(13),
        `${"é".repeat(6)}x`,
        "€€€€x",
        "\u{1f600}\u{1f600}\u{1f600}x",
      ])
        for (const change of [{ snapshot: text }, { entries: ["ok", text] }]) {
          const error = await expectProblem(
            store.append([{ key, version: 0, head, ...change }]),
            "too_large",
          );
          expect(error.message).toContain("larger than 12 bytes");
          expect(error.message).toContain("`maximumBytes`");
        }
      expect(await store.load(key)).toBeUndefined();
    },
  },
  {
    title: "copies its arguments and results",
    run: async ({ open }) => {
      const store = await open();
      const key = { kind: "run" as const, id: "a" };
      const entries = ["1"];
      const tags = ["t"];
      const appended = store.append([
        { key, version: 0, head: { status: "queued", tags }, entries },
      ]);
      key.id = "b";
      entries.push("2");
      tags.push("u");
      const [state] = await appended;
      expect(state).toMatchObject({ id: "a", tags: ["t"] });
      (state?.tags as string[]).push("v");
      const loaded = await store.load(runKey("a"));
      expect(loaded).toMatchObject({ tags: ["t"], entries: ["1"] });
      (loaded?.entries as string[]).push("3");
      expect(await store.load(runKey("a"))).toMatchObject({ tags: ["t"], entries: ["1"] });
    },
  },
  {
    title: "never makes a record older when the clock is set back",
    run: async ({ open, clock }) => {
      const store = await open();
      const key = runKey("a");
      const start = clock.time;
      await store.append([{ key, version: 0, head }]);
      clock.time -= 3_600_000;
      const [back] = await store.append([{ key, version: 1, head }]);
      expect(back).toMatchObject({ createdAt: start, updatedAt: start });
      clock.time = start + 7;
      const [forth] = await store.append([{ key, version: 2, head }]);
      expect(forth).toMatchObject({ createdAt: start, updatedAt: start + 7 });
    },
  },
  {
    title: "deletes records with their contents, and starts a new one of the same id at version 1",
    run: async ({ open, clock }) => {
      const store = await open();
      const key = runKey("a");
      await store.append([{ key, version: 0, head: fullHead, snapshot: "1", entries: ["2"] }]);
      await addRuns(store, "b");
      expect(await store.delete([])).toBe(0);
      expect(await store.delete([key, key, runKey("none")])).toBe(1);
      expect(await store.load(key)).toBeUndefined();
      await expectProblem(store.append([{ key, version: 1, entries: ["3"] }]), "conflict");
      clock.time += 9;
      await store.append([{ key, version: 0, head }]);
      expect(await store.load(key)).toEqual({
        ...key,
        ...head,
        version: 1,
        createdAt: clock.time,
        updatedAt: clock.time,
        entries: [],
      });
      expect(await idsOf(store, { kind: "run" }, { order: "oldest" })).toEqual(["b", "a"]);
    },
  },
  {
    title: "prunes the oldest matching records, at most as many as asked",
    run: async ({ open, clock }) => {
      const store = await open();
      for (const id of ["a", "b", "c", "d", "e"]) {
        clock.time += 10;
        const status = id === "b" ? "waiting" : "done";
        await store.append([{ key: runKey(id), version: 0, head: { status }, entries: ["1"] }]);
      }
      const done = { kind: "run", status: "done" } as const;
      expect(await store.prune(done, { limit: 2 })).toBe(2);
      expect(await idsOf(store, { kind: "run" }, { order: "oldest" })).toEqual(["b", "d", "e"]);
      expect(await store.prune({ ...done, updatedBefore: clock.time })).toBe(1);
      expect(await store.prune({ ...done, updatedBefore: clock.time })).toBe(0);
      expect(await idsOf(store, { kind: "run" }, { order: "oldest" })).toEqual(["b", "e"]);
      expect(await store.load(runKey("a"))).toBeUndefined();
    },
  },
  {
    title: "waits for work when it closes, and refuses later calls",
    run: async ({ open }) => {
      const store = await open();
      const key = runKey("a");
      const working = store.append([{ key, version: 0, head }]);
      await store.close();
      expect(await working).toMatchObject([{ version: 1 }]);
      const lease = { key, owner: "w", token: 1, until: 1 };
      const signal = new AbortController().signal;
      for (const call of [
        () => store.load(key),
        () => store.append([]),
        () => store.list({ kind: "run" }),
        () => store.lease(key, { owner: "w", forMs: 1 }),
        () => store.renew(lease, { forMs: 1 }),
        () => store.release(lease),
        () => store.delete([key]),
        () => store.prune({ kind: "run" }),
        async () => store.watch({ kind: "run" }, { signal })[Symbol.asyncIterator]().next(),
      ])
        expect((await expectProblem(call(), "closed")).message).toContain("open it again");
      await store.close();
    },
  },
  {
    title: "keeps everything after it is closed and opened again",
    needs: "isPersistent",
    run: async ({ open }) => {
      const first = await open();
      const key = runKey("a");
      await first.append([{ key, version: 0, head: fullHead, snapshot: "s", entries: texts }]);
      const lease = await first.lease(key, { owner: "w", forMs: 1000 });
      const before = await first.load(key);
      await first.close();
      const second = await open();
      expect(await second.load(key)).toEqual(before);
      expect(await second.lease(key, { owner: "v", forMs: 1000 })).toBeUndefined();
      if (lease === undefined) throw new Error("no lease");
      await second.append([{ key, version: 1, entries: ["more"], lease }]);
      await second.release(lease);
      const next = await second.lease(key, { owner: "v", forMs: 1000 });
      expect(next?.token).toBeGreaterThan(lease.token);
      expect((await second.load(key))?.entries).toEqual([...texts, "more"]);
    },
  },
];
