// Lists, deletes and prunes the sessions, chats and steps of one owner, or of all.

import { systemClock, type Clock } from "../contracts/index.ts";
import { assertKnownOptions } from "../errors/internal.ts";
import { ownedId, ownedKey } from "./owned-key.ts";
import { checkedCount, checkedOwner } from "./record-options.ts";
import type { PageOptions, RecordSummary, RunStore } from "./run-store.ts";

/** The options of `recordsOf`. */
export interface RecordsOptions {
  readonly kind: "session" | "chat" | "step";
  /** The owner that the records were opened with. Default: `list` and `prune` include all. */
  readonly owner?: string;
  /** The clock by which records expire. Default: the host's clock. */
  readonly clock?: Clock;
}

/** A session, a chat or a step in a list. Times are in milliseconds since the epoch. */
export interface OwnedRecord {
  readonly id: string;
  readonly owner?: string;
  /** `open`, or `waiting` for decisions. */
  readonly status: string;
  /** Counts its changes. */
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly expiresAt?: number;
}

/** A page of `OwnedRecords.list`. */
export interface OwnedRecordPage {
  readonly records: readonly OwnedRecord[];
  /** Absent on the last page. */
  readonly cursor?: string;
}

/** The sessions, chats or steps of an owner. All methods throw `StoreError`. */
export interface OwnedRecords {
  /** Omits expired ones, so a page can have fewer than its `limit`. The newest come first. */
  list(page?: PageOptions): Promise<OwnedRecordPage>;
  /** Returns false if it doesn't exist. A process that has it open can't change it any more. */
  delete(id: string): Promise<boolean>;
  /**
   * Deletes those that have expired, or those without a change for `unchangedMs` milliseconds. At
   * most 1,000 at once; returns their number.
   */
  prune(options?: { readonly unchangedMs?: number }): Promise<number>;
}

/**
 * Returns the sessions, chats or steps of an owner in a store. Ids of other owners are never
 * reached, whatever texts they are.
 * @example
 *   const sessions = recordsOf(store, { kind: "session", owner: "client-7" });
 *   const { records } = await sessions.list();
 *   await sessions.delete("main");
 *
 * @throws OptionError
 */
export function recordsOf(store: RunStore, options: RecordsOptions): OwnedRecords {
  assertKnownOptions(options, ["kind", "owner", "clock"]);
  const { kind, clock = systemClock } = options;
  const owner = checkedOwner(options.owner);
  const query = { kind, ...(owner === undefined ? {} : { tag: owner }) };
  return {
    async list(page) {
      const { records, cursor } = await store.list(query, page);
      const now = clock.now();
      return {
        records: records.filter(({ dueAt = Infinity }) => dueAt > now).map(ownedRecord),
        ...(cursor === undefined ? {} : { cursor }),
      };
    },
    async delete(id) {
      return (await store.delete([ownedKey(kind, id, owner)])) === 1;
    },
    async prune(pruning = {}) {
      assertKnownOptions(pruning, ["unchangedMs"]);
      const unchangedMs = checkedCount("unchangedMs", pruning.unchangedMs, 1e15);
      const now = clock.now();
      return await store.prune({
        ...query,
        ...(unchangedMs === undefined ? { dueBefore: now } : { updatedBefore: now - unchangedMs }),
      });
    },
  };
}

function ownedRecord(summary: RecordSummary): OwnedRecord {
  const { status, version, createdAt, updatedAt, dueAt } = summary;
  return {
    ...ownedId(summary.id),
    status,
    version,
    createdAt,
    updatedAt,
    ...(dueAt === undefined ? {} : { expiresAt: dueAt }),
  };
}
