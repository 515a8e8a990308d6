// A clock that jumps to the end of the earliest sleep once nothing else runs.

import { nextTask } from "@ptc/core/internal/task";
import type { Clock } from "@ptc/core/contracts";

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/** Tasks of the host in which other work can start a sleep of its own. */
const quietTasks = 5;

/** Returns a clock whose time passes only in sleeps. */
export function virtualClock(): Clock {
  let now = 0;
  const sleepers = new Set<Sleeper>();
  let isJumping = false;
  const jump = async (): Promise<void> => {
    if (isJumping) return;
    isJumping = true;
    while (sleepers.size > 0) {
      for (let task = 0; task < quietTasks; task++) await nextTask();
      const [first] = [...sleepers].sort((left, right) => left.until - right.until);
      if (first === undefined) break;
      now = Math.max(now, first.until);
      sleepers.delete(first);
      first.wake();
    }
    isJumping = false;
  };
  return {
    now: () => now,
    monotonic: () => now,
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        const sleeper = {
          until: now + milliseconds,
          wake: () => {
            signal.removeEventListener("abort", end);
            resolve();
          },
        };
        const end = (): void => {
          sleepers.delete(sleeper);
          resolve();
        };
        if (signal.aborted) {
          resolve();
          return;
        }
        signal.addEventListener("abort", end, { once: true });
        sleepers.add(sleeper);
        void jump();
      }),
  };
}
