// Changes of runs, each in one transaction. A run that has something to do is enqueued in the same
// transaction, so it can't be forgotten.
//
//   start ──▶ queued ──▶ running ──▶ waiting ──▶ queued (next pass) ──▶ …
//                           └──▶ done, failed, cancelled

import type { Clock } from "@ptc/core/contracts";
import type { Decision } from "@ptc/subagent";
import { hasEnded, parsed, retryPause, shown } from "@ptc/subagent/internal/runs";
import { RunsError, type WaitingCall } from "@ptc/subagent/runs";
import type { Connection, Database } from "./database.ts";
import {
  pendingOf,
  pendingText,
  summaryColumns,
  type PassEnd,
  type RunRow,
  type SummaryRow,
} from "./run-row.ts";
import {
  columnPlace,
  decisionPlace,
  textColumns,
  type RunTexts,
  type TextColumn,
} from "./run-texts.ts";
import type { PoolClient } from "pg";

/** The workflow of one pass of a run. */
export interface Pass {
  readonly workflowId: string;
  readonly run: string;
  readonly pass: number;
  readonly queue: string;
  readonly engineVersion: string;
}

/** A run to be started. */
export interface NewRun {
  readonly id: string;
  readonly agent: string;
  readonly queue: string;
  readonly appVersion: string | undefined;
  readonly engineVersion: string;
  readonly tags: readonly string[];
  readonly input: string;
  readonly journal?: string;
  /** When to start, in milliseconds since the epoch. Default: now. */
  readonly startAt?: number;
  /** The call of another run that waits for this one. */
  readonly parentCall?: string;
}

/** A decision that no pass has applied yet. */
export interface StoredDecision {
  readonly id: string;
  readonly callId: string;
  readonly decision: Decision;
}

/** The most ids in a message. */
const shownCalls = 10;

export class RunTable {
  readonly database: Database;
  private readonly texts: RunTexts;
  private readonly clock: Clock;
  /** Enqueues a workflow in the transaction of the connection. */
  private readonly enqueue: (client: PoolClient, pass: Pass) => Promise<unknown>;

  constructor(
    database: Database,
    texts: RunTexts,
    clock: Clock,
    enqueue: (client: PoolClient, pass: Pass) => Promise<unknown>,
  ) {
    this.database = database;
    this.texts = texts;
    this.clock = clock;
    this.enqueue = enqueue;
  }

  /** Starts a run, or returns the one with this id. @throws RunsError `key` */
  async start(run: NewRun): Promise<SummaryRow> {
    const input = await this.texts.stored(columnPlace(run.id, "input"), run.input);
    return await this.database.transaction(async (client) => {
      const now = this.clock.now();
      const { startAt = now } = run;
      const { rowCount } = await client.query(
        `INSERT INTO ptc_runs (id, agent, queue, app_version, engine_version, tags, status, pass,
          input, parent_call, created_at, updated_at, due_at, journal)
        VALUES ($1, $2, $3, $4, $5, $6, 'queued', 1, $7, $8, $9, $9, $10, $11)
        ON CONFLICT DO NOTHING`,
        [
          run.id,
          run.agent,
          run.queue,
          run.appVersion ?? null,
          run.engineVersion,
          run.tags,
          input,
          run.parentCall ?? null,
          now,
          startAt > now ? startAt : null,
          run.journal ?? null,
        ],
      );
      const row = await known(client, run.id, summaryColumns);
      if (row.agent !== run.agent)
        throw new RunsError(
          "key",
          `the key ${shown(run.id)} belongs to a run of the agent ${shown(row.agent)}: choose another key`,
        );
      if (rowCount === 1 && row.due_at === null) await this.enqueue(client, passOf(row));
      return row;
    });
  }

  /** @throws StoreError `key` */
  async load(id: string): Promise<RunRow | undefined> {
    const text = "SELECT * FROM ptc_runs WHERE id = $1";
    const [row] = await this.database.query<RunRow>(text, [id]);
    return row === undefined ? undefined : await this.opened(row);
  }

