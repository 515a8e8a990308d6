// Deletes runs that have ended, with their workflows.

import type { DBOSClient } from "@dbos-inc/dbos-sdk";
import { workflowId, type RunTable } from "./run-table.ts";

/** Returns the number of deleted runs. */
export async function pruneRuns(
  table: RunTable,
  client: DBOSClient,
  endedBefore: number,
  limit: number,
): Promise<number> {
  const runs = await table.prune(endedBefore, limit);
  const workflows = runs.flatMap(({ id, pass }) =>
    Array.from({ length: pass }, (_, index) => workflowId(id, index + 1)),
  );
  if (workflows.length > 0) await client.deleteWorkflows(workflows);
  return runs.length;
}
