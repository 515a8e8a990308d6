// Waits of the cases.

import type { RunInfo } from "@ptc/subagent/runs";
import type { SuiteRuns } from "./runs-under-test.ts";

/** Returns the result of `look` once it isn't undefined. */
export async function eventually<Found>(
  look: () => Promise<Found | undefined> | Found | undefined,
  what: () => string = () => "it",
): Promise<Found> {
  for (let tries = 0; tries < 4_000; tries += 1) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`${what()} did not happen`);
}

/** Returns a run once it has one of these states. */
export async function withStatus(
  runs: SuiteRuns,
  id: string,
  ...statuses: readonly string[]
): Promise<RunInfo> {
  let last: RunInfo | undefined;
  return await eventually(
    async () => {
      last = await runs.get(id);
      return last !== undefined && statuses.includes(last.status) ? last : undefined;
    },
    () => `${statuses.join(" or ")} of ${JSON.stringify(last)}`,
  );
}

/** Returns the first call for which a run waits. */
export async function waitingCall(
  runs: SuiteRuns,
  id: string,
  after?: string,
): Promise<RunInfo["pending"][number]> {
  return await eventually(async () => {
    const { status, pending } = (await runs.get(id)) ?? { status: "", pending: [] };
    // A call is pending before its run has stopped at it.
    if (status !== "waiting") return undefined;
    return pending.find((call) => call.id !== after);
  });
}
