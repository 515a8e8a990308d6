// Cases about hostile and wrong arguments. Names are data: they never reach SQL, paths or
// prototypes.

import { expect } from "vitest";
import type { RecordQuery, RunStore, WatchOptions } from "@ptc/core/store";
import { addRuns, expectProblem, idsOf, runKey } from "./case-helpers.ts";
import type { StoreCase } from "./store-under-test.ts";

const allowedIds = [
  "__proto__",
  "constructor",
  "toString",
  "../x",
  "../../etc/passwd",
  "C:\\x",
  "a/b",
  "run/a",
  ".",
  " ",
  "'; drop table records; --",
  '"',
  "\\",
  "%",
  "_",
  "*",
  "\u202e",
  "\ufeff",
  "\u2028",
  "é",
  "e\u0301",
  "ａ",
  "A",
  "a",
  "0",
  "-1",
  "null",
  "undefined",
  "\u{1f469}\u200d\u{1f680}",
  "\uffff",
  "x".repeat(500),
  "\u{1f600}".repeat(250),
];

const refusedIds: readonly (readonly [unknown, string])[] = [
  ["", "is empty: use a text of 1 to 500 characters"],
  ["x".repeat(501), "has 501 characters: use a text of 1 to 500 characters"],
  ["x".repeat(1_000_000), "has 1000000 characters"],
  ["a\0b", '"a\\u0000b" has a control character'],
  ["a\nb", "has a control character: remove or encode it"],
  ["a\u007f", "has a control character"],
  ["a\u0085", "has a control character"],
  ["\ud800", "has half of a surrogate pair: remove it"],
  ["a\udc00b", "has half of a surrogate pair"],
  [undefined, "is undefined: use a text"],
  [null, "is null: use a text"],
  [5, "is 5: use a text"],
  [["a"], "is an array: use a text"],
  [{ toString: () => "a" }, "is a value of type object: use a text"],
  [Symbol("a"), "is a value of type symbol: use a text"],
];

/**
 * Returns a wrong argument, which types refuse.
 */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- names the type that the argument should have
function untyped<Value>(value: unknown): Value {
  return value as Value;
}

/** Rejects for what `watch` throws. */
async function nextChange(
  store: RunStore,
  query: RecordQuery,
  options: WatchOptions,
): Promise<unknown> {
  return store.watch(query, options)[Symbol.asyncIterator]().next();
}

