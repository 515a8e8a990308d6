// Ends a process that has outlived its pool. While it waits for work, the pipe that closes ends it.
// While it computes it reads no messages, so the clock, which the evaluator reads anyway, looks
// from time to time whether its parent is still the same. (Windows keeps the id of the old parent:
// there a program that computes when the pool dies goes on to its time limit.)

import { systemClock, type Clock } from "@ptc/core/contracts";

const intervalMs = 100;

/** The clock of the host, which calls `orphaned` when this process has lost its parent. */
export function watchingClock(orphaned: () => void): Clock {
  const parent = process.ppid;
  let nextLook = 0;
  return {
    now: () => systemClock.now(),
    monotonic() {
      const time = systemClock.monotonic();
      if (time >= nextLook) {
        nextLook = time + intervalMs;
        if (process.ppid !== parent) orphaned();
      }
      return time;
    },
  };
}
