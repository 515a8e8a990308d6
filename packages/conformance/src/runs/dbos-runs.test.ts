// Runs if PTC_POSTGRES is the address of a server, as in `.ci/run`. The cases share a database,
// because its tables take a second to create.

import { createDurableRuns } from "@ptc/dbos";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, test } from "vitest";
import { newDatabase } from "../durable/cluster.ts";
import { testRuns } from "./test-runs.ts";

const address = process.env["PTC_POSTGRES"];
const name = "runs on DBOS";

if (address === undefined)
  describe(name, () => {
    test.skip("pass the suite of runs (set PTC_POSTGRES to the address of a server)");
  });
else {
  let databaseUrl = "";
  let pool: Pool;
  beforeAll(async () => {
    databaseUrl = await newDatabase(address, "runs");
    pool = new Pool({ connectionString: databaseUrl, max: 1 });
  });
  afterAll(() => pool.end());
  testRuns({
    name,
    create: () =>
      Promise.resolve({
        open: async (options) =>
          await createDurableRuns({
            databaseUrl,
            ...options,
            worker: options.worker ?? { pollMs: 20, leaseMs: 2_000 },
          }),
        stored: () => storedText(pool),
        damage: async (id, text) => {
          await pool.query("UPDATE ptc_runs SET input = $2 WHERE id = $1", [id, text]);
        },
        remove: async () => {
          await pool.query(
            "TRUNCATE ptc_runs, ptc_waits, ptc_decisions, ptc_journal, ptc_rate_limits, dbos.workflow_status CASCADE",
          );
        },
      }),
  });
}

/** Returns all rows of all tables, also those of DBOS. */
async function storedText(pool: Pool): Promise<string> {
  const text = "SELECT database_to_xml(true, false, '')::text AS text";
  return (await pool.query<{ readonly text: string }>(text)).rows[0]?.text ?? "";
}
