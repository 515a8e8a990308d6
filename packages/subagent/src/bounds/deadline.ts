// What ends a mission from outside: its caller's signal, and its deadline. Both reach models and
// tools as one signal.

import { sleep, type Clock, type Fail } from "@ptc/core/contracts";

export class Deadline {
  /** Aborts with the caller's signal, or when the time is over. */
  readonly signal: AbortSignal;
  private readonly over = new AbortController();
  private readonly stopped = new AbortController();
  private readonly timeoutMs: number | undefined;

  constructor(timeoutMs: number | undefined, given: AbortSignal | undefined, clock: Clock) {
    this.timeoutMs = timeoutMs;
    this.signal =
      given === undefined ? this.over.signal : AbortSignal.any([given, this.over.signal]);
    if (timeoutMs !== undefined) void this.wait(timeoutMs, clock);
  }

  /** Why the mission ends now; `undefined` when it may go on. */
  get fail(): Fail | undefined {
    if (!this.signal.aborted) return undefined;
    if (!this.over.signal.aborted)
      return { reason: "cancelled", message: "the mission was cancelled" };
    const value = this.timeoutMs ?? 0;
    return {
      reason: "mission_timeout",
      message: `the mission took longer than ${String(value)} milliseconds (option missionTimeoutMs)`,
      details: {
        kind: "mission_timeout",
        limit: { option: "missionTimeoutMs", value, unit: "milliseconds" },
      },
    };
  }

  /** The mission has ended: nothing is waited for any more. */
  stop(): void {
    this.stopped.abort();
  }

  private async wait(timeoutMs: number, clock: Clock): Promise<void> {
    await sleep(clock, timeoutMs, this.stopped.signal);
    if (!this.stopped.signal.aborted && !this.signal.aborted) this.over.abort();
  }
}
