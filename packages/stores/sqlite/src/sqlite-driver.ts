// The SQLite of the host: `node:sqlite`, or the package better-sqlite3, whose interfaces agree in
// what the store uses.
import { StoreError } from "@ptc/core/store";

/** A prepared statement. */
export interface SqliteStatement {
  run(...parameters: readonly (string | number | null)[]): { readonly changes: number | bigint };
  get(...parameters: readonly (string | number | null)[]): unknown;
  all(...parameters: readonly (string | number | null)[]): readonly unknown[];
}

/** An open database. */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): SqliteStatement;
  close(): unknown;
}

/** `DatabaseSync` of `node:sqlite`, or the default export of better-sqlite3. */
export type SqliteDriver = new (path: string) => SqliteDatabase;

/** Imports a module; a test passes its own. */
export type ImportModule = (name: string) => Promise<unknown>;

/** @throws StoreError `unavailable` if this host has neither */
export async function loadDriver(store: string, importModule: ImportModule): Promise<SqliteDriver> {
  const builtIn = await imported(importModule, "node:sqlite", "DatabaseSync");
  if (typeof builtIn === "function") return builtIn as SqliteDriver;
  const installed = await imported(importModule, "better-sqlite3", "default");
  if (typeof installed === "function") return installed as SqliteDriver;
  throw new StoreError(
    "unavailable",
    `${store}: this host (${hostName()}) has no SQLite: use Node 22.13 or newer, ` +
      "or install the package better-sqlite3 in version 12",
    { cause: installed },
  );
}

/** Returns an export, or the error of the import. */
async function imported(importModule: ImportModule, name: string, field: string): Promise<unknown> {
  try {
    return ((await importModule(name)) as Readonly<Record<string, unknown>>)[field];
  } catch (error) {
    return error;
  }
}

function hostName(): string {
  return `Node ${process.versions.node}`;
}
