// The methods of a store in PostgreSQL. Each one is one transaction, and locks rows in the
// order of their keys, so that two transactions never wait for each other.

import type {
  Lease,
  LeaseOptions,
  RecordChange,
  RecordKey,
  RecordSummary,
  StoredRecord,
} from "@ptc/core/store";
import {
  changedState,
  keyText,
  requireLease,
  summaryOf,
  type CheckedPage,
  type CheckedQuery,
  type RecordState,
  type StoreBackend,
} from "@ptc/core/internal/store";
import type { Clock } from "@ptc/core/contracts";
import type { ChangeFeed, ChangePosition } from "./change-feed.ts";
import type { Database, Query } from "./database.ts";
import type { TableNames } from "./identifiers.ts";
import { databaseMicros, Parameters } from "./parameters.ts";
import {
  columnNames,
  columnsAt,
  conditionsOf,
  stateOf,
  summaryIn,
  type RecordRow,
} from "./record-rows.ts";

/** The entries that one statement adds. */
const mostEntries = 500;

export class PostgresBackend implements StoreBackend<ChangePosition> {
  readonly changes: ChangeFeed;
  private readonly database: Database;
  private readonly names: TableNames;
  private readonly clock: Clock | undefined;

  constructor(database: Database, names: TableNames, clock: Clock | undefined, feed: ChangeFeed) {
    this.database = database;
    this.names = names;
    this.clock = clock;
    this.changes = feed;
  }

  async load({ kind, id }: RecordKey): Promise<StoredRecord | undefined> {
    const parameters = new Parameters();
    const where = `kind = ${parameters.add(kind)} AND id = ${parameters.add(id)}`;
    // One statement, so that no change is between the record and its entries.
    const empty = columnNames.map(() => "NULL").join(", ");
    const rows = (await this.database.read(
      `SELECT 0::bigint AS number, snapshot AS text, ${columnsAt(parameters.now(this.clock))}
         FROM ${this.names.records} WHERE ${where}
       UNION ALL
       SELECT number, entry, ${empty}, NULL FROM ${this.names.entries} WHERE ${where}
       ORDER BY number`,
      parameters.values,
    )) as readonly (RecordRow & { readonly text: string | null })[];
    const [first, ...entries] = rows;
    if (first === undefined) return undefined;
    return {
      ...summaryIn(first),
      ...(first.text === null ? {} : { snapshot: first.text }),
      entries: entries.map(({ text }) => text ?? ""),
    };
  }

  append(changes: readonly RecordChange[]): Promise<readonly RecordSummary[]> {
    return this.database.transaction(async (query) => {
      const { rows, now } = await this.locked(
        query,
        changes.map(({ key }) => key),
      );
      const made = changes.map((change) => {
        const row = rows.get(keyText(change.key));
        const before = row === undefined ? undefined : stateOf(row);
        const state = changedState(this.database.address.name, change, before, now);
        return { change, row, state, isChanged: state !== before && state !== undefined };
      });
      for (const { change, row, state, isChanged } of inOrder(made, ({ change }) => change.key))
        if (isChanged && state !== undefined) await this.make(query, change, row, state);
      return made.map(({ change, state }) => summaryOf(change.key, state, now));
    });
  }

  async list(query: CheckedQuery, page: CheckedPage): Promise<readonly RecordSummary[]> {
    const parameters = new Parameters();
    const now = parameters.now(this.clock);
    const conditions = [conditionsOf(query, parameters, this.clock)];
    const [direction, operator] = page.order === "newest" ? ["DESC", "<"] : ["ASC", ">"];
    if (page.after !== undefined) {
      const { createdAt, id } = page.after;
      const place = `(${parameters.add(createdAt, "bigint")}, ${parameters.add(id)})`;
      conditions.push(`(created_at, id) ${operator} ${place}`);
    }
    const rows = await this.database.read(
      `SELECT ${columnsAt(now)} FROM ${this.names.records} WHERE ${conditions.join(" AND ")}
       ORDER BY created_at ${direction}, id ${direction}
       LIMIT ${parameters.add(page.limit, "bigint")}`,
      parameters.values,
    );
    return (rows as readonly RecordRow[]).map(summaryIn);
  }

