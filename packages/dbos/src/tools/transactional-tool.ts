// A tool whose effect and its record are one transaction of Postgres. If it is called again with
// the same id, after a crash or by a frozen worker, it returns the recorded result.

import { decodedValue, storableValue } from "@ptc/core/internal/stored";
import { OptionError } from "@ptc/core/errors";
import { isObject } from "@ptc/core/internal/host";
import { tool, type CallableTool, type ToolContext, type ToolOptions } from "@ptc/subagent";

/** The connection of a transaction. That of `pg` has this type. */
export interface TransactionClient {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: unknown[] }>;
}

/** A pool of connections. `Pool` of `pg` has this type. */
export interface TransactionPool {
  connect(): Promise<TransactionClient & { release(error?: boolean): void }>;
}

/** The context of the tool's function: that of `tool`, with the connection of the transaction. */
export interface TransactionContext<Deps = unknown> extends ToolContext<Deps> {
  readonly client: TransactionClient;
}

/** The options of `transactionalTool`: those of `tool`. */
export type TransactionalToolOptions<Text extends string, Input, Output, Result, Deps> = Omit<
  ToolOptions<Text, Input, Output, Result, Deps>,
  "execute"
> & {
  /** The database of the effect. The table `ptc_effects` is created in it. */
  readonly pool: TransactionPool;
  /**
   * Makes the effect with `context.client`, in a transaction that is committed afterwards. If it
   * throws, the transaction is rolled back, and the call fails. Don't use the pool in it: all its
   * connections may be in transactions that wait for one.
   */
  readonly execute: (
    args: Parameters<ToolOptions<Text, Input, Output, Result, Deps>["execute"]>[0],
    context: TransactionContext<Deps>,
  ) => Result;
};

const table = `CREATE TABLE IF NOT EXISTS ptc_effects (
  call_id text PRIMARY KEY, result text, at timestamptz NOT NULL DEFAULT now()
)`;

/** A frozen process would keep another worker waiting for its transaction. */
const begin = "BEGIN; SET LOCAL idle_in_transaction_session_timeout = '60s'";

/**
 * Returns a tool that makes its effect in a transaction, once for each call.
 *
 * @example
 *   const refund = transactionalTool({
 *     pool,
 *     signature: "(order :int, amount :float) -> :string",
 *     execute: async ({ order, amount }, { client }) => {
 *       await client.query("INSERT INTO refunds VALUES ($1, $2)", [order, amount]);
 *       return "refunded";
 *     },
 *   });
 *
 * @throws OptionError
 */
export function transactionalTool<
  const Text extends string = never,
  Input = Readonly<Record<string, unknown>>,
  Output = unknown,
  Deps = unknown,
  Result = unknown,
>(
  options: TransactionalToolOptions<Text, Input, Output, Result, Deps>,
): CallableTool<
  Parameters<ToolOptions<Text, Input, Output, Result, Deps>["execute"]>[0],
  Promise<Awaited<Result>>,
  Deps
> {
  const { pool, execute, ...rest } = options;
  if (!isObject(pool) || typeof pool.connect !== "function")
    throw new OptionError("pool", "expected a pool of connections, such as that of `pg`");
  if (typeof (execute as unknown) !== "function")
    throw new OptionError("execute", "expected a function");
  const effects = new Effects(pool);
  type Whole = ToolOptions<Text, Input, Output, Promise<Awaited<Result>>, Deps>;
  const whole = {
    ...rest,
    execute: async (args, context) =>
      // The result is the one of `execute`, encoded and decoded.
      (await effects.once(context.callId, (client) =>
        execute(args, { ...context, client }),
      )) as Awaited<Result>,
  } as Whole;
  return tool(whole as never) as never;
}

class Effects {
  private readonly pool: TransactionPool;
  private hasTable = false;

  constructor(pool: TransactionPool) {
    this.pool = pool;
  }

  /** Returns the recorded result of a call, or that of `make`, which is recorded. */
  async once(callId: string, make: (client: TransactionClient) => unknown): Promise<unknown> {
    const client = await this.pool.connect();
    let isBroken = false;
    try {
      if (!this.hasTable) await createTable(client);
      this.hasTable = true;
      await client.query(begin);
      // A second call waits here for the end of the first one.
      const { rows } = await client.query(
        "INSERT INTO ptc_effects (call_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING call_id",
        [callId],
      );
      const text = rows.length === 0 ? undefined : await this.made(client, callId, make);
      const result = text ?? (await recorded(client, callId));
      await client.query("COMMIT");
      return decodedValue(JSON.parse(result), "result");
    } catch (error) {
      isBroken = await client.query("ROLLBACK").then(
        () => false,
        () => true,
      );
      throw error;
    } finally {
      client.release(isBroken);
    }
  }

  private async made(
    client: TransactionClient,
    callId: string,
    make: (client: TransactionClient) => unknown,
  ): Promise<string> {
    const text = JSON.stringify(storableValue(await make(client)));
    await client.query("UPDATE ptc_effects SET result = $2 WHERE call_id = $1", [callId, text]);
    return text;
  }
}

async function recorded(client: TransactionClient, callId: string): Promise<string> {
  const text = "SELECT result FROM ptc_effects WHERE call_id = $1";
  const [row] = (await client.query(text, [callId])).rows;
  // Only this module writes the column.
  return (row as { readonly result: string }).result;
}

/** Two processes that create a table at once fail, although it then exists. */
async function createTable(client: TransactionClient): Promise<void> {
  await client.query(table).catch(async () => await client.query(table));
}
