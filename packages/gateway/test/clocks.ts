// Clocks for tests: one that a test advances, and one whose delays take no time.

import type { UpstreamClock } from "../src/index.ts";

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** Lets everything run that waits for nothing but its turn. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** A clock that moves only if the test advances it. */
export class TestClock implements UpstreamClock {
  private time = 1_000_000;
  private sleepers: Sleeper[] = [];

  now = (): number => this.time;

  sleep = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      const sleeper = { at: this.time + milliseconds, wake: resolve };
      this.sleepers.push(sleeper);
      signal.addEventListener("abort", () => {
        this.sleepers = this.sleepers.filter((one) => one !== sleeper);
        resolve();
      });
    });
  };

  /** The number of delays that aren't over. */
  get sleeping(): number {
    return this.sleepers.length;
  }

  async advance(milliseconds: number): Promise<void> {
    const end = this.time + milliseconds;
    for (;;) {
      const [next] = this.sleepers
        .filter(({ at }) => at <= end)
        .sort((left, right) => left.at - right.at);
      if (next === undefined) break;
      this.time = next.at;
      this.sleepers = this.sleepers.filter((one) => one !== next);
      next.wake();
      await settled();
    }
    this.time = end;
    await settled();
  }
}

/** Delays below ten seconds are over at once; longer ones are limits, which aren't reached. */
export const hastyClock: UpstreamClock = {
  now: () => Date.now(),
  sleep: async (milliseconds, signal) => {
    await new Promise<void>((resolve) => {
      if (milliseconds < 10_000) setImmediate(resolve);
      signal.addEventListener("abort", () => {
        resolve();
      });
    });
  },
};
