// Durable runs on a real Postgres. They need the address of a server whose user may create
// databases, in PTC_POSTGRES; without it, they are skipped.

import { approve, answer, defineAgent, deny, suspend, tool, type AnyAgent } from "@ptc/subagent";
import { stepFromJson } from "@ptc/subagent/step-json";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createDurableRuns,
  transactionalTool,
  type DurableAgent,
  type DurableRuns,
  type DurableRunsOptions,
} from "../src/index.ts";

const server = process.env["PTC_POSTGRES"];
const database = `ptc_dbos_test_${String(process.pid)}`;

function databaseUrl(): string {
  const url = new URL(server ?? "postgres://127.0.0.1/none");
  url.pathname = `/${database}`;
  return url.href;
}

async function onServer(statement: string): Promise<void> {
  const pool = new Pool({ connectionString: server, max: 1 });
  await pool.query(statement);
  await pool.end();
}

/** Runs `work` with a worker in this process. DBOS allows one at a time. */
async function withRuns<Result>(
  agents: Readonly<Record<string, DurableAgent>>,
  work: (runs: DurableRuns) => Promise<Result>,
  options: Partial<DurableRunsOptions> = {},
): Promise<Result> {
  const runs = await createDurableRuns({
    databaseUrl: databaseUrl(),
    agents,
    worker: { pollMs: 20, leaseMs: 2_000 },
    ...options,
  });
  try {
    return await work(runs);
  } finally {
    await runs.close();
  }
}

async function until(runs: DurableRuns, id: string, ...statuses: readonly string[]) {
  for await (const { status } of runs.watch(id)) if (statuses.includes(status)) break;
  const info = await runs.get(id);
  if (info === undefined) throw new Error("the run was deleted");
  return info;
}

async function answerOf(runs: DurableRuns, id: string): Promise<unknown> {
  const { step, failure } = await until(runs, id, "done", "failed");
  if (step === undefined) return failure;
  const read = await stepFromJson(step);
  return read.ok ? (read.step.ok ? read.step.return : read.step.fail) : read.message;
}

type Tools = NonNullable<Parameters<typeof defineAgent>[0]["tools"]>;

function agentOf(program: string, tools: Tools): AnyAgent {
  return defineAgent({ prompt: "Work.", llm: () => Promise.resolve(program), maxTurns: 2, tools });
}

const pay = tool({
  signature: "(id :int) -> :string",
  needsApproval: true,
  execute: ({ id }) => `paid ${String(id)}`,
});

