// The store in one file of one process, for applications without a database. All records are in
// memory; the file has the operations that made them, and is written anew when it has grown.

import { LockedFile } from "../index.ts";
import { systemClock, type Clock } from "../../contracts/index.ts";
import { assertKnownOptions } from "../../errors/internal.ts";
import {
  checkedStore,
  RecordTable,
  type CheckedPage,
  type CheckedQuery,
  type Planned,
  type StoreBackend,
} from "../../store/internal.ts";
import type {
  Lease,
  LeaseOptions,
  RecordChange,
  RecordKey,
  RecordSummary,
  RunStore,
  StoredRecord,
} from "../../store/index.ts";
import { StoreError } from "../../store/index.ts";
import { fileStoreError } from "./file-errors.ts";
import { headerLine, isKnownVersion, readLine, versionIn, writeLine } from "./operation-lines.ts";

/** The options of `openFileStore`. */
export interface FileStoreOptions {
  /** For the times of records and leases. Default: the host's clock. */
  readonly clock?: Clock;
  /** The largest snapshot or entry, in bytes of UTF-8. Default 100 MB. */
  readonly maximumBytes?: number;
}

/** A smaller file isn't written anew. */
const smallestRewritten = 1_000_000;

/**
 * Opens the store in the file `path` exclusively for this process. Creates the file if it doesn't
 * exist. Drops a last line that a crash cut off.
 * @throws StoreError `unavailable` if another process uses the file; `damaged` if it isn't a store
 * or was changed, and then it stays as it is; `newer_schema`, `read_only` or `full`
 */
export async function openFileStore(
  path: string,
  options: FileStoreOptions = {},
): Promise<RunStore> {
  assertKnownOptions(options, ["clock", "maximumBytes"]);
  const { clock = systemClock, maximumBytes } = options;
  const table = new RecordTable(path, clock);
  const file = await reported(path, () => LockedFile.open(path));
  try {
    await reported(path, () => readInto(table, file, path));
    return checkedStore(new FileBackend(path, file, table), { name: path, maximumBytes });
  } catch (error) {
    await file.close();
    throw error;
  }
}

class FileBackend implements StoreBackend<number> {
  private readonly path: string;
  private readonly file: LockedFile;
  private readonly table: RecordTable;
  private last: Promise<unknown> = Promise.resolve();
  /** The size at which the file is written anew. */
  private rewriteAt: number;

  constructor(path: string, file: LockedFile, table: RecordTable) {
    this.path = path;
    this.file = file;
    this.table = table;
    this.rewriteAt = this.nextRewrite(file.size);
  }

  get changes(): RecordTable["changes"] {
    return this.table.changes;
  }

  load(key: RecordKey): Promise<StoredRecord | undefined> {
    return this.inTurn(() => this.table.load(key));
  }

  append(changes: readonly RecordChange[]): Promise<readonly RecordSummary[]> {
    return this.made(() => this.table.append(changes));
  }

  list(query: CheckedQuery, page: CheckedPage): Promise<readonly RecordSummary[]> {
    return this.inTurn(() => this.table.list(query, page));
  }

  lease(key: RecordKey, options: LeaseOptions): Promise<Lease | undefined> {
    return this.made(() => this.table.lease(key, options));
  }

  renew(lease: Lease, forMs: number): Promise<Lease> {
    return this.made(() => this.table.renew(lease, forMs));
  }

  async release(lease: Lease): Promise<void> {
    await this.made(() => this.table.release(lease));
  }

  delete(keys: readonly RecordKey[]): Promise<number> {
    return this.made(() => this.table.delete(keys));
  }

  prune(query: CheckedQuery, limit: number): Promise<number> {
    return this.made(() => this.table.prune(query, limit));
  }

  async close(): Promise<void> {
    await this.last;
    this.table.clear();
    await reported(this.path, () => this.file.close());
  }

  /** Plans a change, writes it, and applies it after it is on the disk. */
  private made<Result>(plan: () => Planned<Result>): Promise<Result> {
    return this.inTurn(async () => {
      const { mutations, result } = plan();
      if (mutations.length === 0) return result;
      await this.file.append(writeLine({ token: this.table.lastToken, mutations }));
      this.table.apply(mutations);
      if (this.file.size > this.rewriteAt) await this.rewrite();
      return result;
    });
  }

  /** Operations run one after the other: each plan is for the records that the last one left. */
  private inTurn<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    const working = this.last.then(() => reported(this.path, async () => work()));
    this.last = working.catch(() => undefined);
    return working;
  }

  private async rewrite(): Promise<void> {
    try {
      await this.file.replace(this.lines());
      this.rewriteAt = this.nextRewrite(this.file.size);
    } catch {
      // The change is stored. The file is only longer than it has to be, for example because the
      // disk has no room for a second one.
      this.rewriteAt = this.nextRewrite(this.file.size);
    }
  }

  private *lines(): Generator<Buffer> {
    yield Buffer.from(headerLine, "utf8");
    yield writeLine({ token: this.table.lastToken, mutations: [] });
    for (const mutation of this.table.contents())
      yield writeLine({ token: this.table.lastToken, mutations: [mutation] });
  }

  /** Doubling bounds both the length of the file and the work of writing it. */
  private nextRewrite(size: number): number {
    return Math.max(smallestRewritten, 2 * size);
  }
}

/** Reads a file into an empty table, and repairs its end. */
async function readInto(table: RecordTable, file: LockedFile, path: string): Promise<void> {
  let size = 0;
  let number = 0;
  let missing = headerLine;
  for await (const { bytes, isEnded } of file.lines()) {
    number += 1;
    const line = number === 1 ? headerIn(bytes, isEnded, path) : readLine(bytes);
    // A crash cuts off only the last line, which was never reported as stored.
    if (line === undefined && !isEnded) break;
    if (line === undefined) throw damaged(path, number);
    table.apply(line.mutations);
    table.lastToken = line.token;
    size += bytes.length + (isEnded ? 1 : 0);
    missing = isEnded ? "" : "\n";
  }
  await file.repair(size, missing);
}

/** Returns an operation that does nothing; undefined for the begin of a header. */
function headerIn(bytes: Buffer, isEnded: boolean, path: string): ReturnType<typeof readLine> {
  const isBegin = bytes.length < headerLine.length - 1;
  if (!isEnded && isBegin && headerLine.startsWith(bytes.toString("latin1"))) return undefined;
  const version = versionIn(bytes);
  if (version === 0)
    throw new StoreError(
      "damaged",
      `${path}: it is not the file of a store, which begins with ${headerLine.trim()}: use another path`,
    );
  if (!isKnownVersion(version))
    throw new StoreError(
      "newer_schema",
      `${path}: it has version ${String(version)}, which this release doesn't know: install the newer release of @ptc/core`,
    );
  return { token: 0, mutations: [] };
}

function damaged(path: string, line: number): StoreError {
  return new StoreError(
    "damaged",
    `${path}: line ${String(line)} is damaged: restore the file from a backup`,
  );
}

async function reported<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw fileStoreError(path, error);
  }
}
