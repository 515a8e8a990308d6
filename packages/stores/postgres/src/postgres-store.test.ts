// Runs if PTC_POSTGRES is the address of a server, as in `.ci/run`. The suite of all stores is in
// packages/conformance/src/stores.

import { randomUUID } from "node:crypto";
import type { RecordSummary, RunStore } from "@ptc/core/store";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPostgresStore } from "./index.ts";

const address = process.env["PTC_POSTGRES"] ?? "";
const schema = `ptc "test" ${randomUUID()}`;
const quoted = `"${schema.replaceAll('"', '""')}"`;
const run = (id: string) => ({ kind: "run", id }) as const;
const head = { status: "queued" };

describe.skipIf(address === "")("a store in PostgreSQL (set PTC_POSTGRES)", () => {
  const client = new Client(address);
  const opened: RunStore[] = [];

  beforeAll(async () => {
    await client.connect();
  });
  afterAll(async () => {
    for (const store of opened) await store.close();
    await client.query(`DROP SCHEMA IF EXISTS ${quoted} CASCADE`);
    await client.end();
  });

  async function open(prefix: string, application = randomUUID()): Promise<RunStore> {
    const config = { connectionString: address, application_name: application };
    const store = await openPostgresStore(config, { schema, prefix });
    opened.push(store);
    return store;
  }

  async function disconnect(application: string): Promise<void> {
    await client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1",
      [application],
    );
  }

  test("makes its tables once, however many processes open it, also with hostile names", async () => {
    const prefix = `x"'; DROP TABLE é--`;
    await Promise.all(Array.from({ length: 6 }, () => open(prefix)));
    const { rows } = await client.query<{ version: number }>(
      `SELECT version FROM ${quoted}."x""'; DROP TABLE é--migrations"`,
    );
    expect(rows).toEqual([{ version: 1 }]);
  });

  test("refuses tables of a newer release, and says what to install", async () => {
    await open("newer_");
    await client.query(`INSERT INTO ${quoted}.newer_migrations (version) VALUES (99)`);
    await expect(open("newer_")).rejects.toMatchObject({
      problem: "newer_schema",
      message: expect.stringMatching(
        /have version 99, but this release knows versions up to 1: install the newer release of @ptc\/store-postgres$/,
      ) as string,
    });
  });

  test("needs no right to make tables if they exist", async () => {
    await open("granted_");
    const role = `ptc_${randomUUID()}`;
    await client.query(`CREATE ROLE "${role}" LOGIN`);
    await client.query(`GRANT USAGE ON SCHEMA ${quoted} TO "${role}"`);
    await client.query(`GRANT ALL ON ALL TABLES IN SCHEMA ${quoted} TO "${role}"`);
    await client.query(`GRANT ALL ON ALL SEQUENCES IN SCHEMA ${quoted} TO "${role}"`);
    const url = new URL(address);
    url.username = role;
    const store = await openPostgresStore(url.href, { schema, prefix: "granted_" });
    await store.append([{ key: run("a"), version: 0, head }]);
    expect(await store.lease(run("a"), { owner: "w", forMs: 1000 })).toMatchObject({ token: 1 });
    await store.close();
    const denied = openPostgresStore(url.href, { schema, prefix: "denied_" });
    await expect(denied).rejects.toMatchObject({ problem: "read_only" });
    await client.query(`DROP OWNED BY "${role}"; DROP ROLE "${role}"`);
  });

  test("works again after its connections were ended, and its watches miss nothing", async () => {
    const application = randomUUID();
    const store = await open("lost_", application);
    const other = await open("lost_");
    const { signal } = new AbortController();
    const changes = store.watch({ kind: "run" }, { signal })[Symbol.asyncIterator]();
    await store.append([{ key: run("a"), version: 0, head }]);
    expect((await changes.next()).value).toMatchObject({ id: "a" });
    for (let round = 1; round <= 3; round++) {
      const next = changes.next();
      await disconnect(application);
      await other.append([{ key: run("a"), version: round, entries: ["1"] }]);
      expect((await next).value).toMatchObject({
        version: round + 1,
      } satisfies Partial<RecordSummary>);
      expect(await store.load(run("a"))).toMatchObject({ version: round + 1 });
    }
    await changes.return?.();
  });

  test("doesn't wait for ever for a process that is frozen in a transaction", async () => {
    const store = await open("frozen_");
    await store.append([{ key: run("a"), version: 0, head }]);
    const frozen = new Client(address);
    frozen.on("error", () => undefined);
    await frozen.connect();
    await frozen.query("BEGIN; SET LOCAL idle_in_transaction_session_timeout = '1s'");
    await frozen.query(`SELECT 1 FROM ${quoted}.frozen_records FOR UPDATE`);
    await store.append([{ key: run("a"), version: 1, entries: ["1"] }]);
    await frozen.end().catch(() => undefined);
  });

  test("locks records in one order, so that batches in any order all succeed", async () => {
    const store = await open("order_");
    const ids = Array.from({ length: 6 }, (_, index) => `r${String(index)}`);
    const add = async (order: readonly string[]): Promise<void> => {
      for (;;) {
        const versions = await Promise.all(
          order.map(async (id) => (await store.load(run(id)))?.version ?? 0),
        );
        const changes = order.map((id, index) => ({
          key: run(id),
          version: versions[index] ?? 0,
          head,
        }));
        const error = await store.append(changes).then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
        if (error === undefined) return;
        expect(error).toMatchObject({ problem: "conflict" });
      }
    };
    const before = await deadlocks();
    const rounds = Array.from({ length: 12 }, (_, index) =>
      index % 2 === 0 ? ids : [...ids].reverse(),
    );
    await Promise.all(rounds.map(add));
    for (const id of ids) expect(await store.load(run(id))).toMatchObject({ version: 12 });
    expect(await deadlocks()).toBe(before);
  });

  async function deadlocks(): Promise<number> {
    await client.query("SELECT pg_stat_clear_snapshot()");
    const { rows } = await client.query<{ deadlocks: string }>(
      "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()",
    );
    return Number(rows[0]?.deadlocks);
  }

  test("finds records by indexes", async () => {
    const store = await open("plan_");
    await client.query(
      `INSERT INTO ${quoted}.plan_records (kind, id, version, status, agent, tags, due_at,
         created_at, updated_at, changed_at, changed_in)
       SELECT 'run', 'r' || n, 1, CASE WHEN n % 1000 = 0 THEN 'waiting' ELSE 'done' END, 'desk',
         CASE WHEN n % 500 = 0 THEN ARRAY['eu'] END, CASE WHEN n % 700 = 0 THEN n END,
         n, n, n, pg_current_xact_id() FROM generate_series(1, 20000) AS n`,
    );
    await client.query(`ANALYZE ${quoted}.plan_records`);
    const planned = async (where: string, order = ""): Promise<string> => {
      const { rows } = await client.query<{ "QUERY PLAN": string }>(
        `EXPLAIN SELECT * FROM ${quoted}.plan_records WHERE kind = 'run' AND ${where} ${order}`,
      );
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    };
    const newest = "ORDER BY created_at DESC, id DESC LIMIT 100";
    const now = "(lease_until IS NULL OR lease_until <= 5)";
    for (const [where, order, index] of [
      ["id = 'r7'", "", "plan_records_pkey"],
      ["created_at > 0", newest, "plan_records_by_created"],
      ["(created_at, id) < (500, 'r500')", newest, "plan_records_by_created"],
      ["status = 'waiting'", newest, "plan_records_by_status"],
      [`due_at <= 5000 AND ${now} AND agent = 'desk'`, newest, "plan_records_by_due"],
      ["tags @> ARRAY['eu']", newest, "plan_records_by_tag"],
      [
        "changed_in >= pg_snapshot_xmin('999999:999999:')",
        "ORDER BY changed_in, id LIMIT 100",
        "plan_records_by_change",
      ],
    ] as const) {
      const plan = await planned(where, order);
      expect(plan).toContain(index);
      expect(plan).not.toContain("Seq Scan");
    }
    expect((await store.list({ kind: "run", tag: "eu" })).records).toHaveLength(40);
  });

  test("uses the clock of the database for leases", async () => {
    const store = await open("clock_");
    await store.append([{ key: run("a"), version: 0, head }]);
    const lease = await store.lease(run("a"), { owner: "w", forMs: 60_000 });
    const { rows } = await client.query<{ now: string }>(
      "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now",
    );
    const left = (lease?.until ?? 0) - Number(rows[0]?.now);
    expect(left).toBeGreaterThan(30_000);
    expect(left).toBeLessThanOrEqual(60_000);
  });
});
