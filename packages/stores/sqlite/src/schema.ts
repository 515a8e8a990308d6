// The tables, by version of the schema. A release adds a migration and never changes one, because
// files of all earlier releases are migrated.
//
//   ptc_records     head, version and lease of each record; `change` orders the last changes
//   ptc_snapshots   apart, because SQLite rewrites a whole row when one of its columns changes
//   ptc_entries     in the order of their numbers
//   ptc_counter     one row: counts changes and leases, and never goes back
import { StoreError } from "@ptc/core/store";
import type { SqliteDatabase } from "./sqlite-driver.ts";
import { integerOf } from "./rows.ts";

const migrations: readonly string[] = [
  `
  CREATE TABLE ptc_records (
    number INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    status TEXT NOT NULL,
    agent TEXT,
    app_version TEXT,
    tags TEXT,
    due_at INTEGER,
    version INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    lease_owner TEXT,
    lease_token INTEGER,
    lease_until INTEGER,
    change INTEGER NOT NULL,
    UNIQUE (kind, id)
  );
  CREATE INDEX ptc_records_created ON ptc_records (kind, created_at, id);
  CREATE INDEX ptc_records_status ON ptc_records (kind, status, created_at, id);
  CREATE INDEX ptc_records_due ON ptc_records (kind, due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX ptc_records_change ON ptc_records (change);
  CREATE TABLE ptc_snapshots (record INTEGER PRIMARY KEY, text TEXT NOT NULL);
  CREATE TABLE ptc_entries (number INTEGER PRIMARY KEY, record INTEGER NOT NULL, text TEXT NOT NULL);
  CREATE INDEX ptc_entries_record ON ptc_entries (record);
  CREATE TABLE ptc_counter (value INTEGER NOT NULL);
  INSERT INTO ptc_counter VALUES (0);
  `,
];

/** "PTCS" in ASCII: SQLite keeps it in the file, for programs like `file`. */
const applicationId = 0x50544353;

/**
 * Creates the tables, or migrates them, in the transaction of the caller.
 * @throws StoreError if the file belongs to a newer release or another application
 */
export function migrate(store: string, database: SqliteDatabase): void {
  const version = requireKnownSchema(store, database);
  if (version === migrations.length) return;
  for (const migration of migrations.slice(version)) database.exec(migration);
  database.exec(`PRAGMA application_id = ${String(applicationId)}`);
  database.exec(`PRAGMA user_version = ${String(migrations.length)}`);
}

/** Returns the version of the schema: 0 for an empty file. Changes nothing. */
export function requireKnownSchema(store: string, database: SqliteDatabase): number {
  const application = integerOf(
    "",
    database.prepare("PRAGMA application_id").get(),
    "application_id",
  );
  const tables = database.prepare("SELECT count(*) AS tables FROM sqlite_schema").get();
  if (application !== applicationId) {
    if (application === 0 && integerOf(store, tables, "tables") === 0) return 0;
    throw new StoreError(
      "invalid",
      `${store}: the file is a database of another application: use another file`,
    );
  }
  return requireKnownVersion(store, (sql) => database.prepare(sql).get());
}

/** Returns the version of the schema of a store. Another process may have migrated it. */
export function requireKnownVersion(store: string, get: (sql: string) => unknown): number {
  const version = integerOf("", get("PRAGMA user_version"), "user_version");
  if (version > migrations.length)
    throw new StoreError(
      "newer_schema",
      `${store}: a newer release wrote the file (its schema has version ${String(version)}, ` +
        `this release knows ${String(migrations.length)}): update @ptc/store-sqlite`,
    );
  return version;
}
