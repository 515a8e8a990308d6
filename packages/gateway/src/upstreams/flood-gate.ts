// Slows down a server that sends more than it may in a second. Its pipe fills up, so a flood costs
// the server its time, and this process little.

import type { Clock } from "@ptc/core/contracts";
import { sleep } from "@ptc/core/internal/contracts";

/** The part of a clock that upstreams use. */
export type UpstreamClock = Pick<Clock, "now" | "sleep">;

const second = 1_000;

/** Counts units, such as messages or bytes, in windows of a second. */
export class FloodGate {
  private readonly mostPerSecond: number;
  private readonly clock: UpstreamClock;
  private windowStart: number;
  private count = 0;

  constructor(mostPerSecond: number, clock: UpstreamClock) {
    this.mostPerSecond = mostPerSecond;
    this.clock = clock;
    this.windowStart = clock.now();
  }

  /** Counts `units`, and returns true if the reader has to wait. */
  isExceededBy(units: number): boolean {
    const now = this.clock.now();
    if (now - this.windowStart >= second || now < this.windowStart) {
      this.windowStart = now;
      this.count = 0;
    }
    this.count += units;
    return this.count > this.mostPerSecond;
  }

  /** Resolves at the end of the window, or when `signal` aborts. */
  async wait(signal: AbortSignal): Promise<void> {
    const left = this.windowStart + second - this.clock.now();
    await sleep(this.clock, Math.min(second, Math.max(1, left)), signal);
  }
}
