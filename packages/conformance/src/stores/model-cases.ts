// Random operations on a store and on a plain model of it: results and problems must be equal.

import fc from "fast-check";
import { expect } from "vitest";
import { StoreError, type Lease, type RecordHead, type RunStore } from "@ptc/core/store";
import { runKey } from "./case-helpers.ts";
import type { StoreCase, TestClock } from "./store-under-test.ts";

const ids = ["a", "b", "__proto__"];
const statuses = ["queued", "running", "done"];

type Operation =
  | { readonly name: "append"; readonly changes: readonly Change[] }
  | { readonly name: "lease"; readonly id: string; readonly owner: string; readonly forMs: number }
  | { readonly name: "renew" | "release"; readonly lease: number; readonly forMs: number }
  | { readonly name: "delete"; readonly id: string }
  | { readonly name: "prune"; readonly status: string; readonly limit: number }
  | { readonly name: "list"; readonly status: string; readonly isLeased: boolean }
  | { readonly name: "load"; readonly id: string }
  | { readonly name: "clock"; readonly by: number };

interface Change {
  readonly id: string;
  /** Added to the present version: mostly 0. */
  readonly error: number;
  readonly status: string | undefined;
  readonly snapshot: string | undefined;
  readonly entries: readonly string[];
  /** The index of an earlier lease. */
  readonly lease: number | undefined;
}

const id = fc.constantFrom(...ids);
const status = fc.constantFrom(...statuses);
const forMs = fc.integer({ min: 1, max: 50 });
const text = fc.constantFrom("1", '"é"', "[]");
const optional = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(value, { nil: undefined });

const change = fc.record<Change>({
  id,
  error: fc.constantFrom(0, 0, 0, 0, 0, 0, 1),
  status: optional(status),
  snapshot: optional(text),
  entries: fc.array(text, { maxLength: 2 }),
  lease: optional(fc.nat(5)),
});

const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      name: fc.constant("append" as const),
      changes: fc.uniqueArray(change, { selector: (made) => made.id, minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      name: fc.constant("lease" as const),
      id,
      owner: fc.constantFrom("w1", "w2"),
      forMs,
    }),
  },
  fc.record({ name: fc.constantFrom("renew", "release"), lease: fc.nat(5), forMs }),
  fc.record({ name: fc.constant("delete" as const), id }),
  fc.record({ name: fc.constant("prune" as const), status, limit: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ name: fc.constant("list" as const), status, isLeased: fc.boolean() }),
  fc.record({ name: fc.constant("load" as const), id }),
  fc.record({ name: fc.constant("clock" as const), by: fc.integer({ min: -30, max: 60 }) }),
);

interface ModelRecord {
  head: RecordHead;
  version: number;
  createdAt: number;
  updatedAt: number;
  snapshot: string | undefined;
  entries: readonly string[];
  lease: Lease | undefined;
}

/** The contract, as plainly as possible. */
class Model {
  records = new Map<string, ModelRecord>();
  private readonly clock: TestClock;

  constructor(clock: TestClock) {
    this.clock = clock;
  }

  hasLease(lease: Lease): boolean {
    const current = this.records.get(lease.key.id)?.lease;
    return current?.token === lease.token && current.until > this.clock.time;
  }

  append(changes: readonly (Change & { version: number; given: Lease | undefined })[]): string {
    for (const { id, version, error, given } of changes) {
      if (given !== undefined && !this.hasLease(given)) return "lease_lost";
      if (error !== 0 || version !== (this.records.get(id)?.version ?? 0)) return "conflict";
    }
    const now = this.clock.time;
    for (const { id, status, snapshot, entries } of changes) {
      const before = this.records.get(id);
      if (status === undefined && snapshot === undefined && entries.length === 0) continue;
      this.records.set(id, {
        head: status === undefined ? (before?.head ?? { status: "" }) : { status },
        version: (before?.version ?? 0) + 1,
        createdAt: before?.createdAt ?? now,
        updatedAt: Math.max(now, before?.updatedAt ?? now),
        snapshot: snapshot ?? before?.snapshot,
        entries: [...(snapshot === undefined ? (before?.entries ?? []) : []), ...entries],
        lease: before?.lease,
      });
    }
    return "ok";
  }

  /** Returns ids, oldest first. */
  list(status: string, isLeased?: boolean): readonly string[] {
    return [...this.records]
      .filter(
        ([, { head, lease }]) =>
          head.status === status &&
          (isLeased === undefined ||
            isLeased === (lease !== undefined && lease.until > this.clock.time)),
      )
      .sort(
        ([left, { createdAt: one }], [right, { createdAt: other }]) =>
          one - other || (left < right ? -1 : 1),
      )
      .map(([id]) => id);
  }
}

