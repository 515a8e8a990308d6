// What ends a mission from outside: the caller's signal, the mission's own timeout, and the
// deadline of the missions that started it. Models and tools receive all of them as one signal.

import { sleep, type Clock, type Fail } from "@ptc/core/contracts";

export interface DeadlineOptions {
  /** The mission's timeout in milliseconds from now. */
  readonly timeoutMs: number | undefined;
  /** When the time of the missions above is over, in milliseconds of `clock.monotonic()`. */
  readonly above: number | undefined;
  readonly signal: AbortSignal | undefined;
  readonly clock: Clock;
}

export class Deadline {
  /** Aborts when the caller's signal does, or when the time is over. */
  readonly signal: AbortSignal;
  private readonly over = new AbortController();
  private readonly stopped = new AbortController();
  /** The mission's own timeout; absent where the time above ends sooner. */
  private readonly ownTimeoutMs: number | undefined;

  constructor({ timeoutMs, above, signal, clock }: DeadlineOptions) {
    this.signal =
      signal === undefined ? this.over.signal : AbortSignal.any([signal, this.over.signal]);
    const leftAbove = above === undefined ? Infinity : above - clock.monotonic();
    const own = timeoutMs ?? Infinity;
    this.ownTimeoutMs = own <= leftAbove ? timeoutMs : undefined;
    const timeLeft = Math.min(own, leftAbove);
    if (timeLeft <= 0) this.over.abort();
    else if (timeLeft !== Infinity) void this.wait(timeLeft, clock);
  }

  /** Why the mission ends now; `undefined` when it may go on. */
  get fail(): Fail | undefined {
    if (!this.signal.aborted) return undefined;
    if (!this.over.signal.aborted)
      return { reason: "cancelled", message: "the mission was cancelled" };
    const value = this.ownTimeoutMs;
    if (value === undefined)
      return {
        reason: "mission_timeout",
        message: "the time of the mission that started this one is over",
        details: { kind: "mission_timeout" },
      };
    return {
      reason: "mission_timeout",
      message: `the mission took longer than ${String(value)} milliseconds (option missionTimeoutMs)`,
      details: {
        kind: "mission_timeout",
        limit: { option: "missionTimeoutMs", value, unit: "milliseconds" },
      },
    };
  }

  /** To be called when the mission has ended: stops waiting for its deadline. */
  stop(): void {
    this.stopped.abort();
  }

  private async wait(milliseconds: number, clock: Clock): Promise<void> {
    await sleep(clock, milliseconds, this.stopped.signal);
    if (!this.stopped.signal.aborted && !this.signal.aborted) this.over.abort();
  }
}
