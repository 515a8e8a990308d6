// A clock for tests of time limits: it counts what this process has computed, not how long it had
// to wait for a processor.

import type { Clock } from "@ptc/core/contracts";

export const processorClock: Clock = {
  now: () => Date.now(),
  monotonic: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};
