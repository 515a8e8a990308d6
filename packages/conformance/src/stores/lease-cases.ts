// Cases about leases: one worker at a time, and old leases change nothing.

import { expect } from "vitest";
import { addRuns, expectProblem, idsOf, leased, runKey } from "./case-helpers.ts";
import type { StoreCase } from "./store-under-test.ts";

export const leaseCases: readonly StoreCase[] = [
  {
    title: "gives a lease to one owner at a time",
    run: async ({ open, clock }) => {
      const store = await open();
      await addRuns(store, "a");
      const key = runKey("a");
      const lease = await store.lease(key, { owner: "w1", forMs: 1000 });
      expect(lease).toEqual({
        key,
        owner: "w1",
        token: lease?.token,
        until: clock.time + 1000,
      });
      expect(await store.lease(key, { owner: "w2", forMs: 1000 })).toBeUndefined();
      expect(await store.lease(key, { owner: "w1", forMs: 1000 })).toBeUndefined();
      expect(await store.lease(runKey("none"), { owner: "w1", forMs: 1000 })).toBeUndefined();
    },
  },
  {
    title: "shows a lease until it ends, and doesn't count it as a change",
    run: async ({ open, clock }) => {
      const store = await open();
      await addRuns(store, "a", "b");
      const before = await store.load(runKey("b"));
      const lease = await leased(store, "a", "w1", 1000);
      const state = await store.load(runKey("a"));
      expect(state?.lease).toEqual({ owner: "w1", until: lease.until });
      expect(state).toMatchObject({ version: 1, updatedAt: clock.time });
      expect(await idsOf(store, { kind: "run", isLeased: true })).toEqual(["a"]);
      expect(await idsOf(store, { kind: "run", isLeased: false })).toEqual(["b"]);
      clock.time = lease.until;
      expect(await store.load(runKey("a"))).toEqual({ ...before, id: "a" });
      expect(await idsOf(store, { kind: "run", isLeased: true })).toEqual([]);
    },
  },
  {
    title: "renews a lease from now, and releases it",
    run: async ({ open, clock }) => {
      const store = await open();
      await addRuns(store, "a");
      const lease = await leased(store, "a", "w1", 1000);
      clock.time += 900;
      const renewed = await store.renew(lease, { forMs: 1000 });
      expect(renewed).toEqual({ ...lease, until: clock.time + 1000 });
      clock.time += 900;
      expect(await store.lease(runKey("a"), { owner: "w2", forMs: 1 })).toBeUndefined();
      // The first object names the same lease.
      await store.append([{ key: runKey("a"), version: 1, entries: ["1"], lease }]);
      await store.release(renewed);
      await store.release(renewed);
      expect(await store.load(runKey("a"))).not.toHaveProperty("lease");
      await leased(store, "a", "w2");
    },
  },
  {
    title: "refuses changes of a worker whose lease has ended, even if no other worker has one",
    run: async ({ open, clock }) => {
      const store = await open();
      await addRuns(store, "a");
      const key = runKey("a");
      const lease = await leased(store, "a", "w1", 1000);
      await store.append([{ key, version: 1, entries: ["1"], lease }]);
      clock.time += 999;
      await store.append([{ key, version: 2, entries: ["2"], lease }]);
      clock.time += 1;
      const error = await expectProblem(
        store.append([{ key, version: 3, entries: ["3"], lease }]),
        "lease_lost",
      );
      expect(error.message).toContain('the lease of run "a" has ended: stop working on it');
      await expectProblem(store.append([{ key, version: 3, lease }]), "lease_lost");
      await expectProblem(store.renew(lease, { forMs: 1000 }), "lease_lost");
      expect((await store.load(key))?.entries).toEqual(["1", "2"]);
    },
  },
  {
    title: "refuses a zombie after another worker took the record, also in a batch",
    run: async ({ open, clock }) => {
      const store = await open();
      await addRuns(store, "a", "b");
      const key = runKey("a");
      const zombie = await leased(store, "a", "w1", 1000);
      clock.time += 1000;
      const lease = await leased(store, "a", "w2", 1000);
      expect(lease.token).toBeGreaterThan(zombie.token);
      await expectProblem(
        store.append([
          { key: runKey("b"), version: 1, entries: ["1"] },
          { key, version: 1, entries: ["1"], lease: zombie },
        ]),
        "lease_lost",
      );
      expect(await store.load(runKey("b"))).toMatchObject({ version: 1, entries: [] });
      await expectProblem(store.renew(zombie, { forMs: 9000 }), "lease_lost");
      await store.release(zombie);
      expect((await store.load(key))?.lease).toEqual({ owner: "w2", until: lease.until });
      await store.append([{ key, version: 1, entries: ["2"], lease }]);
    },
  },
  {
    title: "refuses an old lease of the same owner, and a lease whose owner or token was changed",
    run: async ({ open, clock }) => {
      const store = await open();
      await addRuns(store, "a");
      const key = runKey("a");
      const old = await leased(store, "a", "w1", 1000);
      clock.time += 1000;
      const lease = await leased(store, "a", "w1", 1000);
      for (const wrong of [
        old,
        { ...lease, owner: "w2" },
        { ...lease, token: lease.token + 1 },
        { ...lease, token: 0 },
      ]) {
        await expectProblem(
          store.append([{ key, version: 1, entries: ["1"], lease: wrong }]),
          "lease_lost",
        );
        await expectProblem(store.renew(wrong, { forMs: 1 }), "lease_lost");
      }
      const other = await expectProblem(
        store.append([{ key: runKey("b"), version: 0, head: { status: "x" }, lease }]),
        "invalid",
      );
      expect(other.message).toContain("pass a lease of the same record");
    },
  },
  {
    title: "reports a lost lease rather than a conflict, so that a zombie stops",
    run: async ({ open, clock }) => {
      const store = await open();
      await addRuns(store, "a");
      const key = runKey("a");
      const zombie = await leased(store, "a", "w1", 1000);
      clock.time += 1000;
      await store.append([{ key, version: 1, entries: ["1"] }]);
      await expectProblem(
        store.append([{ key, version: 1, entries: ["2"], lease: zombie }]),
        "lease_lost",
      );
      await store.delete([key]);
      await expectProblem(
        store.append([{ key, version: 2, entries: ["2"], lease: zombie }]),
        "lease_lost",
      );
      await expectProblem(store.renew(zombie, { forMs: 1 }), "lease_lost");
      await store.release(zombie);
    },
  },
  {
    title: "never gives a token twice, even after the record was deleted",
    run: async ({ open }) => {
      const store = await open();
      const tokens: number[] = [];
      for (let round = 0; round < 3; round++) {
        await addRuns(store, "a");
        for (let turn = 0; turn < 2; turn++) {
          const lease = await leased(store, "a");
          tokens.push(lease.token);
          await store.release(lease);
        }
        await store.delete([runKey("a")]);
      }
      expect(tokens).toEqual([...new Set(tokens)].sort((left, right) => left - right));
    },
  },
  {
    title: "allows changes without a lease of a leased record, and keeps the lease",
    run: async ({ open }) => {
      const store = await open();
      await addRuns(store, "a");
      const key = runKey("a");
      const lease = await leased(store, "a");
      await store.append([{ key, version: 1, head: { status: "canceled" } }]);
      expect((await store.load(key))?.lease).toEqual({ owner: lease.owner, until: lease.until });
      await expectProblem(store.append([{ key, version: 1, entries: ["1"], lease }]), "conflict");
      await store.append([{ key, version: 2, entries: ["1"], lease }]);
    },
  },
  {
    title: "ends leases when the clock jumps forward, and keeps one owner when it jumps back",
    run: async ({ open, clock }) => {
      const store = await open();
      await addRuns(store, "a");
      const key = runKey("a");
      const first = await leased(store, "a", "w1", 1000);
      clock.time += 86_400_000;
      const second = await leased(store, "a", "w2", 1000);
      clock.time -= 2 * 86_400_000;
      // The second lease is the last that was given, whatever the clock says.
      await expectProblem(
        store.append([{ key, version: 1, entries: ["1"], lease: first }]),
        "lease_lost",
      );
      expect(await store.lease(key, { owner: "w3", forMs: 1000 })).toBeUndefined();
      await store.append([{ key, version: 1, entries: ["2"], lease: second }]);
      const renewed = await store.renew(second, { forMs: 1000 });
      expect(renewed.until).toBe(clock.time + 1000);
      clock.time += 1000;
      await leased(store, "a", "w3");
    },
  },
  {
    title: "deletes and prunes leased records",
    run: async ({ open }) => {
      const store = await open();
      await addRuns(store, "a", "b");
      await leased(store, "a");
      await leased(store, "b");
      expect(await store.delete([runKey("a")])).toBe(1);
      expect(await store.prune({ kind: "run", isLeased: true })).toBe(1);
      expect(await idsOf(store, { kind: "run" })).toEqual([]);
    },
  },
  {
    title: "finds due records without a lease with one query",
    run: async ({ open, clock }) => {
      const store = await open();
      const now = clock.time;
      const dues = { past: now - 1, now, later: now + 1, never: undefined, taken: now - 5 };
      for (const [id, dueAt] of Object.entries(dues))
        await store.append([
          {
            key: runKey(id),
            version: 0,
            head: { status: "running", agent: "desk", ...(dueAt === undefined ? {} : { dueAt }) },
          },
        ]);
      const lease = await leased(store, "taken", "w1", 1000);
      const due = async (): Promise<readonly string[]> =>
        [
          ...(await idsOf(store, {
            kind: "run",
            agent: ["desk", "other"],
            dueBefore: clock.time,
            isLeased: false,
          })),
        ].sort();
      expect(await due()).toEqual(["now", "past"]);
      clock.time = lease.until;
      expect(await due()).toEqual(["later", "now", "past", "taken"]);
    },
  },
];
