// The location of an effect within its run: its address without the run's id. Recordings identify
// effects by location, because each run has another id.

/** Returns the address without the id of the run, or "" for the run itself. */
export function locationWithin(runId: string, address: string): string {
  return address.charCodeAt(runId.length) === slash && address.startsWith(runId)
    ? address.slice(runId.length + 1)
    : "";
}

/** Does the same if the run's id isn't known. It must not contain `/`; ids of missions don't. */
export function effectLocation(address: string): string {
  return address.slice(address.indexOf("/") + 1);
}

/**
 * True for the address of an effect that a run requests while it has a single branch: outside of
 * forks, tasks, lazy sequences, native calls and child missions.
 */
export function isOfOnlyBranch(address: string): boolean {
  // `run/turn/ordinal`. An expression would take longer than the rest of most calls.
  const turn = address.indexOf("/") + 1;
  let index = turn;
  let slashes = turn === 0 ? 2 : 0;
  for (; index < address.length; index++) {
    const unit = address.charCodeAt(index);
    if (unit === slash && index > turn) slashes += 1;
    else if (unit < zero || unit > nine) return false;
  }
  return slashes === 1 && address.charCodeAt(index - 1) !== slash;
}

const slash = 0x2f;
const zero = 0x30;
const nine = 0x39;
