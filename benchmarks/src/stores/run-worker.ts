// A process that works on the runs of one store, until its input ends.
import { once } from "node:events";
import { openSqliteStore } from "@ptc/store-sqlite";
import { createRuns } from "@ptc/subagent/runs";
import { shortAgent } from "./short-agent.ts";

const address = process.argv[2] ?? "";
const store = address.startsWith("postgres:")
  ? await (await import("@ptc/store-postgres")).openPostgresStore(address)
  : await openSqliteStore(address);
const runs = createRuns({ store, agents: { short: shortAgent }, worker: { concurrency: 10 } });
process.stdin.resume();
await once(process.stdin, "end");
await runs.close();
await store.close();
