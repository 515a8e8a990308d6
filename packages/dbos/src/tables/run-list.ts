// Lists runs, page by page.

import { OptionError } from "@ptc/core/errors";
import { assertKnownOptions, wholeNumber } from "@ptc/core/internal/errors";
import type { PageOptions } from "@ptc/core/store";
import { runStatuses } from "@ptc/subagent/internal/runs";
import type { RunPage, RunQuery } from "@ptc/subagent/runs";
import type { Database } from "./database.ts";
import { summaryColumns, summaryOf, type SummaryRow } from "./run-row.ts";

const names = [
  "status",
  "agent",
  "appVersion",
  "tag",
  "createdAfter",
  "createdBefore",
  "updatedAfter",
  "updatedBefore",
] as const satisfies readonly (keyof RunQuery)[];

/** @throws OptionError */
export async function listedRuns(
  database: Database,
  query: RunQuery,
  page: PageOptions,
): Promise<RunPage> {
  assertKnownOptions(page, ["limit", "cursor", "order"]);
  const { order = "newest" } = page;
  if (!["newest", "oldest"].includes(order))
    throw new OptionError("order", "expected newest or oldest");
  const [after, direction] = order === "newest" ? ["<", "DESC"] : [">", "ASC"];
  const limit = wholeNumber("limit", page.limit ?? 100, 1, 1_000);
  const { conditions, values } = conditionsOf(query);
  if (page.cursor !== undefined) {
    const [at, id] = cursorOf(page.cursor);
    values.push(at, id);
    conditions.push(
      `(created_at, id) ${after} ($${String(values.length - 1)}::float8, $${String(values.length)})`,
    );
  }
  const where = conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
  const rows = await database.query<SummaryRow>(
    `SELECT ${summaryColumns} FROM ptc_runs ${where}
    ORDER BY created_at ${direction}, id ${direction} LIMIT ${String(limit + 1)}`,
    values,
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    runs: shown.map(summaryOf),
    ...(rows.length > limit && last !== undefined
      ? { cursor: JSON.stringify([last.created_at, last.id]) }
      : {}),
  };
}

/** Returns conditions of SQL with their values. @throws OptionError */
export function conditionsOf(query: RunQuery): {
  readonly conditions: string[];
  readonly values: unknown[];
} {
  const conditions: string[] = [];
  const values: unknown[] = [];
  const add = (condition: (value: string) => string, value: unknown): void => {
    values.push(value);
    conditions.push(condition(`$${String(values.length)}`));
  };
  assertKnownOptions(query, names);
  const { status, agent, appVersion, tag } = query;
  if (status !== undefined) {
    const statuses = [status].flat();
    const unknown = statuses.find((given) => !runStatuses.includes(given));
    if (unknown !== undefined)
      throw new OptionError("status", `expected ${runStatuses.join(", ")}`);
    add((value) => `status = ANY(${value})`, statuses);
  }
  if (agent !== undefined) add((value) => `agent = ANY(${value})`, [agent].flat());
  if (tag !== undefined) add((value) => `${value} = ANY(tags)`, tag);
  if (appVersion !== undefined) add((value) => `app_version = ${value}`, appVersion);
  for (const [column, after, before] of [
    ["created_at", query.createdAfter, query.createdBefore],
    ["updated_at", query.updatedAfter, query.updatedBefore],
  ] as const) {
    if (after !== undefined) add((value) => `${column} >= ${value}::float8`, after);
    if (before !== undefined) add((value) => `${column} < ${value}::float8`, before);
  }
  return { conditions, values };
}

/** @throws OptionError */
function cursorOf(cursor: string): readonly [number, string] {
  try {
    const [at, id] = JSON.parse(cursor) as readonly unknown[];
    if (typeof at === "number" && typeof id === "string") return [at, id];
  } catch {
    // It is refused below.
  }
  throw new OptionError("cursor", "expected the `cursor` of a page");
}