  /** Decrypts the texts of a run. @throws StoreError `key` */
  async opened(row: RunRow): Promise<RunRow> {
    const columns = await Promise.all(
      textColumns.map(async (column): Promise<[TextColumn, string | null]> => {
        const stored = row[column];
        if (stored === null) return [column, null];
        return [column, await this.texts.opened(columnPlace(row.id, column), stored)];
      }),
    );
    return { ...row, ...(Object.fromEntries(columns) as Pick<RunRow, TextColumn>) };
  }

  private async stored(id: string, column: TextColumn, text: string): Promise<string> {
    return await this.texts.stored(columnPlace(id, column), text);
  }

  /** Returns the decisions about the calls that wait. */
  async decisions(id: string): Promise<StoredDecision[]> {
    const rows = await this.database.query<{ id: string; call_id: string; decision: string }>(
      `SELECT d.id, d.call_id, d.decision FROM ptc_decisions d JOIN ptc_waits USING (call_id)
      WHERE run_id = $1 ORDER BY d.id`,
      [id],
    );
    return await Promise.all(
      rows.map(async (row) => ({
        id: row.id,
        callId: row.call_id,
        decision: parsed(
          id,
          await this.texts.opened(decisionPlace(row.call_id), row.decision),
          "a decision",
          // `resume` checks its fields.
        ) as unknown as Decision,
      })),
    );
  }

  /** Returns the ids of the calls that wait although they are decided about. */
  async decided(id: string): Promise<string[]> {
    const rows = await this.database.query<{ call_id: string }>(
      "SELECT call_id FROM ptc_decisions JOIN ptc_waits USING (call_id) WHERE run_id = $1",
      [id],
    );
    return rows.map(({ call_id: call }) => call);
  }

  /**
   * Marks a run as running, and returns it as it is stored. Undefined if the pass has ended, or the
   * run was cancelled or deleted.
   */
  async beginPass(id: string, pass: number): Promise<RunRow | undefined> {
    const [row] = await this.database.query<RunRow>(
      `UPDATE ptc_runs SET status = 'running', due_at = NULL,
        updated_at = CASE status WHEN 'queued' THEN $3 ELSE updated_at END,
        revision = CASE status WHEN 'queued' THEN nextval('ptc_run_revisions') ELSE revision END
      WHERE id = $1 AND pass = $2 AND status IN ('queued', 'running') RETURNING *`,
      [id, pass, this.clock.now()],
    );
    return row;
  }

  /**
   * Writes the end of a pass. Does nothing if it was written before, or the run was cancelled.
   * `last` stores the last entries in the same transaction.
   */
  async endPass(
    id: string,
    pass: number,
    end: PassEnd,
    last?: (connection: Connection) => Promise<void>,
  ): Promise<void> {
    const { state, pending, failure, dueAt } = await this.columnsOf(id, end);
    await this.database.transaction(async (client) => {
      const row = await locked(client, id);
      if (row?.pass !== pass || !isActive(row.status)) return;
      await last?.(client);
      await client.query(
        `UPDATE ptc_runs SET status = $2, state = COALESCE($3, state), pending = $4, failure = $5,
          due_at = $6, takeovers = 0, retries = 0, ${this.changed()} WHERE id = $1`,
        [id, end.status, state, pending, failure, dueAt],
      );
      if (end.status === "queued") await this.retryLater(client, row);
      if (end.decisions.length > 0)
        await client.query("DELETE FROM ptc_decisions WHERE id = ANY($1)", [end.decisions]);
      // The first pass begins without waiting calls.
      if (pass > 1) await client.query("DELETE FROM ptc_waits WHERE run_id = $1", [id]);
      if (end.status === "waiting") await this.beginWait(client, row, end);
      else if (end.status === "done" || end.step !== undefined)
        await this.answerParent(client, row);
    });
  }

  /** Tries again after a time that grows, with the next pass. */
  private async retryLater(client: Connection, { id, pass, retries }: RunRow): Promise<void> {
    const dueAt = this.clock.now() + retryPause(retries + 1);
    await client.query("UPDATE ptc_runs SET pass = $2, retries = $3, due_at = $4 WHERE id = $1", [
      id,
      pass + 1,
      retries + 1,
      dueAt,
    ]);
  }

