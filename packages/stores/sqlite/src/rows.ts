// Rows of the tables as states of records. A value of another type means that the file was changed
// by another program.
import type { RecordState } from "@ptc/core/internal/store";
import { StoreError, type RecordKind } from "@ptc/core/store";

/** The columns of a state. */
export const stateColumns =
  "number, kind, id, status, agent, app_version, tags, due_at, version, created_at, updated_at, " +
  "lease_owner, lease_token, lease_until, change";

/** Returns the state of a row of `ptc_records`. */
export function stateOf(store: string, row: unknown): RecordState {
  const text = (column: string): string => textOf(store, row, column);
  const integer = (column: string): number => integerOf(store, row, column);
  const has = (column: string): boolean => valueOf(row, column) !== null;
  return {
    kind: text("kind") as RecordKind,
    id: text("id"),
    status: text("status"),
    ...(has("agent") ? { agent: text("agent") } : {}),
    ...(has("app_version") ? { appVersion: text("app_version") } : {}),
    ...(has("tags") ? { tags: tagsOf(store, text("tags")) } : {}),
    ...(has("due_at") ? { dueAt: integer("due_at") } : {}),
    version: integer("version"),
    createdAt: integer("created_at"),
    updatedAt: integer("updated_at"),
    ...(has("lease_token")
      ? {
          lease: {
            owner: text("lease_owner"),
            token: integer("lease_token"),
            until: integer("lease_until"),
          },
        }
      : {}),
  };
}

export function textOf(store: string, row: unknown, column: string): string {
  const value = valueOf(row, column);
  if (typeof value !== "string") throw damaged(store, column);
  return value;
}

export function integerOf(store: string, row: unknown, column: string): number {
  const value = valueOf(row, column);
  if (!Number.isSafeInteger(value)) throw damaged(store, column);
  return Number(value);
}

function valueOf(row: unknown, column: string): unknown {
  if (typeof row !== "object" || row === null) return undefined;
  return (row as Readonly<Record<string, unknown>>)[column];
}

function tagsOf(store: string, text: string): readonly string[] {
  try {
    const tags: unknown = JSON.parse(text);
    if (Array.isArray(tags) && tags.every((tag) => typeof tag === "string")) return tags;
  } catch {
    // Reported below.
  }
  throw damaged(store, "tags");
}

function damaged(store: string, column: string): StoreError {
  return new StoreError(
    "damaged",
    `${store}: the column ${column} has a value of another type: restore a backup`,
  );
}
