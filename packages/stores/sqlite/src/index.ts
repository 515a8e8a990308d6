// `@ptc/store-sqlite`: runs in a SQLite file.

export { openSqliteStore } from "./open-sqlite-store.ts";
export type { SqliteStoreOptions } from "./open-sqlite-store.ts";
export type { SqliteDatabase, SqliteDriver, SqliteStatement } from "./sqlite-driver.ts";
