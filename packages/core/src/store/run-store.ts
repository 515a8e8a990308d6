// The contract of stores, which keep the runs of an application in memory, a file or a database.
//
//   record      snapshot + entries after it + head; its version counts its changes
//   append      several changes, all or none; each names the version that it changes
//   lease       the right of one worker to change a record, until a time
//
// Snapshots and entries are texts that a store doesn't read: JSON of checkpoints, journals, chats,
// sessions and decisions, which may be encrypted. The head is never encrypted.

/**
 * The kind of a record. `inbox` has the decisions about the run of the same id, so that deciding
 * doesn't compete with the worker that changes the run.
 */
export type RecordKind =
  "run" | "inbox" | "journal" | "chat" | "session" | "step" | "events" | "eval";

/** The name of a record in its store. */
export interface RecordKey {
  readonly kind: RecordKind;
  /** 1 to 500 characters, without control characters. */
  readonly id: string;
}

/** The part of a record by which `list` finds it. A store keeps it in clear. */
export interface RecordHead {
  /** At most 100 characters, such as `waiting`. */
  readonly status: string;
  /** The name of the agent, of at most 200 characters. */
  readonly agent?: string;
  /** The version of the application that continues the record, of at most 200 characters. */
  readonly appVersion?: string;
  /** At most 20 labels of at most 200 characters each. */
  readonly tags?: readonly string[];
  /** When a worker has to continue the record, in milliseconds since the epoch. Absent: never. */
  readonly dueAt?: number;
}

/** A record without its contents. */
export interface RecordSummary extends RecordHead, RecordKey {
  /** Counts the changes of the record, without its leases. 1 is that of a new one. */
  readonly version: number;
  /** In milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The current lease. */
  readonly lease?: { readonly owner: string; readonly until: number };
}

/** A record as its store keeps it. */
export interface StoredRecord extends RecordSummary {
  readonly snapshot?: string;
  /** The entries after the snapshot, oldest first. */
  readonly entries: readonly string[];
}

/** One change of `append`. Without head, entries and snapshot, it only checks the version. */
export interface RecordChange {
  readonly key: RecordKey;
  /** The version that the record has now; 0 for a new one. */
  readonly version: number;
  /** Replaces the head. A new record needs one. */
  readonly head?: RecordHead;
  /** Replaces the snapshot and removes all entries before it. */
  readonly snapshot?: string;
  /** Added after the snapshot and the entries that are kept. */
  readonly entries?: readonly string[];
  /** The lease under which the record is changed. It must still be the current one. */
  readonly lease?: Lease;
}

/** The right of one worker to change a record. */
export interface Lease {
  readonly key: RecordKey;
  readonly owner: string;
  /** Greater than those of all earlier leases of the record. */
  readonly token: number;
  /** When it ends, in milliseconds since the epoch, by the clock of the store. */
  readonly until: number;
}

/** Which records `list` and `watch` return. */
export interface RecordQuery {
  readonly kind: RecordKind;
  readonly status?: string | readonly string[];
  readonly agent?: string | readonly string[];
  readonly appVersion?: string;
  readonly tag?: string;
  /** Times in milliseconds since the epoch: `createdAfter <= createdAt < createdBefore`. */
  readonly createdAfter?: number;
  readonly createdBefore?: number;
  readonly updatedAfter?: number;
  readonly updatedBefore?: number;
  /** Records with a `dueAt` of at most this. */
  readonly dueBefore?: number;
  /** True: records with a lease that hasn't ended. */
  readonly isLeased?: boolean;
}

/** The page that `list` returns. */
export interface PageOptions {
  /** By creation. Default `newest`. Equal times are ordered by id, in the same direction. */
  readonly order?: "newest" | "oldest";
  /** From 1 to 1,000. Default 100. */
  readonly limit?: number;
  /** The `cursor` of the page before, which had the same query and order. */
  readonly cursor?: string;
}

/** A page of records. */
export interface RecordPage {
  readonly records: readonly RecordSummary[];
  /** Absent on the last page. */
  readonly cursor?: string;
}

/** Stores records. All methods throw `StoreError`; a lost connection is `unavailable`. */
export interface RunStore {
  /** For messages and `ptc`: the file or the address, without credentials. */
  readonly name: string;
  /** Returns undefined if there is no such record. */
  load(key: RecordKey): Promise<StoredRecord | undefined>;
  /**
   * Makes all changes or none, and returns the new states in the same order. They are on the disk
   * before it resolves. The state of a record that doesn't exist has version 0.
   * @throws StoreError `conflict` if a record has another version, `lease_lost` for an old lease
   */
  append(changes: readonly RecordChange[]): Promise<readonly RecordSummary[]>;
  list(query: RecordQuery, page?: PageOptions): Promise<RecordPage>;
  /** Returns undefined if the record doesn't exist, or has a lease that hasn't ended. */
  lease(key: RecordKey, options: LeaseOptions): Promise<Lease | undefined>;
  /** @throws StoreError `lease_lost` */
  renew(lease: Lease, options: Pick<LeaseOptions, "forMs">): Promise<Lease>;
  /** Ends a lease. Does nothing if it has ended before. */
  release(lease: Lease): Promise<void>;
  /** Returns the number of deleted records. Leased ones are deleted too. */
  delete(keys: readonly RecordKey[]): Promise<number>;
  /** Deletes the oldest matching records, at most `limit` (default 1,000). Returns their number. */
  prune(query: RecordQuery, options?: { readonly limit?: number }): Promise<number>;
  /**
   * Yields each matching record after it has changed, in any process. Changes in quick succession
   * can be one. Deleted records and leases aren't reported. Begins with this call, and ends when
   * `signal` aborts or the store closes.
   */
  watch(query: RecordQuery, options: WatchOptions): AsyncIterable<RecordSummary>;
  /** Waits for work under way. Every later call of another method throws `closed`. */
  close(): Promise<void>;
}

/** The options of `RunStore.lease`. */
export interface LeaseOptions {
  /** Names the worker, in at most 200 characters. The same owner can't have two leases. */
  readonly owner: string;
  readonly forMs: number;
}

/** The options of `RunStore.watch`. */
export interface WatchOptions {
  readonly signal: AbortSignal;
}
