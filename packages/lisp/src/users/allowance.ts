// An amount that a user may use in a minute. It refills evenly: after a minute without use it is
// full. A run pays when it has ended, so an allowance can be overdrawn. The debt is refilled too,
// so over time no user gets more than the amount.

const minuteMs = 60_000;

/** Sums of fractions may be short of 1 by their rounding. */
const tolerance = 1e-6;

export class Allowance {
  readonly perMinute: number;
  private level: number;
  private at: number;

  constructor(perMinute: number, now: number) {
    this.perMinute = perMinute;
    this.level = perMinute;
    this.at = now;
  }

  /** Returns the whole milliseconds until at least 1 is available, or 0. */
  waitMs(now: number): number {
    this.refill(now);
    const missing = 1 - tolerance - this.level;
    return missing <= 0 ? 0 : Math.ceil((missing / this.perMinute) * minuteMs);
  }

  take(amount: number, now: number): void {
    this.refill(now);
    this.level -= amount;
  }

  isFull(now: number): boolean {
    this.refill(now);
    return this.level >= this.perMinute;
  }

  private refill(now: number): void {
    const gained = (Math.max(0, now - this.at) / minuteMs) * this.perMinute;
    this.level = Math.min(this.perMinute, this.level + gained);
    this.at = now;
  }
}
