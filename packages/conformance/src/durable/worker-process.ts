// A worker of durable runs, as a process that may be killed at any time. Its missions have two
// children, one in the same run and one as a run of its own, and a call that needs an approval.
//
//   pay (idempotent by its key) ── child checks ── child run checks ── refund (approval) ── transfer
//
// Every attempt of a call is logged before the effect, so that the driver can count them.

import {
  createDurableRuns,
  transactionalTool,
  type DurableAgent,
  type DurableRunsOptions,
} from "@ptc/dbos";
import type { ModelFunction } from "@ptc/llm";
import { asTool, defineAgent, tool } from "@ptc/subagent";
import { Pool } from "pg";
import { registerPlainWorkflow } from "./plain-workflow.ts";
import { sleep } from "./sleep.ts";

/** The programs of the agents by a word of their prompts. */
const programs = {
  desk: `(let [paid (tool/pay {:run data/id :what "fee"})
      a (tool/near {:id data/id})
      b (tool/far {:id data/id})]
  (return (str paid a b (tool/refund {:run data/id :what "refund"})
    (tool/transfer {:run data/id :what "transfer"}))))`,
  near: `(return (tool/pay {:run data/id :what "near"}))`,
  far: `(return (tool/pay {:run data/id :what "far"}))`,
  calls: `(return (reduce (fn [sum n] (+ sum (tool/count {:n n}))) 0 (range 20)))`,
} as const;

function model(name: keyof typeof programs): ModelFunction {
  return async () => {
    await sleep(5);
    return programs[name];
  };
}

const callsWith = (effect: "read" | "write") =>
  defineAgent({
    prompt: "Count.",
    signature: "() -> :int",
    llm: model("calls"),
    tools: {
      count: tool({
        signature: "(n :int) -> :int",
        effect,
        execute: async ({ n }) => {
          await sleep(5);
          return n;
        },
      }),
    },
  });

/** The mission of 20 calls of 5 ms. */
export const calls = callsWith("write");

/** The same with calls that only read. */
export const reads = callsWith("read");

/**
 * Repeats work while the database is restarted. An error would be an answer of the tool, after
 * which the model makes other calls.
 */
async function persistently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; ; tries += 1)
    try {
      return await work();
    } catch (error) {
      if (tries === mostTries) throw error;
      await sleep(100);
    }
}

const mostTries = 300;
const contract = "(run :string, what :string) -> :string";

/** Returns the agents. Their effects are rows of the database. */
function agentsOf(pool: Pool, transactions: Pool): Readonly<Record<string, DurableAgent>> {
  const attempt = async (run: string, what: string, callId: string): Promise<void> => {
    const values = [run, what, callId, Date.now()];
    await persistently(() => pool.query("INSERT INTO attempts VALUES ($1, $2, $3, $4)", values));
    await sleep(5);
  };
  const pay = (needsApproval: boolean) =>
    tool({
      signature: contract,
      needsApproval,
      execute: async ({ run, what }, { callId }) => {
        await attempt(run, what, callId);
        const insert = "INSERT INTO effects VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
        await persistently(() => pool.query(insert, [run, what, callId]));
        return what;
      },
    });
  const transferOnce = transactionalTool({
    pool: transactions,
    signature: contract,
    execute: async ({ run, what }, { client, callId }) => {
      await attempt(run, what, callId);
      // The table has no key: a second effect would be a second row.
      await client.query("INSERT INTO transfers VALUES ($1, $2)", [run, callId]);
      return what;
    },
  });
  const transfer = tool({
    signature: contract,
    execute: (args, context) => persistently(async () => transferOnce.execute(args, context)),
  });
  const child = (name: "near" | "far") =>
    defineAgent({
      prompt: "Check {{id}}.",
      description: "Checks.",
      signature: "(id :string) -> :string",
      llm: model(name),
      tools: { pay: pay(false) },
    });
  return {
    calls,
    far: child("far"),
    desk: ({ runs }) => ({
      agent: defineAgent({
        prompt: "Refund {{id}}.",
        signature: "(id :string) -> :string",
        llm: model("desk"),
        tools: {
          pay: pay(false),
          refund: pay(true),
          transfer,
          near: asTool(child("near")),
          far: runs.asTool("far", { description: "Checks.", signature: "(id :string) -> :string" }),
        },
      }),
    }),
  };
}

/** Runs as a worker until the process ends. */
export async function work(settings: Partial<DurableRunsOptions>): Promise<void> {
  const databaseUrl = process.env["PTC_POSTGRES"] ?? "";
  const [pool, transactions] = [1, 2].map(
    () => new Pool({ connectionString: databaseUrl, max: 4 }),
  );
  if (pool === undefined || transactions === undefined) throw new Error("no pool");
  for (const each of [pool, transactions]) each.on("error", () => undefined);
  registerPlainWorkflow();
  const runs = await createDurableRuns({
    databaseUrl,
    agents: agentsOf(pool, transactions),
    maxAttempts: 1_000,
    ...settings,
  });
  process.once("SIGTERM", () => {
    void runs
      .close()
      .then(() => Promise.all([pool.end(), transactions.end()]))
      .then(() => process.exit(0));
  });
  process.stdout.write("ready\n");
}
