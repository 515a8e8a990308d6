// The processor time of this process, including all its threads. Unlike the clock, it excludes
// other work of the machine. On an idle machine the two agree unless something waits.

/** Returns the milliseconds of processor time since the process began. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
