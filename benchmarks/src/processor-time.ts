// The processor time that this process has used, with all its threads. Unlike the clock, it does
// not contain what else the machine does. On an idle machine the two agree, except where something
// waits.

/** Milliseconds since the process began. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
