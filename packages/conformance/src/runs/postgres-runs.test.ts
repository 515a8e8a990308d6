// Runs if PTC_POSTGRES is the address of a server, as in `.ci/run`.

import { randomUUID } from "node:crypto";
import { openPostgresStore } from "@ptc/store-postgres";
import { Client } from "pg";
import { describe, test } from "vitest";
import { storedRuns } from "./stored-runs.ts";
import { testRuns } from "./test-runs.ts";

const address = process.env["PTC_POSTGRES"];
const name = "runs in Postgres";

if (address === undefined)
  describe(name, () => {
    test.skip("pass the suite of runs (set PTC_POSTGRES to the address of a server)");
  });
else
  testRuns({
    name,
    create: async (clock) => {
      const schema = `ptc-${randomUUID()}`;
      return storedRuns(await openPostgresStore(address, { clock, schema }), async () => {
        const client = new Client(address);
        await client.connect();
        await client.query(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
        await client.end();
      });
    },
  });
