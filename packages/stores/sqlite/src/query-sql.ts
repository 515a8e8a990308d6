// Queries of the store as SQL. All values are parameters, lists as one JSON text, so there are few
// different statements to prepare.
import type { CheckedQuery } from "@ptc/core/internal/store";

type Parameter = string | number;

/** Conditions over `ptc_records`, and their parameters. */
export interface Conditions {
  readonly sql: string;
  readonly parameters: readonly Parameter[];
}

/** Returns the conditions of a query at a time. */
export function conditionsOf(query: CheckedQuery, now: number): Conditions {
  const parts: (readonly [sql: string, parameter: Parameter | undefined])[] = [
    ["kind = ?", query.kind],
    ["status IN (SELECT value FROM json_each(?))", json(query.status)],
    ["agent IN (SELECT value FROM json_each(?))", json(query.agent)],
    ["app_version = ?", query.appVersion],
    ["EXISTS (SELECT 1 FROM json_each(tags) WHERE value = ?)", query.tag],
    ["created_at >= ?", query.createdAfter],
    ["created_at < ?", query.createdBefore],
    ["updated_at >= ?", query.updatedAfter],
    ["updated_at < ?", query.updatedBefore],
    ["due_at <= ?", query.dueBefore],
    [
      query.isLeased === true ? "lease_until > ?" : "(lease_until IS NULL OR lease_until <= ?)",
      query.isLeased === undefined ? undefined : now,
    ],
  ];
  const used = parts.filter(([, parameter]) => parameter !== undefined);
  return {
    sql: used.map(([sql]) => sql).join(" AND "),
    parameters: used.flatMap(([, parameter]) => (parameter === undefined ? [] : [parameter])),
  };
}

function json(values: readonly string[] | undefined): string | undefined {
  return values === undefined ? undefined : JSON.stringify(values);
}

/**
 * Returns the order of a page. Few records are due: the plus signs keep SQLite from reading all
 * records in the order of the page.
 */
export function orderOf(query: CheckedQuery, order: "newest" | "oldest"): string {
  const direction = order === "newest" ? "DESC" : "ASC";
  const sign = query.dueBefore === undefined ? "" : "+";
  return `${sign}created_at ${direction}, ${sign}id ${direction}`;
}
