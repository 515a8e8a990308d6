// Rows of the table of records, and the conditions that find them.

import type { RecordKind, RecordSummary } from "@ptc/core/store";
import type { Clock } from "@ptc/core/contracts";
import { summaryOf, type CheckedQuery, type RecordState } from "@ptc/core/internal/store";
import type { QueryResultRow } from "pg";
import type { Parameters } from "./parameters.ts";

/** The columns of a row, without the snapshot. */
export const columnNames: readonly string[] = [
  "kind",
  "id",
  "version",
  "status",
  "agent",
  "app_version",
  "tags",
  "due_at",
  "created_at",
  "updated_at",
  "changed_at",
  "changed_in",
  "lease_owner",
  "lease_token",
  "lease_until",
  "last_entry",
];

/** The same for a statement. The time decides whether a lease has ended. */
export function columnsAt(now: string): string {
  return `${columnNames.join(", ")}, ${now} AS now`;
}

/** A row: pg returns numbers of 64 bits as text. */
export interface RecordRow extends QueryResultRow {
  readonly kind: RecordKind;
  readonly id: string;
  readonly version: string;
  readonly status: string;
  readonly agent: string | null;
  readonly app_version: string | null;
  readonly tags: readonly string[] | null;
  readonly due_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly changed_at: string;
  readonly changed_in: string;
  readonly lease_owner: string | null;
  readonly lease_token: string;
  readonly lease_until: string | null;
  readonly last_entry: string;
  readonly now: string;
}

/** Returns the state in a row. Its lease may have ended. */
export function stateOf(row: RecordRow): RecordState {
  const { kind, id, status, agent, app_version, tags, due_at, lease_owner, lease_until } = row;
  return {
    kind,
    id,
    version: Number(row.version),
    status,
    ...(agent === null ? {} : { agent }),
    ...(app_version === null ? {} : { appVersion: app_version }),
    ...(tags === null ? {} : { tags }),
    ...(due_at === null ? {} : { dueAt: Number(due_at) }),
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
    ...(lease_owner === null || lease_until === null
      ? {}
      : {
          lease: {
            owner: lease_owner,
            token: Number(row.lease_token),
            until: Number(lease_until),
          },
        }),
  };
}

/** Returns what callers see of a row. */
export function summaryIn(row: RecordRow): RecordSummary {
  const state = stateOf(row);
  return summaryOf(state, state, Number(row.now));
}

/** Returns the conditions of a query, in the order of the indexes. */
export function conditionsOf(
  query: CheckedQuery,
  parameters: Parameters,
  clock: Clock | undefined,
): string {
  const all = [`kind = ${parameters.add(query.kind)}`];
  const oneOf = (column: string, choices: readonly string[] | undefined): void => {
    if (choices?.length === 1) all.push(`${column} = ${parameters.add(choices[0])}`);
    else if (choices !== undefined)
      all.push(`${column} = ANY (${parameters.add(choices, "text[]")})`);
  };
  const time = (column: string, operator: string, value: number | undefined): void => {
    if (value !== undefined) all.push(`${column} ${operator} ${parameters.add(value, "bigint")}`);
  };
  oneOf("status", query.status);
  oneOf("agent", query.agent);
  oneOf("app_version", query.appVersion === undefined ? undefined : [query.appVersion]);
  if (query.tag !== undefined) all.push(`tags @> ${parameters.add([query.tag], "text[]")}`);
  time("created_at", ">=", query.createdAfter);
  time("created_at", "<", query.createdBefore);
  time("updated_at", ">=", query.updatedAfter);
  time("updated_at", "<", query.updatedBefore);
  time("due_at", "<=", query.dueBefore);
  if (query.isLeased === true) all.push(`lease_until > ${parameters.now(clock)}`);
  if (query.isLeased === false)
    all.push(`(lease_until IS NULL OR lease_until <= ${parameters.now(clock)})`);
  return all.join(" AND ");
}
