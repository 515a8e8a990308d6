// What this process has used of the processors, all its threads together: unlike the clock it does
// not see what else the machine does. Where nothing is waited for, the two agree on a machine that
// does nothing else.

/** Milliseconds since the process began. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
