// Makes the tables, and changes those of earlier releases. All processes that start at the same
// time wait for the first one.

import { StoreError } from "@ptc/core/store";
import type { Database, Query } from "./database.ts";
import type { TableNames } from "./identifiers.ts";

/** A change of the tables. A released one never changes: add another one. */
type Migration = (names: TableNames) => readonly string[];

const migrations: readonly Migration[] = [
  ({ records, entries, leaseTokens, index }) => [
    // The collation compares bytes, which is the same in every database.
    `CREATE TABLE ${records} (
       kind text COLLATE "C" NOT NULL,
       id text COLLATE "C" NOT NULL,
       version bigint NOT NULL,
       status text COLLATE "C" NOT NULL,
       agent text COLLATE "C",
       app_version text COLLATE "C",
       tags text[] COLLATE "C",
       due_at bigint,
       created_at bigint NOT NULL,
       updated_at bigint NOT NULL,
       changed_at bigint NOT NULL,
       changed_in xid8 NOT NULL,
       lease_owner text COLLATE "C",
       lease_token bigint NOT NULL DEFAULT 0,
       lease_until bigint,
       last_entry bigint NOT NULL DEFAULT 0,
       snapshot text,
       PRIMARY KEY (kind, id)
     ) WITH (fillfactor = 80)`,
    `CREATE TABLE ${entries} (
       kind text COLLATE "C" NOT NULL,
       id text COLLATE "C" NOT NULL,
       number bigint NOT NULL,
       entry text NOT NULL,
       PRIMARY KEY (kind, id, number),
       FOREIGN KEY (kind, id) REFERENCES ${records} ON DELETE CASCADE
     )`,
    `CREATE INDEX ${index("records_by_created")} ON ${records} (kind, created_at, id)`,
    `CREATE INDEX ${index("records_by_status")} ON ${records} (kind, status, created_at, id)`,
    `CREATE INDEX ${index("records_by_due")} ON ${records} (kind, due_at)
       WHERE due_at IS NOT NULL`,
    // For watches: see change-feed.ts.
    `CREATE INDEX ${index("records_by_change")} ON ${records} (kind, changed_in, id)`,
    `CREATE INDEX ${index("records_by_tag")} ON ${records} USING gin (tags)`,
    // Grows for all records, so that a record that is deleted and made again has greater ones.
    `CREATE SEQUENCE ${leaseTokens}`,
  ],
];

/** @throws StoreError `newer_schema` if a newer release changed the tables */
export async function migrate(database: Database, names: TableNames): Promise<void> {
  const first = await database.read(versionKnown, [names.migrations]);
  if (first[0]?.["isKnown"] === true) {
    const { version } = versionIn(await database.read(versionText(names), []));
    if (version === migrations.length) return;
    assertNotNewer(database, names, version);
  }
  await database.transaction(async (query) => {
    await query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [names.lockText]);
    await makeVersionTable(query, names);
    const { version } = versionIn(await query(versionText(names)));
    assertNotNewer(database, names, version);
    for (const [index, migration] of migrations.entries()) {
      if (index < version) continue;
      for (const statement of migration(names)) await query(statement);
      await query(`INSERT INTO ${names.migrations} (version) VALUES ($1)`, [index + 1]);
    }
  });
}

const versionKnown = `SELECT to_regclass($1) IS NOT NULL AS "isKnown"`;

function versionText({ migrations: table }: TableNames): string {
  return `SELECT coalesce(max(version), 0) AS version FROM ${table}`;
}

function versionIn(rows: readonly Readonly<Record<string, unknown>>[]): {
  readonly version: number;
} {
  return { version: Number(rows[0]?.["version"] ?? 0) };
}

async function makeVersionTable(query: Query, names: TableNames): Promise<void> {
  // `IF NOT EXISTS` alone needs the right to make schemas even if this one exists.
  const [row] = await query(`SELECT to_regnamespace($1) IS NOT NULL AS "isKnown"`, [names.schema]);
  if (row?.["isKnown"] !== true) await query(`CREATE SCHEMA IF NOT EXISTS ${names.schema}`);
  const [table] = await query(versionKnown, [names.migrations]);
  if (table?.["isKnown"] === true) return;
  await query(`CREATE TABLE ${names.migrations} (
    version integer PRIMARY KEY,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`);
}

function assertNotNewer(database: Database, names: TableNames, version: number): void {
  if (version > migrations.length)
    throw new StoreError(
      "newer_schema",
      `${database.address.name}: the tables ${names.records} have version ${String(version)}, but this release knows versions up to ${String(migrations.length)}: install the newer release of @ptc/store-postgres`,
    );
}
