// Changes of runs, as any process makes them.

import { sleep } from "@ptc/core/internal/contracts";
import type { Clock } from "@ptc/core/contracts";
import type { RunQuery, RunSummary } from "@ptc/subagent/runs";
import type { Database } from "./database.ts";
import { conditionsOf } from "./run-list.ts";
import { summaryColumns, summaryOf, type SummaryRow } from "./run-row.ts";

/**
 * Transactions commit in another order than they take revisions, so the last ones are read again.
 */
const overlap = 1_000;

interface WatchSettings {
  readonly clock: Clock;
  readonly pollMs: number;
  readonly signal: AbortSignal;
  readonly id: string | undefined;
}

/** Yields runs after they have changed. With `id`, begins with the present state of that run. */
export async function* watchedRuns(
  database: Database,
  query: RunQuery,
  { clock, pollMs, signal, id }: WatchSettings,
): AsyncGenerator<RunSummary, void> {
  const { conditions, values } = conditionsOf(query);
  const first = await database.query<{ revision: string }>(
    "SELECT COALESCE(max(revision), 0) AS revision FROM ptc_runs",
  );
  let last = Number(first[0]?.revision ?? 0);
  const seen = new Map<string, number>();
  if (id === undefined)
    for (const row of await changes(database, "id, revision", last - overlap, conditions, values))
      seen.set(row.id, Number(row.revision));
  else {
    values.push(id);
    conditions.push(`id = $${String(values.length)}`);
    last = overlap;
  }
  while (!signal.aborted) {
    const rows = await changes(database, summaryColumns, last - overlap, conditions, values);
    for (const row of rows) {
      const revision = Number(row.revision);
      if ((seen.get(row.id) ?? 0) >= revision) continue;
      seen.set(row.id, revision);
      if (id === undefined) last = Math.max(last, revision);
      yield summaryOf(row);
      if (isAborted(signal)) return;
    }
    for (const [run, revision] of seen) if (revision < last - overlap) seen.delete(run);
    await sleep(clock, pollMs, signal);
  }
}

async function changes(
  database: Database,
  columns: string,
  after: number,
  conditions: readonly string[],
  values: readonly unknown[],
): Promise<SummaryRow[]> {
  const where = [`revision > ${String(after)}`, ...conditions].join(" AND ");
  return await database.query<SummaryRow>(
    `SELECT ${columns} FROM ptc_runs WHERE ${where} ORDER BY revision LIMIT 10000`,
    values,
  );
}

/** The signal changes while the generator waits for its reader. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
