// The connections of a store. Survives restarts of the database: a call under way fails with
// `unavailable`, and the next one connects again.

import { Client, Pool, type PoolClient, type PoolConfig, type QueryResultRow } from "pg";
import type { Address } from "./address.ts";
import { isConnectionLoss, isRepeatable, storeError } from "./database-errors.ts";

/** Runs one statement and returns its rows. */
export type Query = (
  text: string,
  values?: readonly unknown[],
) => Promise<readonly QueryResultRow[]>;

const mostAttempts = 5;
const connectMs = 10_000;
const answerMs = 60_000;

/**
 * Other sessions wait for the rows of a transaction. Its own session may be frozen, so the database
 * ends it.
 */
const begin =
  "BEGIN; SET LOCAL lock_timeout = '20s'; SET LOCAL idle_in_transaction_session_timeout = '10s'";

export class Database {
  readonly address: Address;
  private readonly pool: Pool;
  private readonly config: PoolConfig;
  private readonly underWay = new Set<Promise<unknown>>();

  constructor(address: Address) {
    this.address = address;
    this.config = {
      connectionTimeoutMillis: connectMs,
      query_timeout: answerMs,
      keepAlive: true,
      application_name: "ptc",
      ...address.config,
    };
    this.pool = new Pool(this.config);
    // Without these, a restart of the database would end the process.
    this.pool.on("error", () => undefined);
    this.pool.on("connect", (client) => client.on("error", () => undefined));
  }

  /** Runs a statement that only reads. A lost connection is tried again once. */
  read(text: string, values: readonly unknown[]): Promise<readonly QueryResultRow[]> {
    return this.reported(async () => {
      for (let attempt = 1; ; attempt++)
        try {
          return await this.connected((client) => queryOf(client)(text, values));
        } catch (error) {
          if (attempt === 2 || !isConnectionLoss(error)) throw error;
        }
    });
  }

  /** Runs one statement that writes. After a lost connection it may have been made. */
  write(text: string, values: readonly unknown[]): Promise<readonly QueryResultRow[]> {
    return this.reported(() => this.connected((client) => queryOf(client)(text, values)));
  }

  /**
   * Runs a transaction. It is run again if the database rolled it back for another one, or if the
   * connection was lost before the end, so nothing was changed.
   */
  transaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
    return this.reported(async () => {
      for (let attempt = 1; ; attempt++) {
        const state = { isEnding: false };
        try {
          return await this.connected((client) => transactionIn(client, work, state));
        } catch (error) {
          const isLost = isConnectionLoss(error) && !state.isEnding && attempt === 1;
          if (!isLost && !(isRepeatable(error) && attempt < mostAttempts)) throw error;
        }
      }
    });
  }

  /** A connection that isn't in the pool, to listen. */
  newClient(): Client {
    const client = new Client(this.config);
    client.on("error", () => undefined);
    return client;
  }

  /** Waits for the calls under way, because a closed pool would leave them waiting. */
  async close(): Promise<void> {
    await Promise.allSettled(this.underWay);
    await this.pool.end();
  }

  private async reported<Result>(work: () => Promise<Result>): Promise<Result> {
    const working = work();
    this.underWay.add(working);
    try {
      return await working;
    } catch (error) {
      throw storeError(this.address, error);
    } finally {
      this.underWay.delete(working);
    }
  }

  private async connected<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const client = await this.pool.connect();
    let failure: unknown;
    try {
      return await work(client);
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      // A connection in an unknown state isn't used again.
      client.release(failure !== undefined && isConnectionLoss(failure));
    }
  }
}

async function transactionIn<Result>(
  client: PoolClient,
  work: (query: Query) => Promise<Result>,
  state: { isEnding: boolean },
): Promise<Result> {
  await client.query(begin);
  try {
    const result = await work(queryOf(client));
    state.isEnding = true;
    await client.query("COMMIT");
    return result;
  } catch (error) {
    if (!isConnectionLoss(error)) await client.query("ROLLBACK");
    throw error;
  }
}

function queryOf(client: PoolClient | Client): Query {
  return async (text, values = []) => (await client.query<QueryResultRow>(text, [...values])).rows;
}
