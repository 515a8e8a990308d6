// Cases about queries, pages and cursors.

import { expect } from "vitest";
import type { RecordHead, RecordQuery, RunStore } from "@ptc/core/store";
import { addRuns, expectProblem, idsOf, runKey } from "./case-helpers.ts";
import type { StoreCase, TestClock } from "./store-under-test.ts";

/** Adds five runs, one every 10 ms. */
async function addSample(store: RunStore, clock: TestClock): Promise<void> {
  const heads: Readonly<Record<string, RecordHead>> = {
    a: { status: "queued", agent: "desk", dueAt: clock.time },
    b: { status: "running", agent: "desk", appVersion: "1", tags: ["x"], dueAt: clock.time - 5 },
    c: { status: "waiting", agent: "mail", appVersion: "2", tags: ["x", "y"] },
    d: { status: "done", tags: ["%", "x_"], dueAt: clock.time + 1000 },
    e: { status: "done", agent: "Desk", appVersion: "1" },
  };
  for (const [id, head] of Object.entries(heads)) {
    await store.append([{ key: runKey(id), version: 0, head }]);
    clock.time += 10;
  }
}

/** Returns queries with the ids that they match; `start` is the creation of the first run. */
function sampleQueries(start: number): readonly (readonly [Omit<RecordQuery, "kind">, string])[] {
  return [
    [{}, "abcde"],
    [{ status: "done" }, "de"],
    [{ status: ["queued", "waiting", "queued"] }, "ac"],
    [{ status: [] }, ""],
    [{ status: "DONE" }, ""],
    [{ agent: "desk" }, "ab"],
    [{ agent: ["mail", "Desk"] }, "ce"],
    [{ agent: [] }, ""],
    [{ appVersion: "1" }, "be"],
    [{ tag: "x" }, "bc"],
    [{ tag: "y" }, "c"],
    [{ tag: "%" }, "d"],
    [{ tag: "x_" }, "d"],
    [{ tag: "__proto__" }, ""],
    [{ createdAfter: start + 10, createdBefore: start + 30 }, "bc"],
    [{ updatedAfter: start + 35 }, "e"],
    [{ updatedBefore: start }, ""],
    [{ dueBefore: start }, "ab"],
    [{ dueBefore: start - 1 }, "b"],
    [{ isLeased: false, agent: "desk", dueBefore: start }, "ab"],
    [{ isLeased: true }, ""],
    [{ status: "done", agent: "Desk", appVersion: "1", createdAfter: start }, "e"],
  ];
}

