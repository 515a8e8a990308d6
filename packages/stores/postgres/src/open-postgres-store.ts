// Opens a store in PostgreSQL.

import type { Clock } from "@ptc/core/contracts";
import { assertKnownOptions } from "@ptc/core/internal/errors";
import { checkedStore } from "@ptc/core/internal/store";
import { StoreError, type RunStore } from "@ptc/core/store";
import type { PoolConfig } from "pg";
import { addressOf } from "./address.ts";
import { ChangeFeed } from "./change-feed.ts";
import { Database } from "./database.ts";
import { tableNames } from "./identifiers.ts";
import { migrate } from "./migrations.ts";
import { PostgresBackend } from "./postgres-backend.ts";

/** The options of `openPostgresStore`. */
export interface PostgresStoreOptions {
  /** The schema of the tables. It is made if it doesn't exist. Default `public`. */
  readonly schema?: string;
  /** Begins the names of all tables, so that several stores fit into a schema. Default `ptc_`. */
  readonly prefix?: string;
  /**
   * For the times of records and leases. By default, the database's clock, which all workers share.
   */
  readonly clock?: Clock;
  /** The largest snapshot or entry, in bytes of UTF-8. Default 100 MB. */
  readonly maximumBytes?: number;
}

/**
 * Opens the store in a database of PostgreSQL 13 or later, and makes its tables if they don't
 * exist. The address is a URL, `postgres://user:password@host:5432/database`, or the options of a
 * pool of `pg`.
 * @throws OptionError; StoreError `unavailable` if the database can't be reached, `newer_schema` if
 * a newer release changed the tables
 */
export async function openPostgresStore(
  address: string | PoolConfig,
  options: PostgresStoreOptions = {},
): Promise<RunStore> {
  assertKnownOptions(options, ["schema", "prefix", "clock", "maximumBytes"]);
  const { schema = "public", prefix = "ptc_", clock, maximumBytes } = options;
  const names = tableNames(schema, prefix);
  const known = addressOf(address);
  const database = new Database(known);
  try {
    await migrate(database, names);
    const channel = await channelOf(database, names.records);
    const feed = new ChangeFeed(database, names, clock, channel);
    const backend = new PostgresBackend(database, names, clock, feed);
    return checkedStore(backend, { name: known.name, maximumBytes });
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Channels belong to the whole database, so the number of a table names that of its store. */
async function channelOf(database: Database, table: string): Promise<string> {
  const [row] = await database.read("SELECT to_regclass($1)::oid::text AS oid", [table]);
  const oid: unknown = row?.["oid"];
  if (typeof oid !== "string")
    throw new StoreError(
      "damaged",
      `${database.address.name}: the table ${table} is missing, though that of the migrations exists: restore it from a backup`,
    );
  return `ptc_${oid}`;
}
