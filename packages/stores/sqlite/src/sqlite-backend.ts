// The store: one transaction for each change, and pages for everything long.
import {
  changedState,
  currentLease,
  requireLease,
  summaryOf,
  type ChangePage,
  type CheckedPage,
  type CheckedQuery,
  type RecordState,
  type StoreBackend,
} from "@ptc/core/internal/store";
import type { Clock } from "@ptc/core/contracts";
import type {
  Lease,
  LeaseOptions,
  RecordChange,
  RecordKey,
  RecordSummary,
  StoredRecord,
} from "@ptc/core/store";
import type { Connection } from "./connection.ts";
import type { FileWatch } from "./file-watch.ts";
import { conditionsOf, orderOf } from "./query-sql.ts";
import { integerOf, stateColumns, stateOf, textOf } from "./rows.ts";

/** The number of records that one transaction deletes, or that a watch reads at a time. */
const batch = 100;

const insertRecord = `INSERT INTO ptc_records (status, agent, app_version, tags, due_at, version,
  updated_at, change, created_at, kind, id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING number`;
const updateRecord = `UPDATE ptc_records SET status = ?, agent = ?, app_version = ?, tags = ?,
  due_at = ?, version = ?, updated_at = ?, change = ? WHERE number = ?`;
/** A change without a head leaves most indexes as they are. */
const updateVersion =
  "UPDATE ptc_records SET version = ?, updated_at = ?, change = ? WHERE number = ?";
const updateLease =
  "UPDATE ptc_records SET lease_owner = ?, lease_token = ?, lease_until = ? WHERE number = ?";

/** A row and its state. */
interface Found {
  readonly number: number;
  readonly state: RecordState;
}

export class SqliteBackend implements StoreBackend<number> {
  readonly changes: StoreBackend<number>["changes"];
  private readonly name: string;
  private readonly connection: Connection;
  private readonly clock: Clock;
  private readonly file: FileWatch;

  constructor(name: string, connection: Connection, clock: Clock, file: FileWatch) {
    this.name = name;
    this.connection = connection;
    this.clock = clock;
    this.file = file;
    this.changes = {
      bell: file.bell,
      begin: (signal) => {
        file.poll(signal);
        return connection.read(() => this.counter());
      },
      after: (position, query) => this.changesAfter(position, query),
    };
  }

  load(key: RecordKey): Promise<StoredRecord | undefined> {
    return this.connection.read(() => {
      const found = this.find(key);
      if (found === undefined) return undefined;
      const snapshot = this.sql("SELECT text FROM ptc_snapshots WHERE record = ?").get(
        found.number,
      );
      const entries = this.sql("SELECT text FROM ptc_entries WHERE record = ? ORDER BY number").all(
        found.number,
      );
      return {
        ...summaryOf(key, found.state, this.now()),
        ...(snapshot === undefined ? {} : { snapshot: textOf(this.name, snapshot, "text") }),
        entries: entries.map((entry) => textOf(this.name, entry, "text")),
      };
    });
  }

  async append(changes: readonly RecordChange[]): Promise<readonly RecordSummary[]> {
    const summaries = await this.connection.store(() => {
      // The time is read when other writers wait, so a lease that has ended stays ended.
      const now = this.now();
      return changes.map((change) => {
        const found = this.find(change.key);
        const state = changedState(this.name, change, found?.state, now);
        if (state !== undefined && state !== found?.state) this.save(change, state, found);
        return summaryOf(change.key, state, now);
      });
    });
    this.file.ring();
    return summaries;
  }

  list(query: CheckedQuery, page: CheckedPage): Promise<readonly RecordSummary[]> {
    return this.connection.read(() => this.page(query, page));
  }

  lease(key: RecordKey, { owner, forMs }: LeaseOptions): Promise<Lease | undefined> {
    return this.connection.write(() => {
      const now = this.now();
      const found = this.find(key);
      if (found === undefined || currentLease(found.state, now) !== undefined) return undefined;
      const lease: Lease = { key, owner, token: this.count(), until: now + forMs };
      this.sql(updateLease).run(owner, lease.token, lease.until, found.number);
      return lease;
    });
  }

  renew(lease: Lease, forMs: number): Promise<Lease> {
    return this.connection.write(() => {
      const now = this.now();
      const found = this.find(lease.key);
      requireLease(this.name, lease, found?.state, now);
      const until = now + forMs;
      if (found !== undefined)
        this.sql(updateLease).run(lease.owner, lease.token, until, found.number);
      return { ...lease, until };
    });
  }

  release(lease: Lease): Promise<void> {
    return this.connection.write(() => {
      const found = this.find(lease.key);
      if (found?.state.lease?.token === lease.token)
        this.sql(updateLease).run(null, null, null, found.number);
    });
  }

  async delete(keys: readonly RecordKey[]): Promise<number> {
    let deleted = 0;
    for (let index = 0; index < keys.length; index += batch) {
      const some = keys.slice(index, index + batch);
      deleted += await this.connection.store(() => some.filter((key) => this.remove(key)).length);
      await otherWork();
    }
    return deleted;
  }

