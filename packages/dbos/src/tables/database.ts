// The connections of this package to Postgres. Work that a lost connection interrupted is repeated,
// so a restart of the database ends no run.

import { systemClock } from "@ptc/core/contracts";
import { StoreError } from "@ptc/core/store";
import { Pool, type PoolClient } from "pg";

/** A connection, in or outside of a transaction. */
export type Connection = Pick<PoolClient, "query">;

export interface DatabaseOptions {
  readonly url: string;
  readonly poolSize: number;
  /** For how long work is repeated while the database can't be reached. */
  readonly retryMs: number;
}

export class Database {
  readonly pool: Pool;
  private readonly retryMs: number;
  private isClosed = false;

  constructor({ url, poolSize, retryMs }: DatabaseOptions) {
    this.retryMs = retryMs;
    this.pool = new Pool({ connectionString: url, max: poolSize });
    // Without a listener, a restart of the database would end the process. The next query connects.
    this.pool.on("error", () => undefined);
  }

  /** Runs one statement. It may run twice if the connection is lost, so it must be idempotent. */
  async query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return await this.repeated(async () => {
      const { rows } = await this.pool.query<Row>(text, [...values]);
      return rows;
    });
  }

  /** Runs a statement that each connection plans once. It must be idempotent, as in `query`. */
  async prepared<Row extends object>(query: {
    readonly name: string;
    readonly text: string;
    readonly values: readonly unknown[];
  }): Promise<Row[]> {
    return await this.repeated(async () => {
      const { rows } = await this.pool.query<Row>({ ...query, values: [...query.values] });
      return rows;
    });
  }

  /** Runs `work` in a transaction. It may run again after a commit whose answer was lost. */
  async transaction<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    return await this.repeated(async () => {
      const client = await this.pool.connect();
      // A connection that breaks while no query runs reports it here.
      const ignore = (): void => undefined;
      client.on("error", ignore);
      let broken = false;
      try {
        await client.query("BEGIN");
        const result = await work(client);
        await client.query("COMMIT");
        return result;
      } catch (error) {
        broken = await client.query("ROLLBACK").then(
          () => false,
          () => true,
        );
        throw error;
      } finally {
        client.off("error", ignore);
        client.release(broken);
      }
    });
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    await this.pool.end();
  }

  private async repeated<Result>(work: () => Promise<Result>): Promise<Result> {
    const start = systemClock.monotonic();
    for (let pause = 20; ; pause = Math.min(pause * 2, 500)) {
      if (this.isClosed) throw new StoreError("closed", "the runs are closed");
      try {
        return await work();
      } catch (error) {
        if (!isPassing(error)) throw error;
        if (systemClock.monotonic() - start > this.retryMs)
          throw new StoreError(
            "unavailable",
            `the database can't be reached: ${messageOf(error)}. Start it, or correct databaseUrl`,
            { cause: error },
          );
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  }
}

/** SQLSTATEs of a restart, of too many connections, and of transactions that collided. */
const passingStates: ReadonlySet<unknown> = new Set([
  "57P01",
  "57P02",
  "57P03",
  "53300",
  "40001",
  "40P01",
]);
const lostConnection =
  /^(?:Connection terminated|Client has encountered a connection error|timeout expired)/;

/** True for an error that passes when the work is repeated. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { readonly code?: unknown };
  if (typeof code === "string")
    return passingStates.has(code) || code.startsWith("08") || /^E(?:CONN|PIPE)/.test(code);
  return lostConnection.test(error.message);
}

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message === "" ? error.name : error.message;
}
