// The runs of the desk: in a SQLite file, or on DBOS if REFUND_DESK_POSTGRES is the address of a
// Postgres database. Both have the same methods, so the rest of the example doesn't differ.

import { basename, join } from "node:path";
import { StoreError, type RunStore } from "@ptc/core/store";
import { openFileStore } from "@ptc/core/store/node";
import { openSqliteStore } from "@ptc/store-sqlite";
import { createRuns, type RunAgents, type Runs } from "@ptc/subagent/runs";

/** The methods that the desk uses. */
export type Desk = Pick<Runs, "start" | "get" | "decide"> & {
  watch(id: string): AsyncIterable<{ readonly status: string }>;
  close(): Promise<void>;
};

/** Returns the key of the run: by it, the second process finds the run of the first one. */
export function deskKey(folder: string): string {
  const month = "refunds of May";
  // A database of Postgres may have the runs of other plays.
  return process.env["REFUND_DESK_POSTGRES"] === undefined
    ? month
    : `${month}, ${basename(folder)}`;
}

/** Opens the desk. Without agents, this process only decides. */
export async function openDesk(folder: string, agents?: RunAgents): Promise<Desk> {
  const databaseUrl = process.env["REFUND_DESK_POSTGRES"];
  const options = {
    agents: agents ?? {},
    onError: console.error,
    ...(agents === undefined ? { worker: false as const } : {}),
  };
  if (databaseUrl !== undefined) {
    const { createDurableRuns } = await import("@ptc/dbos");
    return await createDurableRuns({ databaseUrl, ...options });
  }
  const store = await openStore(folder);
  const runs = createRuns({ store, ...options });
  return {
    start: (agent, started) => runs.start(agent, started),
    get: (id) => runs.get(id),
    decide: (id, decisions) => runs.decide(id, decisions),
    watch: (id) => runs.watch(id),
    close: async () => {
      await runs.close();
      await store.close();
    },
  };
}

/** Opens the SQLite file, or a file of lines on hosts without SQLite. */
async function openStore(folder: string): Promise<RunStore> {
  try {
    return await openSqliteStore(join(folder, "runs.db"));
  } catch (error) {
    if (!(error instanceof StoreError && error.problem === "unavailable")) throw error;
    return await openFileStore(join(folder, "runs.jsonl"));
  }
}
