// Finds changes for watches. `NOTIFY` only wakes them. Each watch keeps a position: a snapshot of
// the database, which is the set of its committed transactions. The changes after a position are
// the rows whose transaction isn't in that set. So a lost connection loses no change.
//
//   watch ── position S0 ── NOTIFY ── rows not in S0, position S1 ── connection lost
//                                           LISTEN again ── rows not in S1, position S2

import type { RecordKey } from "@ptc/core/store";
import { Bell, keyText, type ChangePage, type ChangeSource } from "@ptc/core/internal/store";
import type { CheckedQuery } from "@ptc/core/internal/store";
import type { Clock } from "@ptc/core/contracts";
import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "./database.ts";
import type { TableNames } from "./identifiers.ts";
import { listen } from "./listener.ts";
import { databaseMicros, Parameters } from "./parameters.ts";
import { columnsAt, conditionsOf, summaryIn, type RecordRow } from "./record-rows.ts";

/** Where a watch is. */
export interface ChangePosition {
  /** As text of `pg_snapshot`. */
  readonly snapshot: string;
  /** Set until the first page: the time of the call, in microseconds of the database. */
  readonly since?: number;
  /** Changes of this store that are older than the watch, though not than `since`. */
  readonly known?: ReadonlyMap<string, string>;
  /** Set between two pages: the last row, and the snapshot after the last page. */
  readonly after?: { readonly transaction: string; readonly id: string; readonly next: string };
  readonly signal: AbortSignal;
}

const pageSize = 100;
const mostOwn = 200;
/** A multiple of the transactions between the call of `watch` and its first snapshot. */
const transactionsBefore = 10_000;
/** How often the clock of the database is read. The fastest answer gives the closest bound. */
const samples = 4;
/** While the database can't be reached. */
const retryMs = 500;

export class ChangeFeed implements ChangeSource<ChangePosition> {
  readonly bell = new Bell();
  /** The channel of `NOTIFY`. */
  readonly channel: string;
  private readonly database: Database;
  private readonly names: TableNames;
  private readonly clock: Clock | undefined;
  private readonly own = new Map<string, string>();
  private watches = 0;
  private listening = new AbortController();

  constructor(database: Database, names: TableNames, clock: Clock | undefined, channel: string) {
    this.database = database;
    this.names = names;
    this.clock = clock;
    this.channel = channel;
  }

  /** Remembers a change of this store. */
  noteOwn(key: RecordKey, changedAt: string): void {
    const text = keyText(key);
    this.own.delete(text);
    this.own.set(text, changedAt);
    const [oldest] = this.own.keys();
    if (this.own.size > mostOwn && oldest !== undefined) this.own.delete(oldest);
  }

  async begin(signal: AbortSignal): Promise<ChangePosition> {
    const called = performance.now();
    const known = new Map(this.own);
    this.startListening(signal);
    let since = -Infinity;
    let snapshot: string | undefined;
    for (let sample = 0; sample < samples && !signal.aborted; sample++) {
      const [row] = await untilAvailable(signal, () =>
        this.database.read(
          `SELECT pg_current_snapshot()::text AS snapshot, ${databaseMicros} AS micros`,
          [],
        ),
      );
      if (row === undefined) break;
      snapshot ??= String(row["snapshot"]);
      // The database read its clock before now, so this isn't later than the call.
      const bound = Number(row["micros"]) - Math.ceil((performance.now() - called) * 1000);
      since = Math.max(since, bound);
    }
    return { snapshot: snapshot ?? "", since, known, signal };
  }

  async after(position: ChangePosition, query: CheckedQuery): Promise<ChangePage<ChangePosition>> {
    const [page] = await untilAvailable(position.signal, async () => [
      await this.pageAfter(position, query),
    ]);
    return page ?? { records: [], position, isLast: true };
  }

  private async pageAfter(
    position: ChangePosition,
    query: CheckedQuery,
  ): Promise<ChangePage<ChangePosition>> {
    const { snapshot, since, known, after, signal } = position;
    const parameters = new Parameters();
    const now = parameters.now(this.clock);
    const begin = parameters.add(snapshot, "pg_snapshot");
    const place =
      after === undefined
        ? "true"
        : `(changed_in, id) > (${parameters.add(after.transaction, "xid8")}, ${parameters.add(after.id)})`;
    const rows = (await this.database.read(
      `SELECT ${columnsAt(now)}, (pg_current_snapshot())::text AS snapshot
       FROM (SELECT 1) AS one LEFT JOIN LATERAL (
         SELECT * FROM ${this.names.records}
         WHERE ${conditionsOf(query, parameters, this.clock)} AND ${place}
           AND ${changedSince(begin, since, parameters)}
           -- Rows of a restored copy have transactions of another server.
           AND changed_in < pg_snapshot_xmax(pg_current_snapshot())
         ORDER BY changed_in, id LIMIT ${String(pageSize)}
       ) AS changed ON true
       ORDER BY changed_in, id`,
      parameters.values,
    )) as readonly (RecordRow & { readonly snapshot: string })[];
    const found = rows.filter(({ kind }) => (kind as string | null) !== null);
    const next = after?.next ?? rows[0]?.snapshot ?? snapshot;
    const last = found.at(-1);
    const isLast = found.length < pageSize || last === undefined;
    return {
      records: found
        .filter((row) => known?.get(keyText(row)) !== row.changed_at)
        .map((row) => summaryIn(row)),
      position: isLast
        ? { snapshot: next, signal }
        : { ...position, after: { transaction: last.changed_in, id: last.id, next } },
      isLast,
    };
  }

  /** Listens until the last watch ends. */
  private startListening(signal: AbortSignal): void {
    if (signal.aborted) return;
    this.watches += 1;
    if (this.watches === 1) {
      this.listening = new AbortController();
      void listen(this.database, this.channel, () => this.bell.ring(), this.listening.signal);
    }
    signal.addEventListener(
      "abort",
      () => {
        this.watches -= 1;
        if (this.watches === 0) this.listening.abort();
      },
      { once: true },
    );
  }
}

/** The rows whose last change isn't in a snapshot, or isn't older than the call of `watch`. */
function changedSince(begin: string, since: number | undefined, parameters: Parameters): string {
  const isNew = `changed_in >= pg_snapshot_xmin(${begin})
    AND NOT pg_visible_in_snapshot(changed_in, ${begin})`;
  if (since === undefined) return isNew;
  // This bound lets the index find them.
  const bound = `greatest(pg_snapshot_xmin(${begin})::text::bigint - ${String(transactionsBefore)}, 0)`;
  return `changed_in >= (${bound})::text::xid8
    AND (NOT pg_visible_in_snapshot(changed_in, ${begin})
      OR changed_at >= ${parameters.add(since, "bigint")})`;
}

/** Waits for a database that can't be reached. Returns nothing if `signal` aborts meanwhile. */
async function untilAvailable<Item>(
  signal: AbortSignal,
  read: () => Promise<readonly Item[]>,
): Promise<readonly Item[]> {
  for (;;)
    try {
      return await read();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      await wait(retryMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return [];
    }
}

function isUnavailable(error: unknown): boolean {
  return (
    typeof error === "object" &&
    error !== null &&
    "problem" in error &&
    error.problem === "unavailable"
  );
}