export const listCases: readonly StoreCase[] = [
  {
    title: "finds records by each part of a query, and by several",
    run: async ({ open, clock }) => {
      const store = await open();
      const start = clock.time;
      await addSample(store, clock);
      for (const [query, ids] of sampleQueries(start)) {
        const found = await idsOf(store, { kind: "run", ...query }, { order: "oldest" });
        expect([query, found.join("")]).toEqual([query, ids]);
      }
    },
  },
  {
    title: "returns summaries without contents",
    run: async ({ open, clock }) => {
      const store = await open();
      const head = { status: "waiting", agent: "desk", tags: ["x"], dueAt: 5 };
      const [state] = await store.append([
        { key: runKey("a"), version: 0, head, snapshot: "1", entries: ["2"] },
      ]);
      clock.time += 1;
      const lease = await store.lease(runKey("a"), { owner: "w", forMs: 10 });
      expect(await store.list({ kind: "run" })).toEqual({
        records: [{ ...state, lease: { owner: "w", until: lease?.until } }],
      });
      expect(await store.list({ kind: "chat" })).toEqual({ records: [] });
    },
  },
  {
    title: "lists the newest records first by default, and equal times by id",
    run: async ({ open, clock }) => {
      const store = await open();
      // By code point, the last is greater than U+FFFF, and less by UTF-16.
      const ids = ["A", "B", "a", "é", "\uffee", "\u{1f600}"];
      await addRuns(store, ...[...ids].reverse());
      clock.time -= 5;
      await addRuns(store, "older");
      expect(await idsOf(store, { kind: "run" })).toEqual([...[...ids].reverse(), "older"]);
      for (const limit of [1, 2, 3, 7, 1000])
        expect(await idsOf(store, { kind: "run" }, { order: "oldest", limit })).toEqual([
          "older",
          ...ids,
        ]);
    },
  },
  {
    title: "has a cursor exactly if more records follow",
    run: async ({ open }) => {
      const store = await open();
      const ids = Array.from({ length: 101 }, (_, index) => `r${String(index).padStart(3, "0")}`);
      await addRuns(store, ...ids.slice(0, 100));
      expect((await store.list({ kind: "run" })).cursor).toBeUndefined();
      expect((await store.list({ kind: "run" }, { limit: 99 })).cursor).toBeTypeOf("string");
      await addRuns(store, ...ids.slice(100));
      const first = await store.list({ kind: "run" });
      expect(first.records).toHaveLength(100);
      const second = await store.list({ kind: "run" }, { cursor: first.cursor ?? "" });
      expect(second.records.map(({ id }) => id)).toEqual(["r000"]);
      expect(second.cursor).toBeUndefined();
    },
  },
  {
    title: "returns each record that exists all the time once, while others change",
    run: async ({ open, clock }) => {
      for (const order of ["newest", "oldest"] as const) {
        const store = await open();
        await store.prune({ kind: "run" });
        const ids = Array.from({ length: 40 }, (_, index) => `r${String(index).padStart(2, "0")}`);
        for (const [index, id] of ids.entries()) {
          if (index % 3 === 0) clock.time += 1;
          await addRuns(store, id);
        }
        const seen: string[] = [];
        let cursor: string | undefined;
        for (let page = 0; page === 0 || cursor !== undefined; page++) {
          const found = await store.list(
            { kind: "run" },
            { order, limit: 7, ...(cursor === undefined ? {} : { cursor }) },
          );
          seen.push(...found.records.map(({ id }) => id));
          ({ cursor } = found);
          // The last record of the page is the one that the cursor names.
          const last = found.records.at(-1)?.id ?? "";
          await store.delete([runKey(last)]);
          const changed = await store.load(runKey("r20"));
          if (changed !== undefined)
            await store.append([
              { key: runKey("r20"), version: changed.version, head: { status: "changed" } },
            ]);
          clock.time += 1;
          await addRuns(store, `new-${String(page)}-${order}`);
        }
        expect(seen.filter((id) => id.startsWith("r")).sort()).toEqual(ids);
        await store.close();
      }
    },
  },
  {
    title: "refuses cursors that were changed, and those of other queries",
    run: async ({ open }) => {
      const store = await open();
      await addRuns(store, "a", "b", "c");
      const query = { kind: "run", status: "queued" } as const;
      const { cursor = "" } = await store.list(query, { limit: 1 });
      const wrong = [
        "",
        "x",
        "0",
        "__proto__",
        cursor.slice(1),
        cursor.slice(0, -1),
        `${cursor}A`,
        `${cursor}.`,
        cursor.toUpperCase(),
        cursor + cursor,
        "x".repeat(1_000_000),
        ...Array.from(cursor, (character, index) => {
          const other = character === "x" ? "y" : "x";
          return cursor.slice(0, index) + other + cursor.slice(index + 1);
        }),
      ];
      for (const text of wrong) {
        const error = await expectProblem(store.list(query, { cursor: text }), "invalid");
        expect(error.message).toContain("pass the cursor of the page before, unchanged");
        expect(error.message.length).toBeLessThan(400);
      }
      await expectProblem(store.list({ kind: "run" }, { cursor }), "invalid");
      await expectProblem(store.list({ ...query, kind: "inbox" }, { cursor }), "invalid");
      await expectProblem(store.list({ ...query, status: "done" }, { cursor }), "invalid");
      await expectProblem(store.list(query, { cursor, order: "oldest" }), "invalid");
      expect((await store.list({ ...query }, { cursor })).records).toHaveLength(2);
    },
  },
];
