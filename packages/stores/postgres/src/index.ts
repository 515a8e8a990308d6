// `@ptc/store-postgres`: runs in PostgreSQL.

export { openPostgresStore } from "./open-postgres-store.ts";
export type { PostgresStoreOptions } from "./open-postgres-store.ts";
