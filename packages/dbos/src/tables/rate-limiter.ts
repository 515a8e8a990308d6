// Limits the requests to each provider, for all workers together. A provider's row has the time at
// which all its requests of the past are forgotten. A request moves it by the time that one request
// needs, and so reserves its place: one statement, without polling, in the order of arrival.
//
//   now ──┬─ perMs ─┬──▶ time        full_at within `perMs` from now: the request may begin at once
//         └─ full_at┘               later: it waits for the difference
//
// The clock is that of the database, because those of the workers differ.

import { sleep } from "@ptc/core/internal/contracts";
import type { Clock } from "@ptc/core/contracts";
import { RunsError } from "@ptc/subagent/runs";
import type { Database } from "./database.ts";

/** The limit of requests to a provider. */
export interface DurableRateLimit {
  /** The most requests at once. They are refilled evenly during `perMs`. */
  readonly limit: number;
  readonly perMs: number;
  /**
   * The longest wait of a request, in milliseconds. A run whose request would wait longer fails
   * with the problem `rate_limit`, and `resume(id)` continues it. Default 600,000.
   */
  readonly maxWaitMs?: number;
}

export type RateLimits = ReadonlyMap<string, Required<DurableRateLimit>>;

export class RateLimiter {
  private readonly database: Database;
  private readonly limits: RateLimits;
  private readonly clock: Clock;

  constructor(database: Database, limits: RateLimits, clock: Clock) {
    this.database = database;
    this.limits = limits;
    this.clock = clock;
  }

  get isNeeded(): boolean {
    return this.limits.size > 0;
  }

  /**
   * Resolves when a request to the provider may be sent, or when `signal` aborts.
   * @throws RunsError `rate_limit`
   */
  async take(provider: string, signal: AbortSignal): Promise<void> {
    const limit = this.limits.get(provider);
    if (limit === undefined || signal.aborted) return;
    const wait = await this.reserved(provider, limit);
    if (wait === undefined)
      throw new RunsError(
        "rate_limit",
        `the requests to ${provider} would wait for longer than ${String(limit.maxWaitMs)} ms: start fewer runs at once, or raise \`rateLimits\`, then call resume`,
      );
    if (wait > 0) await sleep(this.clock, wait, signal);
  }

  /** Returns the wait of a request in milliseconds, or undefined if it is too long. */
  private async reserved(
    provider: string,
    { limit, perMs, maxWaitMs }: Required<DurableRateLimit>,
  ): Promise<number | undefined> {
    const now = "(extract(epoch FROM clock_timestamp()) * 1000)::float8";
    const rows = await this.database.query<{ wait: number }>(
      `INSERT INTO ptc_rate_limits AS l VALUES ($1, ${now} + $2::float8)
      ON CONFLICT (provider) DO UPDATE SET full_at = greatest(l.full_at, ${now}) + $2
        WHERE l.full_at + $2 - $3::float8 - ${now} <= $4::float8
      RETURNING greatest(0, full_at - $3 - ${now}) AS wait`,
      [provider, perMs / limit, perMs, maxWaitMs],
    );
    return rows[0]?.wait;
  }
}