  async lease(key: RecordKey, { owner, forMs }: LeaseOptions): Promise<Lease | undefined> {
    const parameters = new Parameters();
    const now = parameters.now(this.clock);
    const [row] = await this.database.write(
      `UPDATE ${this.names.records} SET
         lease_owner = ${parameters.add(owner)},
         lease_token = nextval(${parameters.add(this.names.leaseTokens)}::regclass),
         lease_until = ${now} + ${parameters.add(forMs, "bigint")}
       WHERE ${isRecord(key, parameters)} AND (lease_until IS NULL OR lease_until <= ${now})
       RETURNING lease_token, lease_until`,
      parameters.values,
    );
    return row === undefined ? undefined : leaseIn(row, key, owner);
  }

  async renew(lease: Lease, forMs: number): Promise<Lease> {
    const parameters = new Parameters();
    const now = parameters.now(this.clock);
    const [row] = await this.database.write(
      `UPDATE ${this.names.records} SET lease_until = ${now} + ${parameters.add(forMs, "bigint")}
       WHERE ${isRecord(lease.key, parameters)} AND lease_until > ${now}
         AND lease_token = ${parameters.add(lease.token, "bigint")}
         AND lease_owner = ${parameters.add(lease.owner)}
       RETURNING lease_token, lease_until`,
      parameters.values,
    );
    if (row !== undefined) return leaseIn(row, lease.key, lease.owner);
    requireLease(this.database.address.name, lease, undefined, 0);
    return lease;
  }

  async release({ key, token }: Lease): Promise<void> {
    const parameters = new Parameters();
    await this.database.write(
      `UPDATE ${this.names.records} SET lease_owner = NULL, lease_until = NULL
       WHERE ${isRecord(key, parameters)} AND lease_token = ${parameters.add(token, "bigint")}`,
      parameters.values,
    );
  }

  delete(keys: readonly RecordKey[]): Promise<number> {
    const parameters = new Parameters();
    return this.deleted(
      `SELECT kind, id FROM ${this.names.records} WHERE ${isOneOf(keys, parameters)}
       ORDER BY kind, id FOR UPDATE`,
      parameters,
    );
  }

  prune(query: CheckedQuery, limit: number): Promise<number> {
    const parameters = new Parameters();
    // A record that another transaction changes now is pruned the next time.
    return this.deleted(
      `SELECT kind, id FROM ${this.names.records}
       WHERE ${conditionsOf(query, parameters, this.clock)}
       ORDER BY created_at, id LIMIT ${parameters.add(limit, "bigint")} FOR UPDATE SKIP LOCKED`,
      parameters,
    );
  }

  close(): Promise<void> {
    return this.database.close();
  }

  private deleted(selected: string, parameters: Parameters): Promise<number> {
    return this.database.transaction(async (query) => {
      const [row] = await query(
        `WITH chosen AS MATERIALIZED (${selected}),
         deleted AS (
           DELETE FROM ${this.names.records} AS record USING chosen
           WHERE record.kind = chosen.kind AND record.id = chosen.id RETURNING 1)
         SELECT count(*) AS count FROM deleted`,
        parameters.values,
      );
      return Number(row?.["count"] ?? 0);
    });
  }

  /** Locks the rows of some keys, and reads the time after that. */
  private async locked(
    query: Query,
    keys: readonly RecordKey[],
  ): Promise<{ readonly rows: ReadonlyMap<string, RecordRow>; readonly now: number }> {
    const parameters = new Parameters();
    const now = parameters.now(this.clock);
    const found = (await query(
      `WITH locked AS MATERIALIZED (
         SELECT ${columnNames.join(", ")} FROM ${this.names.records}
         WHERE ${isOneOf(keys, parameters)} ORDER BY kind, id FOR UPDATE)
       SELECT locked.*, ${now} AS now FROM (SELECT count(*) FROM locked) AS counted
       LEFT JOIN locked ON true`,
      parameters.values,
    )) as readonly RecordRow[];
    const rows = found.filter(({ kind }) => (kind as string | null) !== null);
    return {
      rows: new Map(rows.map((row) => [keyText(row), row])),
      now: Math.max(...found.map((row) => Number(row.now))),
    };
  }

