// Counts the effects of the missions, and compares them with what the missions should have done.

import type { Pool } from "pg";

/** The effects of one mission: three payments, a refund and a transfer. */
const paymentsOfMission = 4;

export interface Verdict {
  readonly done: number;
  readonly effects: number;
  readonly transfers: number;
  readonly attempts: number;
  /** Calls that were made again although their result was stored. */
  readonly repeated: number;
  readonly problems: readonly string[];
}

/** Compares the effects of `missions` runs of the agent `desk`. */
export async function verdict(pool: Pool, missions: number): Promise<Verdict> {
  const count = async (text: string): Promise<number> => {
    const { rows } = await pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${text}`);
    return rows[0]?.n ?? 0;
  };
  const done = await count("ptc_runs WHERE agent = 'desk' AND status = 'done'");
  const effects = await count("effects");
  const transfers = await count("transfers");
  const attempts = await count("attempts");
  const repeated = await repeatedCalls(pool);
  const expected = missions * paymentsOfMission;
  const failed = await pool.query<{ readonly why: string | null }>(
    "SELECT DISTINCT coalesce(failure, left(state, 300)) AS why FROM ptc_runs WHERE status = 'failed' LIMIT 3",
  );
  const problems = [
    ...failed.rows.map(({ why }) => `a mission failed: ${String(why)}`),
    ...(done === missions ? [] : [`${String(done)} of ${String(missions)} missions are done`]),
    ...(effects === expected ? [] : [`${String(effects)} effects instead of ${String(expected)}`]),
    ...(transfers === missions
      ? []
      : [`${String(transfers)} transfers instead of ${String(missions)}`]),
    ...(repeated.length === 0 ? [] : [`made again although stored: ${repeated.join(", ")}`]),
  ];
  return { done, effects, transfers, attempts, repeated: repeated.length, problems };
}

interface Entry {
  readonly type: string;
  readonly effect?: { readonly type: string; readonly at: string };
}

/** Returns the calls that began after their result was stored. */
async function repeatedCalls(pool: Pool): Promise<string[]> {
  const steps = await pool.query<{ run: string; output: string; at: number }>(
    `SELECT regexp_replace(workflow_uuid, '#[0-9]+$', '') AS run, output,
      completed_at_epoch_ms::float8 AS at FROM dbos.operation_outputs
    WHERE function_name LIKE '%tool/%'`,
  );
  const stored = new Map<string, number>();
  for (const { run, output, at } of steps.rows) {
    const { entries } = JSON.parse(output) as { readonly entries: readonly Entry[] };
    for (const { type, effect } of entries)
      if (type === "effect" && effect?.type === "tool") stored.set(`${run} ${effect.at}`, at);
  }
  const runs = await pool.query<{ id: string; trace: string }>(
    `SELECT id, state::json->>'traceId' AS trace FROM ptc_runs WHERE status = 'done'`,
  );
  const runOfTrace = new Map(runs.rows.map(({ id, trace }) => [trace, id]));
  const calls = await pool.query<{ call_id: string; at: number }>("SELECT * FROM attempts");
  return calls.rows.flatMap(({ call_id: call, at }) => {
    const slash = call.indexOf("/");
    const run = runOfTrace.get(call.slice(0, slash)) ?? "?";
    const storedAt = stored.get(`${run} ${call.slice(slash + 1)}`);
    return storedAt !== undefined && at > storedAt ? [call] : [];
  });
}
