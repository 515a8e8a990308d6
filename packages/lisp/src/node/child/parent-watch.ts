// A process must not outlive its pool. While it waits, the closed pipe ends it; while it computes,
// nothing arrives, so the clock that the evaluator reads anyway asks from time to time who its
// parent is. (Windows keeps the old parent's id: there a program that computes when the pool dies
// goes on to its time limit.)

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
