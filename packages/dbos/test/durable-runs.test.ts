// Tests only of `createDurableRuns`, on a real Postgres. The suite of
// `packages/conformance/src/runs` has what it shares with `createRuns`. The tests need the address
// of a server whose user may create databases, in PTC_POSTGRES; without it, they are skipped.

import { approve, defineAgent, tool, type AnyAgent } from "@ptc/subagent";
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

  test("limits the requests to a provider, for all runs together", async () => {
    const at: number[] = [];
    const desk = defineAgent({
      prompt: "Work.",
      llm: {
        contractVersion: 1,
        provider: "slow",
        modelId: "one",
        capabilities: {},
        generate: () => {
          at.push(Date.now());
          const text = "(return 1)";
          return Promise.resolve({ text, content: [{ type: "text", text }], finishReason: "stop" });
        },
      } as never,
    });
    const rateLimits = { slow: { limit: 2, perMs: 400 }, other: { limit: 1, perMs: 60_000 } };
    await withRuns(
      { desk },
      async (runs) => {
        const all = await Promise.all(Array.from({ length: 6 }, () => runs.start("desk")));
        for (const { id } of all) expect(await answerOf(runs, id)).toBe(1);
      },
      { rateLimits },
    );
    // Two at once, then one each 200 ms: the places are those of the database's clock.
    const [first = 0] = at;
    expect(at).toHaveLength(6);
    expect((at.at(-1) ?? 0) - first).toBeGreaterThanOrEqual(600);
    await withRuns(
      { desk },
      async (runs) => {
        const all = await Promise.all(Array.from({ length: 3 }, () => runs.start("desk")));
        const ended = await Promise.all(all.map(({ id }) => until(runs, id, "done", "failed")));
        const refused = ended.filter(({ failure }) => failure?.problem === "rate_limit");
        expect(refused.length).toBeGreaterThan(0);
        expect(refused[0]?.failure?.message).toContain("would wait for longer than 0 ms");
        await new Promise((resolve) => setTimeout(resolve, 400));
        const [{ id } = { id: "" }] = refused;
        await runs.resume(id);
        for await (const { status } of runs.watch(id)) if (status === "done") break;
      },
      { rateLimits: { slow: { limit: 1, perMs: 400, maxWaitMs: 0 } } },
    );
  });

  test("encrypts what a previous key has encrypted", async () => {
    const first = { id: "1", key: "a secret of this server 1" };
    const second = { id: "2", key: "a secret of this server 2" };
    const program = '(return (task "a" (tool/pay {:id (count data/name)})))';
    const desk = agentOf(program, { pay });
    const call = await withRuns(
      { desk },
      async (runs) => {
        await runs.start("desk", { key: "sealed", context: { name: "Ada" }, journal: true });
        return (await until(runs, "sealed", "waiting")).pending[0]?.id ?? "";
      },
      { encryption: { current: first } },
    );
    const client = { worker: false } as const;
    await withRuns(
      {},
      async (runs) => {
        // The runs of other tests aren't encrypted.
        await runs.prune({ endedBefore: Date.now() + 1_000 });
        expect(await runs.reencrypt()).toMatchObject({ left: 0 });
        expect(await runs.reencrypt()).toEqual({ changed: 0, left: 0 });
      },
      { ...client, encryption: { current: second, previous: [first] } },
    );
    const encryption = { current: second };
    await withRuns(
      { desk },
      async (runs) => {
        await runs.decide("sealed", { [call]: approve() });
        expect(await answerOf(runs, "sealed")).toBe("paid 3");
      },
      { encryption },
    );
    const clear = await withRuns({}, (runs) => runs.get("sealed").catch(String), client);
    expect(clear).toContain('it is encrypted: pass `encryption` with the key "2"');
    const bare = await withRuns({}, (runs) => runs.reencrypt().catch(String), client);
    expect(bare).toContain("option `encryption`: `reencrypt` needs keys");
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
  const rateLimits = { slow: { limit: 0, perMs: 1 } };
  expect(await refused({ rateLimits })).toContain("option `rateLimits.slow.limit`");
  expect(await refused({ encryption: { current: { id: "1", key: "x" } } })).toContain(
    "`current.key`",
  );
  expect(await refused({ retryMs: 0 })).toContain("the database can't be reached");
});
