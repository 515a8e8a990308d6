// The tables of this package. They are in the database of DBOS, beside its schema `dbos`, so that
// one transaction changes a run and enqueues its workflow.

import { StoreError } from "@ptc/core/store";
import type { Database } from "./database.ts";

/** The statements from one version of the schema to the next. */
const migrations: readonly (readonly string[])[] = [
  [
    "CREATE SEQUENCE ptc_run_revisions",
    `CREATE TABLE ptc_runs (
      id text PRIMARY KEY,
      agent text NOT NULL,
      queue text NOT NULL,
      app_version text,
      engine_version text NOT NULL,
      tags text[] NOT NULL,
      status text NOT NULL,
      pass integer NOT NULL,
      takeovers integer NOT NULL DEFAULT 0,
      input text NOT NULL,
      state text,
      pending text,
      failure text,
      reason text,
      due_at float8,
      parent_call text,
      created_at float8 NOT NULL,
      updated_at float8 NOT NULL,
      revision bigint NOT NULL DEFAULT nextval('ptc_run_revisions')
    )`,
    "CREATE INDEX ptc_runs_created ON ptc_runs (created_at, id)",
    "CREATE INDEX ptc_runs_revision ON ptc_runs (revision)",
    "CREATE INDEX ptc_runs_due ON ptc_runs (due_at) WHERE status = 'waiting'",
    "CREATE INDEX ptc_runs_parent ON ptc_runs (parent_call) WHERE parent_call IS NOT NULL",
    "CREATE TABLE ptc_waits (call_id text PRIMARY KEY, run_id text NOT NULL)",
    "CREATE INDEX ptc_waits_run ON ptc_waits (run_id)",
    `CREATE TABLE ptc_decisions (
      id bigserial PRIMARY KEY, call_id text NOT NULL UNIQUE, decision text NOT NULL
    )`,
    "CREATE TABLE ptc_workers (worker text PRIMARY KEY, at timestamptz NOT NULL)",
  ],
  [
    "ALTER TABLE ptc_runs ADD COLUMN journal text, ADD COLUMN retries integer NOT NULL DEFAULT 0",
    // Runs that start later are queued, and due as well.
    "DROP INDEX ptc_runs_due",
    "CREATE INDEX ptc_runs_due ON ptc_runs (due_at) WHERE due_at IS NOT NULL",
    `CREATE TABLE ptc_journal (
      number bigserial PRIMARY KEY, journal text NOT NULL, change text NOT NULL
    )`,
    "CREATE INDEX ptc_journal_of ON ptc_journal (journal, number)",
    "CREATE TABLE ptc_rate_limits (provider text PRIMARY KEY, full_at float8 NOT NULL)",
  ],
];

/** The keys of advisory locks: `ptc` as a number, and the purpose. */
const migrationLock = "7369827, 1";
export const reaperLock = "7369827, 2";

/** Creates or updates the tables. @throws StoreError `newer_schema` */
export async function migrate(database: Database): Promise<void> {
  await database.transaction(async (client) => {
    await client.query(`SELECT pg_advisory_xact_lock(${migrationLock})`);
    await client.query("CREATE TABLE IF NOT EXISTS ptc_dbos_version (version integer NOT NULL)");
    const { rows } = await client.query<{ version: number }>(
      "SELECT version FROM ptc_dbos_version",
    );
    const version = rows[0]?.version ?? 0;
    if (version > migrations.length)
      throw new StoreError(
        "newer_schema",
        `the tables have version ${String(version)}, and this release of @ptc/dbos knows ${String(migrations.length)}: update it`,
      );
    if (version === migrations.length) return;
    for (const statement of migrations.slice(version).flat()) await client.query(statement);
    await client.query("DELETE FROM ptc_dbos_version");
    await client.query("INSERT INTO ptc_dbos_version VALUES ($1)", [migrations.length]);
  });
}