  async prune(query: CheckedQuery, limit: number): Promise<number> {
    let deleted = 0;
    while (deleted < limit) {
      const size = Math.min(batch, limit - deleted);
      const removed = await this.connection.store(() => {
        const records = this.page(query, { order: "oldest", limit: size });
        for (const record of records) this.remove(record);
        return records.length;
      });
      deleted += removed;
      if (removed < size) break;
      await otherWork();
    }
    return deleted;
  }

  close(): void {
    this.file.close();
    this.connection.close();
  }

  /** Reads the next records by their last change. */
  private changesAfter(position: number, query: CheckedQuery): Promise<ChangePage<number>> {
    return this.connection.read(() => {
      const { sql, parameters } = conditionsOf(query, this.now());
      const rows = this.sql(
        `SELECT ${stateColumns} FROM ptc_records WHERE +${sql} AND change > ?
         ORDER BY change LIMIT ?`,
      ).all(...parameters, position, batch);
      const isLast = rows.length < batch;
      const now = this.now();
      return {
        records: rows.map((row) => summaryIn(stateOf(this.name, row), now)),
        // Records that don't match are skipped.
        position: isLast ? this.counter() : integerOf(this.name, rows.at(-1), "change"),
        isLast,
      };
    });
  }

  private page(query: CheckedQuery, { order, limit, after }: CheckedPage): RecordSummary[] {
    const now = this.now();
    const { sql, parameters } = conditionsOf(query, now);
    const following = order === "newest" ? "<" : ">";
    const rows = this.sql(
      `SELECT ${stateColumns} FROM ptc_records WHERE ${sql}
       ${after === undefined ? "" : `AND (created_at, id) ${following} (?, ?)`}
       ORDER BY ${orderOf(query, order)} LIMIT ?`,
    ).all(...parameters, ...(after === undefined ? [] : [after.createdAt, after.id]), limit);
    return rows.map((row) => summaryIn(stateOf(this.name, row), now));
  }

  private find({ kind, id }: RecordKey): Found | undefined {
    const row = this.sql(`SELECT ${stateColumns} FROM ptc_records WHERE kind = ? AND id = ?`).get(
      kind,
      id,
    );
    if (row === undefined) return undefined;
    return { number: integerOf(this.name, row, "number"), state: stateOf(this.name, row) };
  }

  private save(change: RecordChange, state: RecordState, found: Found | undefined): void {
    const record = this.saveState(change, state, found);
    if (change.snapshot !== undefined) {
      if (found !== undefined) this.sql("DELETE FROM ptc_entries WHERE record = ?").run(record);
      this.sql("INSERT OR REPLACE INTO ptc_snapshots (record, text) VALUES (?, ?)").run(
        record,
        change.snapshot,
      );
    }
    for (const entry of change.entries ?? [])
      this.sql("INSERT INTO ptc_entries (record, text) VALUES (?, ?)").run(record, entry);
  }

  /** Returns the number of the row. */
  private saveState({ head }: RecordChange, state: RecordState, found: Found | undefined): number {
    const last = [state.version, state.updatedAt, this.count()];
    if (found !== undefined && head === undefined) {
      this.sql(updateVersion).run(...last, found.number);
      return found.number;
    }
    const columns = [
      state.status,
      state.agent ?? null,
      state.appVersion ?? null,
      state.tags === undefined ? null : JSON.stringify(state.tags),
      state.dueAt ?? null,
      ...last,
    ];
    if (found !== undefined) {
      this.sql(updateRecord).run(...columns, found.number);
      return found.number;
    }
    const row = this.sql(insertRecord).get(...columns, state.createdAt, state.kind, state.id);
    return integerOf(this.name, row, "number");
  }

  private remove(key: RecordKey): boolean {
    const found = this.find(key);
    if (found === undefined) return false;
    for (const sql of [
      "DELETE FROM ptc_entries WHERE record = ?",
      "DELETE FROM ptc_snapshots WHERE record = ?",
      "DELETE FROM ptc_records WHERE number = ?",
    ])
      this.sql(sql).run(found.number);
    return true;
  }

  /** Returns the next number of a change or a lease. Only in a transaction that writes. */
  private count(): number {
    const row = this.sql("UPDATE ptc_counter SET value = value + 1 RETURNING value").get();
    return integerOf(this.name, row, "value");
  }

  private counter(): number {
    return integerOf(this.name, this.sql("SELECT value FROM ptc_counter").get(), "value");
  }

  private sql(text: string): ReturnType<Connection["prepared"]> {
    return this.connection.prepared(text);
  }

  private now(): number {
    return Math.floor(this.clock.now());
  }
}

function summaryIn(state: RecordState, now: number): RecordSummary {
  return summaryOf(state, state, now);
}

/** Lets other work of the process run. */
async function otherWork(): Promise<void> {
  await new Promise<void>((resolve) => {
    setImmediate(resolve);
  });
}
