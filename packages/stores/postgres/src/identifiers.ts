// Names in SQL. Each comes from an option, so all are quoted, also harmless ones.

import { OptionError } from "@ptc/core/errors";

/** PostgreSQL cuts longer names without an error, and two tables could get one name. */
const maximumBytes = 63;
/** The longest name after the prefix, `records_by_created`, and a few more. */
const reserved = 24;

/** The tables of a store, quoted, with their schema. */
export interface TableNames {
  readonly schema: string;
  readonly records: string;
  readonly entries: string;
  readonly migrations: string;
  readonly leaseTokens: string;
  /** Returns the quoted name of an index, which PostgreSQL puts into the schema of its table. */
  readonly index: (name: string) => string;
  /** The same for all stores on these tables, and for no others. */
  readonly lockText: string;
}

/** @throws OptionError for names that PostgreSQL would cut or refuse */
export function tableNames(schema: string, prefix: string): TableNames {
  checkedName("schema", schema, maximumBytes, 1);
  checkedName("prefix", prefix, maximumBytes - reserved, 0);
  const inSchema = (name: string): string => `${quotedName(schema)}.${quotedName(prefix + name)}`;
  return {
    schema: quotedName(schema),
    records: inSchema("records"),
    entries: inSchema("entries"),
    migrations: inSchema("migrations"),
    leaseTokens: inSchema("lease_tokens"),
    index: (name) => quotedName(prefix + name),
    lockText: JSON.stringify(["ptc store", schema, prefix]),
  };
}

/** Returns a name as an identifier of SQL. */
export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function checkedName(option: string, value: unknown, most: number, least: number): void {
  const wrong = (problem: string): OptionError =>
    new OptionError(option, `${problem}: use a name of ${String(least)} to ${String(most)} bytes`);
  if (typeof value !== "string") throw wrong(`expected a text, got ${typeof value}`);
  const bytes = Buffer.byteLength(value, "utf8");
  if (bytes < least || bytes > most) throw wrong(`it has ${String(bytes)} bytes`);
  if (/\0|[\ud800-\udfff]/u.test(value)) throw wrong("it has U+0000 or half of a surrogate pair");
}