  /** Makes a change whose record is locked. */
  private async make(
    query: Query,
    { key, snapshot, entries = [] }: RecordChange,
    row: RecordRow | undefined,
    state: RecordState,
  ): Promise<void> {
    const parameters = new Parameters();
    const [kind, id] = [parameters.add(key.kind), parameters.add(key.id)];
    const last = Number(row?.last_entry ?? 0);
    const values = new Map([
      ["version", parameters.add(state.version, "bigint")],
      ["status", parameters.add(state.status)],
      ["agent", parameters.add(state.agent ?? null)],
      ["app_version", parameters.add(state.appVersion ?? null)],
      ["tags", parameters.add(state.tags ?? null, "text[]")],
      ["due_at", parameters.add(state.dueAt ?? null, "bigint")],
      ["updated_at", parameters.add(state.updatedAt, "bigint")],
      ["changed_at", databaseMicros],
      ["changed_in", "pg_current_xact_id()"],
      ["last_entry", parameters.add(last + entries.length, "bigint")],
    ]);
    if (snapshot !== undefined) values.set("snapshot", parameters.add(snapshot));
    const parts: string[] = [];
    if (snapshot !== undefined && row !== undefined)
      parts.push(`removed AS (DELETE FROM ${this.names.entries} WHERE kind = ${kind} AND id = ${id}
        AND number <= ${parameters.add(last, "bigint")})`);
    if (row === undefined) {
      values.set("kind", kind).set("id", id);
      values.set("created_at", parameters.add(state.createdAt, "bigint"));
      parts.push(`made AS (INSERT INTO ${this.names.records} (${[...values.keys()].join(", ")})
        VALUES (${[...values.values()].join(", ")}) RETURNING changed_at)`);
    } else {
      const set = [...values].map(([name, value]) => `${name} = ${value}`).join(", ");
      parts.push(`made AS (UPDATE ${this.names.records} SET ${set}
        WHERE kind = ${kind} AND id = ${id} RETURNING changed_at)`);
    }
    const first = entries.slice(0, mostEntries);
    if (first.length > 0) parts.push(`added AS (${this.insertion(key, first, last, parameters)})`);
    const [made] = await query(
      `WITH ${parts.join(", ")}
       SELECT changed_at, pg_notify(${parameters.add(this.changes.channel)}, '') FROM made`,
      parameters.values,
    );
    this.changes.noteOwn(key, String(made?.["changed_at"]));
    for (let from = mostEntries; from < entries.length; from += mostEntries) {
      const others = new Parameters();
      const next = entries.slice(from, from + mostEntries);
      await query(this.insertion(key, next, last + from, others), others.values);
    }
  }

  /** Each entry is a parameter: pg would take seconds to write large texts as one array. */
  private insertion(
    { kind, id }: RecordKey,
    entries: readonly string[],
    last: number,
    parameters: Parameters,
  ): string {
    const record = `${parameters.add(kind)}, ${parameters.add(id)}`;
    const rows = entries.map((entry, index) => {
      const number = parameters.add(last + index + 1, "bigint");
      return `(${record}, ${number}, ${parameters.add(entry)})`;
    });
    return `INSERT INTO ${this.names.entries} (kind, id, number, entry) VALUES ${rows.join(", ")}`;
  }
}

function isRecord({ kind, id }: RecordKey, parameters: Parameters): string {
  return `kind = ${parameters.add(kind)} AND id = ${parameters.add(id)}`;
}

function isOneOf(keys: readonly RecordKey[], parameters: Parameters): string {
  const [only] = keys;
  if (only !== undefined && keys.length === 1) return isRecord(only, parameters);
  const kinds = parameters.add(
    keys.map(({ kind }) => kind),
    "text[]",
  );
  const ids = parameters.add(
    keys.map(({ id }) => id),
    "text[]",
  );
  return `(kind, id) IN (SELECT * FROM unnest(${kinds}, ${ids}))`;
}

function leaseIn(row: Readonly<Record<string, unknown>>, key: RecordKey, owner: string): Lease {
  return { key, owner, token: Number(row["lease_token"]), until: Number(row["lease_until"]) };
}

/** All transactions make new records in the same order, which the database can't sort. */
function inOrder<Item>(items: readonly Item[], key: (item: Item) => RecordKey): readonly Item[] {
  const text = (item: Item): string => keyText(key(item));
  return [...items].sort((left, right) => (text(left) < text(right) ? -1 : 1));
}
