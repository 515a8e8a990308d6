// Cases about several writers of the same data.

import { expect } from "vitest";
import { StoreError, type RunStore } from "@ptc/core/store";
import { addRuns, expectProblem, runKey } from "./case-helpers.ts";
import type { StoreCase } from "./store-under-test.ts";

/** Adds `count` entries to a run, loading it again after each conflict. */
async function addEntries(
  store: RunStore,
  id: string,
  writer: string,
  count: number,
): Promise<number> {
  let conflicts = 0;
  for (let done = 0; done < count;) {
    const version = (await store.load(runKey(id)))?.version ?? 0;
    try {
      await store.append([{ key: runKey(id), version, entries: [`${writer}${String(done)}`] }]);
      done++;
    } catch (error) {
      if (!(error instanceof StoreError && error.problem === "conflict")) throw error;
      conflicts++;
    }
  }
  return conflicts;
}

export const writerCases: readonly StoreCase[] = [
  {
    title: "loses no change of writers at the same time, and makes none twice",
    run: async ({ open }) => {
      const store = await open();
      await addRuns(store, "a");
      await Promise.all(["x", "y", "z"].map((writer) => addEntries(store, "a", writer, 20)));
      const record = await store.load(runKey("a"));
      expect(record?.version).toBe(61);
      for (const writer of ["x", "y", "z"])
        expect(record?.entries.filter((entry) => entry.startsWith(writer))).toEqual(
          Array.from({ length: 20 }, (_, index) => `${writer}${String(index)}`),
        );
    },
  },
  {
    title: "shares records, versions and leases with another store of the same data",
    needs: "isShared",
    run: async ({ open, clock }) => {
      const [one, two] = [await open(), await open()];
      await addRuns(one, "a");
      await two.append([{ key: runKey("a"), version: 1, entries: ["1"] }]);
      await expectProblem(
        one.append([{ key: runKey("a"), version: 1, entries: ["2"] }]),
        "conflict",
      );
      const lease = await one.lease(runKey("a"), { owner: "w1", forMs: 1000 });
      if (lease === undefined) throw new Error("no lease");
      expect(await two.lease(runKey("a"), { owner: "w2", forMs: 1000 })).toBeUndefined();
      clock.time += 1000;
      expect(await two.lease(runKey("a"), { owner: "w2", forMs: 1000 })).toBeDefined();
      await expectProblem(
        one.append([{ key: runKey("a"), version: 2, entries: ["2"], lease }]),
        "lease_lost",
      );
      expect(await two.delete([runKey("a")])).toBe(1);
      expect(await one.load(runKey("a"))).toBeUndefined();
    },
  },
  {
    title: "loses no change of two stores that write the same records at the same time",
    needs: "isShared",
    run: async ({ open }) => {
      const [one, two] = [await open(), await open()];
      await addRuns(one, "a", "b");
      await Promise.all(
        [one, two].flatMap((store, index) =>
          ["a", "b"].map((id) => addEntries(store, id, `w${String(index)}-`, 25)),
        ),
      );
      for (const id of ["a", "b"]) {
        const record = await one.load(runKey(id));
        expect(record?.version).toBe(51);
        expect(new Set(record?.entries).size).toBe(50);
      }
    },
  },
  {
    title: "gives each lease to one of two stores that ask at the same time",
    needs: "isShared",
    run: async ({ open }) => {
      const [one, two] = [await open(), await open()];
      const ids = Array.from({ length: 20 }, (_, index) => `r${String(index)}`);
      await addRuns(one, ...ids);
      for (const id of ids) {
        const leases = await Promise.all(
          [one, two, one, two].map((store, index) =>
            store.lease(runKey(id), { owner: `w${String(index)}`, forMs: 1000 }),
          ),
        );
        expect(leases.filter((lease) => lease !== undefined)).toHaveLength(1);
      }
    },
  },
];
