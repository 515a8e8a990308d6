// The store in memory: for tests, and for applications whose runs end with their process.
import { systemClock, type Clock } from "../contracts/index.ts";
import { checkedStore, type StoreBackend } from "./checked-store.ts";
import { RecordTable, type Planned } from "./record-table.ts";
import type {
  Lease,
  LeaseOptions,
  RecordChange,
  RecordKey,
  RecordSummary,
  RunStore,
  StoredRecord,
} from "./run-store.ts";
import type { CheckedPage, CheckedQuery } from "./checked-query.ts";

/** The options of `createMemoryStore`. */
export interface MemoryStoreOptions {
  /** For the times of records and leases. Default: the host's clock. */
  readonly clock?: Clock;
  /** The largest snapshot or entry, in bytes of UTF-8. Default 100 MB. */
  readonly maximumBytes?: number;
  /** For messages. Default `memory`. */
  readonly name?: string;
}

/** Returns an empty store whose records end with the process. */
export function createMemoryStore(options: MemoryStoreOptions = {}): RunStore {
  const { clock = systemClock, maximumBytes, name = "memory" } = options;
  return checkedStore(new MemoryBackend(name, clock), { name, maximumBytes });
}

class MemoryBackend implements StoreBackend<number> {
  private readonly table: RecordTable;

  constructor(name: string, clock: Clock) {
    this.table = new RecordTable(name, clock);
  }

  get changes(): RecordTable["changes"] {
    return this.table.changes;
  }

  load(key: RecordKey): StoredRecord | undefined {
    return this.table.load(key);
  }

  append(changes: readonly RecordChange[]): readonly RecordSummary[] {
    return this.made(this.table.append(changes));
  }

  list(query: CheckedQuery, page: CheckedPage): readonly RecordSummary[] {
    return this.table.list(query, page);
  }

  lease(key: RecordKey, options: LeaseOptions): Lease | undefined {
    return this.made(this.table.lease(key, options));
  }

  renew(lease: Lease, forMs: number): Lease {
    return this.made(this.table.renew(lease, forMs));
  }

  release(lease: Lease): void {
    this.made(this.table.release(lease));
  }

  delete(keys: readonly RecordKey[]): number {
    return this.made(this.table.delete(keys));
  }

  prune(query: CheckedQuery, limit: number): number {
    return this.made(this.table.prune(query, limit));
  }

  close(): void {
    this.table.clear();
  }

  private made<Result>({ mutations, result }: Planned<Result>): Result {
    this.table.apply(mutations);
    return result;
  }
}