/** Applies operations to both, and compares. */
class Comparison {
  private readonly store: RunStore;
  private readonly clock: TestClock;
  private readonly model: Model;
  private readonly leases: Lease[] = [];
  private lastToken = 0;

  constructor(store: RunStore, clock: TestClock) {
    this.store = store;
    this.clock = clock;
    this.model = new Model(clock);
  }

  async apply(operation: Operation): Promise<void> {
    const { model, store } = this;
    switch (operation.name) {
      case "append":
        return this.append(operation.changes);
      case "lease": {
        const { id, owner, forMs } = operation;
        const record = model.records.get(id);
        const isFree =
          record !== undefined && !(record.lease !== undefined && model.hasLease(record.lease));
        const lease = await store.lease(runKey(id), { owner, forMs });
        expect(lease !== undefined).toBe(isFree);
        if (lease === undefined || record === undefined) return;
        expect(lease).toMatchObject({ owner, until: this.clock.time + forMs });
        expect(lease.token).toBeGreaterThan(this.lastToken);
        this.lastToken = lease.token;
        record.lease = lease;
        this.leases.push(lease);
        return;
      }
      case "renew": {
        const lease = this.leases.at(-1 - operation.lease);
        if (lease === undefined) return;
        const expected = model.hasLease(lease) ? "ok" : "lease_lost";
        const until = this.clock.time + operation.forMs;
        const result = await outcome(store.renew(lease, { forMs: operation.forMs }));
        expect(result).toBe(expected);
        const record = model.records.get(lease.key.id);
        if (expected === "ok" && record !== undefined) record.lease = { ...lease, until };
        return;
      }
      case "release": {
        const lease = this.leases.at(-1 - operation.lease);
        if (lease === undefined) return;
        await store.release(lease);
        const record = model.records.get(lease.key.id);
        if (record?.lease?.token === lease.token) record.lease = undefined;
        return;
      }
      case "delete":
        expect(await store.delete([runKey(operation.id)])).toBe(
          model.records.delete(operation.id) ? 1 : 0,
        );
        return;
      case "prune": {
        const pruned = model.list(operation.status).slice(0, operation.limit);
        for (const id of pruned) model.records.delete(id);
        const { status, limit } = operation;
        expect(await store.prune({ kind: "run", status }, { limit })).toBe(pruned.length);
        return;
      }
      case "list": {
        const { status, isLeased } = operation;
        const { records } = await store.list(
          { kind: "run", status, isLeased },
          { order: "oldest" },
        );
        expect(records.map(({ id }) => id)).toEqual(model.list(status, isLeased));
        return;
      }
      case "load":
        return this.load(operation.id);
      case "clock":
        this.clock.time += operation.by;
    }
  }

  async load(id: string): Promise<void> {
    const record = this.model.records.get(id);
    const loaded = await this.store.load(runKey(id));
    if (record === undefined) {
      expect(loaded).toBeUndefined();
      return;
    }
    const { head, snapshot, lease, ...rest } = record;
    expect(loaded).toEqual({
      ...runKey(id),
      ...head,
      ...rest,
      ...(snapshot === undefined ? {} : { snapshot }),
      ...(lease !== undefined && lease.until > this.clock.time
        ? { lease: { owner: lease.owner, until: lease.until } }
        : {}),
    });
  }

  private async append(changes: readonly Change[]): Promise<void> {
    const given = changes.map((change) => {
      const before = this.model.records.get(change.id);
      const lease = change.lease === undefined ? undefined : this.leases.at(-1 - change.lease);
      return {
        ...change,
        // A new record needs a head.
        status: change.status ?? (before === undefined ? "queued" : undefined),
        version: (before?.version ?? 0) + change.error,
        given: lease?.key.id === change.id ? lease : undefined,
      };
    });
    const result = await outcome(
      this.store.append(
        given.map(({ id, version, status, snapshot, entries, given: lease }) => ({
          key: runKey(id),
          version,
          ...(status === undefined ? {} : { head: { status } }),
          ...(snapshot === undefined ? {} : { snapshot }),
          entries,
          ...(lease === undefined ? {} : { lease }),
        })),
      ),
    );
    expect(result).toBe(this.model.append(given));
  }
}

async function outcome(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return "ok";
  } catch (error) {
    if (error instanceof StoreError) return error.problem;
    throw error;
  }
}

export const modelCases: readonly StoreCase[] = [
  {
    title: "agrees with a plain model on random operations",
    run: async ({ open, clock }) => {
      const store = await open();
      await fc.assert(
        fc.asyncProperty(
          fc.array(operation, { minLength: 5, maxLength: 40 }),
          async (operations) => {
            await store.prune({ kind: "run" });
            const comparison = new Comparison(store, clock);
            for (const operation of operations) await comparison.apply(operation);
            for (const id of ids) await comparison.load(id);
          },
        ),
      );
    },
  },
];