export const hostileCases: readonly StoreCase[] = [
  {
    title: "keeps records with hostile ids apart",
    run: async ({ open }) => {
      const store = await open();
      await addRuns(store, ...allowedIds);
      for (const id of allowedIds)
        await store.append([{ key: runKey(id), version: 1, entries: [JSON.stringify(id)] }]);
      for (const id of allowedIds)
        expect(await store.load(runKey(id))).toMatchObject({
          id,
          version: 2,
          entries: [JSON.stringify(id)],
        });
      expect([...(await idsOf(store, { kind: "run" }, { limit: 5 }))].sort()).toEqual(
        [...allowedIds].sort(),
      );
      for (const id of allowedIds) {
        const lease = await store.lease(runKey(id), { owner: id.slice(0, 200), forMs: 1000 });
        expect(lease?.key.id).toBe(id);
      }
      for (const [index, id] of allowedIds.entries()) {
        expect(await store.delete([runKey(id)])).toBe(1);
        expect(await store.load(runKey(id))).toBeUndefined();
        if (index % 8 === 0)
          expect(await idsOf(store, { kind: "run" })).toHaveLength(allowedIds.length - index - 1);
      }
      expect(({} as { status?: unknown }).status).toBeUndefined();
    },
  },
  {
    title: "keeps hostile statuses, agents, versions and tags, and finds them",
    run: async ({ open }) => {
      const store = await open();
      const names = allowedIds.filter((name) => name.length <= 100);
      for (const [index, name] of names.entries())
        await store.append([
          {
            key: runKey(String(index)),
            version: 0,
            head: { status: name, agent: name, appVersion: name, tags: [name, "all"] },
          },
        ]);
      for (const [index, name] of names.entries())
        for (const query of [
          { status: name },
          { agent: [name] },
          { appVersion: name },
          { tag: name },
        ])
          expect(await idsOf(store, { kind: "run", ...query })).toEqual([String(index)]);
      expect(await idsOf(store, { kind: "run", tag: "all" })).toHaveLength(names.length);
    },
  },
  {
    title: "refuses ids that stores can't keep, in every method, and says what to do",
    run: async ({ open }) => {
      const store = await open();
      for (const [id, text] of refusedIds) {
        const key = untyped<ReturnType<typeof runKey>>({ kind: "run", id });
        const lease = { key, owner: "w", token: 1, until: 1 };
        for (const call of [
          store.load(key),
          store.append([{ key, version: 0, head: { status: "x" } }]),
          store.append([{ key: runKey("a"), version: 0, head: { status: "x" }, lease }]),
          store.lease(key, { owner: "w", forMs: 1 }),
          store.renew(lease, { forMs: 1 }),
          store.release(lease),
          store.delete([runKey("a"), key]),
        ]) {
          const error = await expectProblem(call, "invalid");
          expect(error.message).toContain(`the id of a record `);
          expect(error.message).toContain(text);
          expect(error.message.length).toBeLessThan(300);
        }
      }
      expect(await idsOf(store, { kind: "run" })).toEqual([]);
    },
  },
  {
    title: "refuses wrong keys, heads, changes and leases",
    run: async ({ open }) => {
      const store = await open();
      const key = runKey("a");
      const head = { status: "queued" };
      const ok = { key, version: 0, head };
      const wrong: readonly (readonly [unknown, string])[] = [
        [undefined, "a change is undefined: pass an object with key, version"],
        [[], "a change is an array"],
        [{ ...ok, key: undefined }, "the key of a record is undefined"],
        [{ ...ok, key: "run/a" }, 'the key of a record is "run/a"'],
        [{ ...ok, key: { kind: "__proto__", id: "a" } }, "use one of run, inbox, journal"],
        [{ ...ok, key: { kind: ["run"], id: "a" } }, "the kind of a record is an array"],
        [{ ...ok, version: -1 }, 'the version of run "a" is -1: use a whole number'],
        [{ ...ok, version: 0.5 }, "is 0.5"],
        [{ ...ok, version: NaN }, "is NaN"],
        [{ ...ok, version: "0" }, 'is "0"'],
        [{ ...ok, version: 2 ** 60 }, "use a whole number from 0"],
        [{ ...ok, head: { status: "" } }, "the status of a record is empty"],
        [{ ...ok, head: {} }, "the status of a record is undefined"],
        [{ ...ok, head: { status: "x".repeat(101) } }, "use a text of 1 to 100 characters"],
        [{ ...ok, head: { ...head, state: 1 } }, 'the head of a record has the field "state"'],
        [{ ...ok, head: { ...head, agent: "x".repeat(201) } }, "the agent of a record"],
        [{ ...ok, head: { ...head, agent: null } }, "the agent of a record is null"],
        [{ ...ok, head: { ...head, appVersion: "a\0" } }, "`appVersion` of a record"],
        [{ ...ok, head: { ...head, tags: "x" } }, 'the list of tags is "x": pass an array'],
        [{ ...ok, head: { ...head, tags: Array(21).fill("x") } }, "21 tags: use at most 20"],
        [{ ...ok, head: { ...head, tags: [""] } }, "a tag of a record is empty"],
        [{ ...ok, head: { ...head, tags: Array(2) } }, "a tag of a record is undefined"],
        [{ ...ok, head: { ...head, dueAt: Infinity } }, "`dueAt` of a record is Infinity"],
        [{ ...ok, head: { ...head, dueAt: 1.5 } }, "`dueAt` of a record is 1.5"],
        [{ ...ok, head: { ...head, dueAt: new Date(0) } }, "is a value of type object"],
        [{ ...ok, snapshot: {} }, 'the snapshot of run "a" is a value of type object: pass JSON'],
        [{ ...ok, snapshot: "a\0" }, "pass JSON text, in which they are escapes"],
        [{ ...ok, snapshot: "\ud83d" }, "pass JSON text, in which they are escapes"],
        [{ ...ok, entries: "x" }, 'the list of entries of run "a" is "x": pass an array'],
        [{ ...ok, entries: ["x", 1] }, 'an entry of run "a" is 1'],
        [{ ...ok, entries: ["\ude00"] }, "half of a surrogate pair"],
        [{ ...ok, snapshots: "x" }, 'a change has the field "snapshots"'],
        [{ ...ok, lease: "x" }, "a lease is"],
        [{ ...ok, lease: { key, owner: "", token: 1, until: 1 } }, "the owner of a lease is empty"],
        [{ ...ok, lease: { key, owner: "w", token: "1", until: 1 } }, "the token of a lease"],
      ];
      for (const [change, text] of wrong) {
        const error = await expectProblem(store.append([untyped(change)]), "invalid");
        expect(error.message).toContain(text);
      }
      await expectProblem(store.append(untyped("x")), "invalid");
      await expectProblem(store.append(Array(1001).fill(ok)), "invalid");
      await expectProblem(store.delete(untyped(key)), "invalid");
      for (const forMs of [0, -1, 0.5, NaN, Infinity, 1e15, "1"]) {
        const options = untyped<{ owner: string; forMs: number }>({ owner: "w", forMs });
        await expectProblem(store.lease(key, options), "invalid");
        await expectProblem(
          store.renew({ key, owner: "w", token: 1, until: 1 }, options),
          "invalid",
        );
      }
      expect(await idsOf(store, { kind: "run" })).toEqual([]);
    },
  },
  {
    title: "refuses wrong queries, so that a misspelled field doesn't prune everything",
    run: async ({ open }) => {
      const store = await open();
      await addRuns(store, "a");
      const wrong: readonly (readonly [unknown, string])[] = [
        [undefined, "a query is undefined"],
        [{}, "the kind of a record is undefined: use one of run"],
        [{ kind: "runs" }, 'the kind of a record is "runs"'],
        [{ kind: "run", state: "done" }, 'a query has the field "state"'],
        [{ kind: "run", status: 5 }, "the status of a record is 5"],
        [{ kind: "run", status: ["a", null] }, "the status of a record is null"],
        [{ kind: "run", status: Array(101).fill("x") }, "has 101 values: use at most 100"],
        [{ kind: "run", agent: "" }, "the agent of a record is empty"],
        [{ kind: "run", tag: ["a"] }, "a tag of a record is an array"],
        [{ kind: "run", createdBefore: "2026-01-01" }, '`createdBefore` of a query is "2026'],
        [{ kind: "run", dueBefore: NaN }, "`dueBefore` of a query is NaN"],
        [{ kind: "run", isLeased: "no" }, '`isLeased` of a query is "no": use true or false'],
      ];
      for (const [value, text] of wrong) {
        const query = untyped<RecordQuery>(value);
        const watched = nextChange(store, query, { signal: AbortSignal.abort() });
        for (const call of [store.list(query), store.prune(query), watched])
          expect((await expectProblem(call, "invalid")).message).toContain(text);
      }
      const query = { kind: "run" } as const;
      for (const page of [
        { limit: 0 },
        { limit: 1001 },
        { limit: "5" },
        { order: "asc" },
        { page: 1 },
      ])
        await expectProblem(store.list(query, untyped(page)), "invalid");
      for (const limit of [0, -1, 0.5, Infinity])
        await expectProblem(store.prune(query, { limit }), "invalid");
      for (const options of [undefined, {}, { signal: "x" }])
        await expectProblem(nextChange(store, query, untyped(options)), "invalid");
      expect(await idsOf(store, query)).toEqual(["a"]);
    },
  },
];
