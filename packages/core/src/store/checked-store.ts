// Makes a `RunStore` of a backend, which gets checked copies of the arguments. So a store has only
// its own work: transactions, queries and the errors of its database.
import type {
  Lease,
  LeaseOptions,
  RecordChange,
  RecordKey,
  RecordPage,
  RecordSummary,
  RunStore,
  StoredRecord,
} from "./run-store.ts";
import {
  checkedChanges,
  checkedLease,
  checkedLeaseOptions,
  checkedRenewal,
} from "./change-checks.ts";
import { writeCursor } from "./page-cursor.ts";
import { checkedPage, checkedPruning, checkedQuery } from "./query-checks.ts";
import type { CheckedPage, CheckedQuery } from "./checked-query.ts";
import { checkedKey, checkedKeys } from "./record-checks.ts";
import { StoreError } from "./store-error.ts";
import { checkedFields, checkedInteger, invalid } from "./store-texts.ts";
import { watchChanges, type ChangeSource } from "./watch-changes.ts";

/** A result, or its promise. Whatever a method throws rejects the promise of the caller. */
type Result<Value> = Value | Promise<Value>;

/** The own work of a store. `RunStore` describes the methods of the same names. */
export interface StoreBackend<Position = unknown> {
  load(key: RecordKey): Result<StoredRecord | undefined>;
  /** Gets at least one change, and each record once. */
  append(changes: readonly RecordChange[]): Result<readonly RecordSummary[]>;
  /** Returns at most `page.limit` records after `page.after`, in the order of the page. */
  list(query: CheckedQuery, page: CheckedPage): Result<readonly RecordSummary[]>;
  lease(key: RecordKey, options: LeaseOptions): Result<Lease | undefined>;
  renew(lease: Lease, forMs: number): Result<Lease>;
  release(lease: Lease): Result<void>;
  /** Gets each key once. */
  delete(keys: readonly RecordKey[]): Result<number>;
  /** Deletes the oldest matching records. */
  prune(query: CheckedQuery, limit: number): Result<number>;
  readonly changes: ChangeSource<Position>;
  /** Called once, after all other calls have ended. */
  close(): Result<void>;
}

/** The options of `checkedStore`. */
export interface CheckedStoreOptions {
  readonly name: string;
  /** The largest snapshot or entry, in bytes of UTF-8. Default 100 MB. */
  readonly maximumBytes?: number | undefined;
}

export const defaultMaximumBytes = 100_000_000;
/** V8 has no longer strings. */
const largestMaximumBytes = 500_000_000;

/** Returns a store that checks all arguments, and refuses calls after `close`. */
export function checkedStore<Position>(
  backend: StoreBackend<Position>,
  options: CheckedStoreOptions,
): RunStore {
  const { name } = options;
  const maximumBytes =
    options.maximumBytes === undefined
      ? defaultMaximumBytes
      : checkedInteger(name, "`maximumBytes`", options.maximumBytes, {
          least: 1,
          most: largestMaximumBytes,
        });
  const closing = new AbortController();
  const working = new Set<Promise<unknown>>();
  let closed: Promise<void> | undefined;

  const requireOpen = (): void => {
    if (closed !== undefined)
      throw new StoreError("closed", `${name}: the store was closed: open it again`);
  };
  /** Runs at once, so that later changes of the arguments have no effect. */
  const work = async <Value>(run: () => Result<Value>): Promise<Awaited<Value>> => {
    requireOpen();
    const running = (async () => run())();
    working.add(running);
    try {
      return await running;
    } finally {
      working.delete(running);
    }
  };

  return {
    name,
    load: (key) => work(() => backend.load(checkedKey(name, key))),
    append: (changes) =>
      work(() => {
        const checked = checkedChanges(name, changes, maximumBytes);
        return checked.length === 0 ? [] : backend.append(checked);
      }),
    list: (query, page) =>
      work(() => {
        const checked = checkedQuery(name, query);
        return listed(backend, checked, checkedPage(name, checked, page));
      }),
    lease: (key, options) =>
      work(() => backend.lease(checkedKey(name, key), checkedLeaseOptions(name, options))),
    renew: (lease, options) =>
      work(() => backend.renew(checkedLease(name, lease), checkedRenewal(name, options))),
    release: (lease) => work(() => backend.release(checkedLease(name, lease))),
    delete: (keys) =>
      work(() => {
        const checked = checkedKeys(name, keys);
        return checked.length === 0 ? 0 : backend.delete(checked);
      }),
    prune: (query, options) =>
      work(() => backend.prune(checkedQuery(name, query), checkedPruning(name, options))),
    watch: (query, options) => {
      requireOpen();
      const { signal } = checkedFields(name, "the options of `watch`", options, ["signal"]);
      if (!(signal instanceof AbortSignal))
        throw invalid(name, "`watch` has no `signal`: pass the signal of an AbortController");
      return watchChanges(backend.changes, checkedQuery(name, query), [signal, closing.signal]);
    },
    close: () =>
      (closed ??= (async () => {
        closing.abort();
        await Promise.allSettled(working);
        await backend.close();
      })()),
  };
}

/** Reads one record more than the page has, so that the last page has no cursor. */
async function listed(
  backend: StoreBackend,
  query: CheckedQuery,
  page: CheckedPage,
): Promise<RecordPage> {
  const found = await backend.list(query, { ...page, limit: page.limit + 1 });
  const records = found.slice(0, page.limit);
  const last = records.at(-1);
  return {
    records,
    ...(found.length > page.limit && last !== undefined
      ? { cursor: writeCursor(query, page.order, last) }
      : {}),
  };
}
