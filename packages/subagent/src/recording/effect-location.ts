// Where an effect stands within its run. Ids of runs differ each time, so a recording knows effects
// by what follows the id in their addresses.

/** The address without the id of the run: "" for the run itself. */
export function locationWithin(runId: string, address: string): string {
  return address.startsWith(`${runId}/`) ? address.slice(runId.length + 1) : "";
}

/** The same for an address of a run whose id holds no `/`, as that of every mission. */
export function effectLocation(address: string): string {
  return address.slice(address.indexOf("/") + 1);
}
