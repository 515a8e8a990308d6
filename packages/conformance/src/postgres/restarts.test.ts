// Stops a server of its own as a crash would. Runs where PTC_POSTGRES is set, as in `.ci/run`.

import { openPostgresStore } from "@ptc/store-postgres";
import { expect, test } from "vitest";
import { postgresPrograms, startPostgres } from "./server.ts";

const isAsked = process.env["PTC_POSTGRES"] !== undefined;
const port = 55449;

test.runIf(isAsked)(
  "a store loses nothing when its server is stopped and started",
  async () => {
    const programs = postgresPrograms();
    if (programs === undefined)
      throw new Error("PTC_POSTGRES is set, but PostgreSQL isn't installed");
    const server = startPostgres(programs, port);
    try {
      const store = await openPostgresStore(server.url);
      const key = { kind: "run", id: "a" } as const;
      await store.append([{ key, version: 0, head: { status: "queued" } }]);
      const ended = new AbortController();
      const seen: number[] = [];
      const watching = (async () => {
        for await (const { version } of store.watch({ kind: "run" }, ended)) seen.push(version);
      })();
      let version = 1;
      for (let round = 0; round < 3; round++) {
        server.stop("immediate");
        await expect(store.append([{ key, version, entries: ["lost"] }])).rejects.toMatchObject({
          problem: "unavailable",
        });
        await expect(store.load(key)).rejects.toMatchObject({ problem: "unavailable" });
        server.start();
        expect(await store.load(key)).toMatchObject({ version });
        await store.append([{ key, version, entries: ["kept"] }]);
        version += 1;
        await expect.poll(() => seen.at(-1), { timeout: 30_000 }).toBe(version);
      }
      expect((await store.load(key))?.entries).toEqual(["kept", "kept", "kept"]);
      ended.abort();
      await watching;
      await store.close();
    } finally {
      server.remove();
    }
  },
  120_000,
);
