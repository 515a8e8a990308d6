// Runs if PTC_POSTGRES is the address of a server, as in `.ci/run`.

import { randomUUID } from "node:crypto";
import { openPostgresStore } from "@ptc/store-postgres";
import { Client } from "pg";
import { describe, test } from "vitest";
import { testStore } from "./test-store.ts";

const address = process.env["PTC_POSTGRES"];

if (address === undefined)
  describe("the store postgres", () => {
    test.skip("passes the suite of stores (set PTC_POSTGRES to the address of a server)");
  });
else
  testStore({
    name: "postgres",
    isShared: true,
    isPersistent: true,
    create: () => {
      const schema = `ptc-${randomUUID()}`;
      return Promise.resolve({
        open: (options) => openPostgresStore(address, { ...options, schema }),
        remove: async () => {
          const client = new Client(address);
          await client.connect();
          await client.query(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
          await client.end();
        },
      });
    },
  });