  private async columnsOf(id: string, end: PassEnd) {
    const texts = textsOf(end);
    const stored = async (column: TextColumn, text: string | undefined): Promise<string | null> =>
      text === undefined ? null : await this.stored(id, column, text);
    return {
      state: await stored("state", texts.state),
      pending: await stored("pending", texts.pending),
      failure: await stored("failure", texts.failure),
      dueAt: end.status === "waiting" ? (end.dueAt ?? null) : null,
    };
  }

  /** @throws RunsError for a run that has ended, or a decision that fits no waiting call */
  async decide(id: string, decisions: ReadonlyMap<string, Decision>): Promise<void> {
    await this.database.transaction(async (client) => {
      const row = await knownForUpdate(client, id);
      if (hasEnded(row.status))
        throw new RunsError(
          "ended",
          `the run ${shown(id)} has ended (${row.status}): ${shown([...decisions.keys()][0] ?? "")} can't be decided about`,
        );
      const { rows } = await client.query<{ call_id: string }>(
        "SELECT call_id FROM ptc_waits WHERE run_id = $1",
        [id],
      );
      const waits = new Set(rows.map(({ call_id: call }) => call));
      const pending = await this.pendingCalls(row);
      const now = this.clock.now();
      for (const [call, decision] of decisions) {
        if (!waits.has(call)) throw unknownCall(id, call, waits);
        const { expiresAt = Infinity } = pending.get(call) ?? {};
        if (expiresAt <= now && decision.type !== "deny")
          throw new RunsError("decision", `the call ${shown(call)} has expired`);
        await this.insertDecision(client, id, call, decision);
      }
      if (row.status === "waiting") await this.nextPass(client, row);
    });
  }

  private async pendingCalls({ id, pending }: RunRow): Promise<ReadonlyMap<string, WaitingCall>> {
    if (pending === null) return new Map();
    const opened = await this.texts.opened(columnPlace(id, "pending"), pending);
    return new Map(pendingOf({ id, pending: opened }).map((call) => [call.id, call]));
  }

  private async insertDecision(
    client: Connection,
    run: string,
    call: string,
    decision: Decision,
  ): Promise<void> {
    const text = JSON.stringify(decision);
    const place = decisionPlace(call);
    const { rows } = await client.query<{ decision: string }>(
      `WITH inserted AS (INSERT INTO ptc_decisions (call_id, decision) VALUES ($1, $2)
        ON CONFLICT DO NOTHING RETURNING decision)
      SELECT decision FROM inserted UNION SELECT decision FROM ptc_decisions WHERE call_id = $1`,
      [call, await this.texts.stored(place, text)],
    );
    const known = await Promise.all(rows.map((row) => this.texts.opened(place, row.decision)));
    // The same decision twice is one: its sender may not know that it has arrived.
    if (known.every((each) => each === text)) return;
    throw new RunsError(
      "decision",
      `the call ${shown(call)} of the run ${shown(run)} was decided about before, and the run continues: load it again`,
    );
  }

  /** Continues a run that waits, or starts one, if its time has come. */
  async wake(id: string): Promise<void> {
    await this.database.transaction(async (client) => {
      const row = await locked(client, id);
      if (row !== undefined) await this.wakeRow(client, row);
    });
  }

  private async wakeRow(client: PoolClient, row: RunRow): Promise<void> {
    if (row.status === "waiting") await this.nextPass(client, row);
    if (!startsLater(row)) return;
    await client.query("UPDATE ptc_runs SET due_at = NULL WHERE id = $1", [row.id]);
    await this.enqueue(client, passOf(row));
  }