describe.skipIf(server === undefined)("durable runs on Postgres (PTC_POSTGRES)", () => {
  beforeAll(async () => {
    await onServer(`CREATE DATABASE ${database}`);
  });
  afterAll(async () => {
    await onServer(`DROP DATABASE ${database} WITH (FORCE)`);
  });

  test("waits for a decision, and starts once with a key", async () => {
    const desk = agentOf("(return (tool/pay {:id 1}))", { pay });
    await withRuns({ desk }, async (runs) => {
      const { id } = await runs.start("desk", { key: "order-1", tags: ["eu"] });
      const [call] = (await until(runs, id, "waiting")).pending;
      expect(call).toMatchObject({ tool: "pay", arguments: { id: 1 }, reason: "approval" });
      const wrong = await runs.decide(id, { other: approve() }).catch(String);
      expect(wrong).toContain(`no waiting call "other": these calls wait: "${call?.id ?? ""}"`);
      await runs.decide(id, { [call?.id ?? ""]: approve() });
      expect(await answerOf(runs, id)).toBe("paid 1");
      expect((await runs.start("desk", { key: "order-1" })).status).toBe("done");
      const { runs: listed } = await runs.list({ tag: "eu", status: "done" });
      expect(listed.map((run) => run.id)).toEqual(["order-1"]);
      const late = await runs.decide(id, { [call?.id ?? ""]: deny() }).catch(String);
      expect(late).toContain("has ended: it is done");
    });
  });

  test("keeps waiting after a decision that doesn't fit", async () => {
    const ask = tool({
      signature: "() -> {amount :float}",
      suspends: true,
      execute: () => {
        throw suspend({ reason: "asks" });
      },
    });
    const desk = agentOf("(return (:amount (tool/ask {})))", { ask });
    await withRuns({ desk }, async (runs) => {
      const { id } = await runs.start("desk");
      const [call] = (await until(runs, id, "waiting")).pending;
      await runs.decide(id, { [call?.id ?? ""]: answer({ amount: "a lot" }) });
      const refused = await until(runs, id, "waiting", "failed");
      expect(refused.pending[0]?.refused).toContain("amount: expected float");
      await runs.decide(id, { [call?.id ?? ""]: answer({ amount: 2.5 }) });
      expect(await answerOf(runs, id)).toBe(2.5);
    });
  });

  test("stores no firewalled values, and gets them from the application", async () => {
    const secret = "secret-4711";
    const agent = agentOf(
      '(do (println (str "with " (:_token data/user))) (return (tool/pay {:id (count (:_token data/user))})))',
      { pay },
    );
    const context = { user: { name: "Ada", _token: secret } };
    const loaded: DurableAgent = () => ({ agent, context: () => context });
    await withRuns({ loaded, bare: agent }, async (runs) => {
      const { id } = await runs.start("loaded", { context });
      const [call] = (await until(runs, id, "waiting")).pending;
      const decision = answer({ _iban: secret });
      const wrong = await runs.decide(id, { [call?.id ?? ""]: decision }).catch(String);
      expect(wrong).toContain("has firewalled fields, which aren't stored: leave them out");
      await runs.decide(id, { [call?.id ?? ""]: approve() });
      expect(await answerOf(runs, id)).toBe("paid 11");

      const copied = { ...context, note: `the token is ${secret}` };
      const leak = await runs.start("loaded", { context: copied }).catch(String);
      expect(leak).toContain("a field of the context contains the value of a firewalled field");

      const bare = await runs.start("bare", { context });
      const failed = await until(runs, bare.id, "failed");
      expect(failed.failure).toMatchObject({
        problem: "firewalled",
        message: expect.stringContaining("stored without its firewalled fields") as unknown,
      });
    });
    const pool = new Pool({ connectionString: databaseUrl(), max: 1 });
    const { rows } = await pool.query<{ readonly schema: string; readonly name: string }>(
      "SELECT table_schema AS schema, table_name AS name FROM information_schema.tables WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')",
    );
    const found: string[] = [];
    for (const { schema, name } of rows) {
      const { rows: stored } = await pool.query<{ readonly text: string }>(
        `SELECT row_to_json(t)::text AS text FROM "${schema}"."${name}" t`,
      );
      if (stored.some(({ text }) => text.includes(secret))) found.push(`${schema}.${name}`);
    }
    await pool.end();
    expect(rows.length).toBeGreaterThan(3);
    expect(found).toEqual([]);
  });

  test("runs a child agent as a run of its own, and passes its failure on", async () => {
    const child = agentOf('(return (str "checked " data/id))', {});
    const failing = agentOf('(fail "broken")', {});
    const desk: DurableAgent = ({ runs }) => ({
      agent: agentOf(
        "(return [(tool/check {:id 7}) (try (tool/broken {}) (catch Exception e (ex-message e)))])",
        {
          check: runs.asTool("child", { signature: "(id :int) -> :string" }),
          broken: runs.asTool("failing", { signature: "() -> :string" }),
        },
      ),
    });
    await withRuns({ desk, child, failing }, async (runs) => {
      const { id } = await runs.start("desk");
      expect(await answerOf(runs, id)).toEqual(["checked 7", expect.stringContaining("broken")]);
      expect((await runs.list({ agent: "child" })).runs).toHaveLength(1);
    });
  });

  test("cancels a run in any state, and the runs for which it waits", async () => {
    const child = agentOf("(return (tool/pay {:id 1}))", { pay });
    const desk: DurableAgent = ({ runs }) => ({
      agent: agentOf("(return (tool/check {}))", {
        check: runs.asTool("child", { signature: "() -> :string" }),
      }),
    });
    await withRuns({ desk, child }, async (runs) => {
      const { id } = await runs.start("desk", { key: "cancel-1" });
      for (;;) {
        const { runs: waiting } = await runs.list({ status: "waiting" });
        if (waiting.length === 2) break;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      expect(await runs.cancel(id, "no longer needed")).toMatchObject({
        status: "cancelled",
        reason: "no longer needed",
        pending: [],
      });
      expect((await runs.list({ status: "waiting" })).runs).toEqual([]);
    });
  });

  describe("after a deployment with another prompt", () => {
    const version = (prompt: string) =>
      defineAgent({
        prompt,
        llm: () => Promise.resolve("(return (tool/pay {:id 1}))"),
        tools: { pay },
      });
    const start = async (options: Partial<DurableRunsOptions>, key: string): Promise<string> =>
      await withRuns(
        { desk: version("Pay.") },
        async (runs) => {
          await runs.start("desk", { key });
          return (await until(runs, key, "waiting")).pending[0]?.id ?? "";
        },
        options,
      );

    test("fail: keeps the checkpoint, and the old version can resume", async () => {
      const call = await start({}, "change-1");
      await withRuns({ desk: version("Pay at once.") }, async (runs) => {
        await runs.decide("change-1", { [call]: approve() });
        expect(await answerOf(runs, "change-1")).toMatchObject({ problem: "changed" });
      });
      await withRuns({ desk: version("Pay.") }, async (runs) => {
        // The decision isn't lost.
        await runs.resume("change-1");
        expect(await answerOf(runs, "change-1")).toBe("paid 1");
      });
    });

    test("restart-turn: begins the turn again", async () => {
      await start({}, "change-2");
      const options = { onChange: "restart-turn" } as const;
      await withRuns(
        { desk: version("Pay at once.") },
        async (runs) => {
          await runs.resume("change-2");
          await until(runs, "change-2", "queued", "running");
          const { pending } = await until(runs, "change-2", "waiting");
          await runs.decide("change-2", { [pending[0]?.id ?? ""]: approve() });
          expect(await answerOf(runs, "change-2")).toBe("paid 1");
        },
        options,
      );
    });

    test("finish-on-old: workers of another version leave the run alone", async () => {
      const of = (appVersion: string) => ({ appVersion, onChange: "finish-on-old" }) as const;
      const call = await start(of("1"), "change-3");
      await withRuns(
        { desk: version("Pay at once.") },
        async (runs) => {
          await runs.decide("change-3", { [call]: approve() });
          const { id } = await runs.start("desk");
          await until(runs, id, "waiting");
          expect(await runs.get("change-3")).toMatchObject({ status: "queued", appVersion: "1" });
        },
        of("2"),
      );
      await withRuns(
        { desk: version("Pay.") },
        async (runs) => {
          expect(await answerOf(runs, "change-3")).toBe("paid 1");
        },
        of("1"),
      );
    });
  });

  test("makes the effect of a transactional tool once for a call", async () => {
    const pool = new Pool({ connectionString: databaseUrl(), max: 3 });
    await pool.query("CREATE TABLE transfers (id integer)");
    const transfer = transactionalTool({
      pool,
      signature: "(id :int) -> {at :any}",
      execute: async ({ id }, { client }) => {
        await client.query("INSERT INTO transfers VALUES ($1)", [id]);
        if (id < 0) throw new Error("refused");
        return { at: new Date(0) };
      },
    });
    const call = { callId: "a/1/0" };
    const results = await Promise.all([1, 1, 1].map((id) => transfer.execute({ id }, call)));
    expect(results).toEqual([1, 2, 3].map(() => ({ at: new Date(0) })));
    await expect(transfer.execute({ id: -1 }, { callId: "a/1/1" })).rejects.toThrow("refused");
    expect((await pool.query("SELECT id FROM transfers")).rows).toEqual([{ id: 1 }]);
    await pool.end();
  });
});

test("reports options that don't fit, before it connects", async () => {
  const options = { databaseUrl: "postgres://127.0.0.1:1/x", agents: {} };
  const refused = async (wrong: object): Promise<string> =>
    await createDurableRuns({ ...options, ...wrong }).then(() => "", String);
  expect(await refused({ databaseUrl: "mysql://x" })).toContain(
    "expected an address such as postgres://host:5432/name",
  );
  expect(await refused({ onChange: "finish-on-old" })).toContain("needs an `appVersion`");
  expect(await refused({ agentQueues: { desk: "slow" } })).toContain('there is no queue "slow"');
  expect(await refused({ leaseMs: 1 })).toContain("unknown option");
  expect(await refused({ retryMs: 0 })).toContain("the database can't be reached");
});
