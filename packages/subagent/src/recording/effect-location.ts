// The location of an effect within its run: its address without the run's id. Recordings identify
// effects by location, because each run has another id.

/** Returns the address without the id of the run, or "" for the run itself. */
export function locationWithin(runId: string, address: string): string {
  return address.startsWith(`${runId}/`) ? address.slice(runId.length + 1) : "";
}

/** Does the same if the run's id isn't known. It must not contain `/`; ids of missions don't. */
export function effectLocation(address: string): string {
  return address.slice(address.indexOf("/") + 1);
}

const alone = /^[^/]*\/\d+\/\d+$/;

/**
 * True for the address of an effect that a run requests while it has a single branch: outside of
 * forks, tasks, lazy sequences, native calls and child missions.
 */
export function isOfOnlyBranch(address: string): boolean {
  return alone.test(address);
}