  /** Returns runs that wait although they could continue. */
  async due(limit: number): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(
      `(SELECT id FROM ptc_runs WHERE due_at <= $1 LIMIT $2)
      UNION (SELECT r.id FROM ptc_decisions JOIN ptc_waits w USING (call_id)
        JOIN ptc_runs r ON r.id = w.run_id WHERE r.status = 'waiting' LIMIT $2)`,
      [this.clock.now(), limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Continues a run that failed without a step. @throws RunsError */
  async resume(id: string, engineVersion: string): Promise<void> {
    await this.database.transaction(async (client) => {
      const row = await knownForUpdate(client, id);
      if (!hasEnded(row.status)) {
        await this.wakeRow(client, row);
        return;
      }
      if (row.status !== "failed" || row.failure === null)
        throw new RunsError(
          "ended",
          `the run ${shown(id)} has ended (${row.status}): start a new one`,
        );
      await this.nextPass(client, { ...row, engine_version: engineVersion });
    });
  }

  /**
   * Cancels a run and the runs of agents that its calls wait for. Returns the passes that are under
   * way. @throws RunsError for a run that has ended otherwise
   */
  async cancel(id: string, reason: string): Promise<Pass[]> {
    return await this.database.transaction(async (client) => {
      const passes: Pass[] = [];
      const { status } = await knownForUpdate(client, id);
      if (hasEnded(status) && status !== "cancelled")
        throw new RunsError(
          "ended",
          `the run ${shown(id)} has ended (${status}): it can't be cancelled`,
        );
      const ids = [id];
      for (let next = ids.pop(); next !== undefined; next = ids.pop()) {
        const row = await locked(client, next);
        if (row === undefined || hasEnded(row.status)) continue;
        const children = await client.query<{ id: string }>(
          `SELECT c.id FROM ptc_runs c JOIN ptc_waits w ON w.call_id = c.parent_call
          WHERE w.run_id = $1`,
          [next],
        );
        ids.push(...children.rows.map((child) => child.id));
        await client.query(
          `UPDATE ptc_runs SET status = 'cancelled', due_at = NULL, pending = NULL, state = NULL,
            reason = $2, ${this.changed()} WHERE id = $1`,
          [next, await this.stored(next, "reason", reason)],
        );
        await client.query(
          `WITH waits AS (DELETE FROM ptc_waits WHERE run_id = $1 RETURNING call_id)
          DELETE FROM ptc_decisions WHERE call_id IN (SELECT call_id FROM waits)`,
          [next],
        );
        if (row.status !== "waiting" && !startsLater(row)) passes.push(passOf(row));
        if (next === id) await this.answerParent(client, row);
      }
      return passes;
    });
  }

  /** Notes that workers have died. Returns the runs for which it has happened too often. */
  async noteTakeovers(ids: readonly string[], most: number): Promise<RunRow[]> {
    return await this.database.query<RunRow>(
      `WITH noted AS (UPDATE ptc_runs SET takeovers = takeovers + 1 WHERE id = ANY($1) RETURNING *)
      SELECT * FROM noted WHERE takeovers > $2`,
      [ids, most],
    );
  }

  /** Returns those of the runs that were cancelled. */
  async cancelled(ids: readonly string[]): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(
      "SELECT id FROM ptc_runs WHERE id = ANY($1) AND status = 'cancelled'",
      [ids],
    );
    return rows.map(({ id }) => id);
  }

  /** Deletes runs that ended before a time. Returns their ids and the numbers of their passes. */
  async prune(endedBefore: number, limit: number): Promise<{ id: string; pass: number }[]> {
    return await this.database.query<{ id: string; pass: number }>(
      `DELETE FROM ptc_runs WHERE id IN (SELECT id FROM ptc_runs
        WHERE status IN ('done', 'failed', 'cancelled') AND updated_at < $1 LIMIT $2)
      RETURNING id, pass`,
      [endedBefore, limit],
    );
  }

  private async beginWait(
    client: PoolClient,
    row: RunRow,
    { pending }: Extract<PassEnd, { status: "waiting" }>,
  ): Promise<void> {
    const ids = pending.map(({ id }) => id);
    await client.query(
      "INSERT INTO ptc_waits SELECT unnest($1::text[]), $2 ON CONFLICT DO NOTHING",
      [ids, row.id],
    );
    // A decision can be earlier than the wait: the run of an agent may end first.
    const { rowCount } = await client.query(
      "SELECT 1 FROM ptc_decisions WHERE call_id = ANY($1) LIMIT 1",
      [ids],
    );
    if ((rowCount ?? 0) > 0) await this.nextPass(client, row);
  }

  private async nextPass(client: PoolClient, row: RunRow): Promise<void> {
    const next = { ...row, pass: row.pass + 1 };
    await client.query(
      `UPDATE ptc_runs SET status = 'queued', pass = $2, engine_version = $3, failure = NULL,
        due_at = NULL, takeovers = 0, retries = 0, ${this.changed()} WHERE id = $1`,
      [row.id, next.pass, row.engine_version],
    );
    await this.enqueue(client, passOf(next));
  }

  /** Lets the call continue that waits for this run. Its tool then reads the result. */
  private async answerParent(client: PoolClient, { parent_call: call }: RunRow): Promise<void> {
    if (call === null) return;
    await client.query(
      `INSERT INTO ptc_decisions (call_id, decision) VALUES ($1, $2)
      ON CONFLICT (call_id) DO UPDATE SET id = nextval('ptc_decisions_id_seq')`,
      [call, await this.texts.stored(decisionPlace(call), '{"type":"approve"}')],
    );
    const { rows } = await client.query<{ run_id: string }>(
      "SELECT run_id FROM ptc_waits WHERE call_id = $1",
      [call],
    );
    const parent = rows[0] === undefined ? undefined : await locked(client, rows[0].run_id);
    if (parent?.status === "waiting") await this.nextPass(client, parent);
  }

  /** Sets the columns that change with every change. */
  private changed(): string {
    return `updated_at = ${String(this.clock.now())}, revision = nextval('ptc_run_revisions')`;
  }
}

/** The id of the workflow of a pass. */
export function workflowId(run: string, pass: number): string {
  return `${run}#${String(pass)}`;
}

/** The id of the run of a workflow. */
export function runOfWorkflow(id: string): string {
  return id.slice(0, id.lastIndexOf("#"));
}

function passOf(row: SummaryRow): Pass {
  return {
    workflowId: workflowId(row.id, row.pass),
    run: row.id,
    pass: row.pass,
    queue: row.queue,
    engineVersion: row.engine_version,
  };
}

/** True for a run whose first pass isn't enqueued. */
function startsLater({ status, due_at: dueAt }: RunRow): boolean {
  return status === "queued" && dueAt !== null;
}

function isActive(status: string): boolean {
  return status === "queued" || status === "running";
}

/** Returns the texts of the columns of a run that change at the end of a pass. */
function textsOf(end: PassEnd): Partial<Record<TextColumn, string>> {
  if (end.status === "waiting")
    return { state: JSON.stringify(end.checkpoint), pending: pendingText(end.pending) };
  if (end.step !== undefined) return { state: JSON.stringify(end.step) };
  if (end.status === "queued") return {};
  const { checkpoint, failure } = end;
  return {
    ...(checkpoint === undefined ? {} : { state: JSON.stringify(checkpoint) }),
    failure: JSON.stringify(failure),
  };
}

async function locked(client: Connection, id: string): Promise<RunRow | undefined> {
  const text = "SELECT * FROM ptc_runs WHERE id = $1 FOR UPDATE";
  return (await client.query<RunRow>(text, [id])).rows[0];
}

/** @throws RunsError `unknown_run` */
async function knownForUpdate(client: Connection, id: string): Promise<RunRow> {
  return (await locked(client, id)) ?? unknownRun(id);
}

async function known(client: Connection, id: string, columns: string): Promise<SummaryRow> {
  const text = `SELECT ${columns} FROM ptc_runs WHERE id = $1`;
  return (await client.query<SummaryRow>(text, [id])).rows[0] ?? unknownRun(id);
}

export function unknownRun(id: string): never {
  throw new RunsError("unknown_run", `there is no run ${shown(id)}`);
}

function unknownCall(run: string, call: string, waits: ReadonlySet<string>): RunsError {
  const ids = [...waits].slice(0, shownCalls).map(shown).join(", ");
  const which = waits.size === 0 ? "it waits for no decision" : `these calls wait: ${ids}`;
  return new RunsError(
    "decision",
    `the run ${shown(run)} has no waiting call ${shown(call)}: ${which}`,
  );
}
