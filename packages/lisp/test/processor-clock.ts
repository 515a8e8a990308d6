// A clock for tests of time limits that counts the CPU time of this process, not the time it waited
// for a processor.

import type { Clock } from "@ptc/core/contracts";

export const processorClock: Clock = {
  now: () => Date.now(),
  monotonic: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};
