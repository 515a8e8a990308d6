// What ends a mission from outside: the caller's signal, the mission's own timeout, and the
// deadline of the missions that started it. Models and tools receive all of them as one signal.
// The call of a tool that has a timeout of its own has a deadline too.

import type { Clock, Fail } from "@ptc/core/contracts";
import { sleep } from "@ptc/core/internal/contracts";

/** What a mission above says of its end. */
export interface EndAbove {
  readonly signal: AbortSignal;
  /** Why that mission ends; `undefined` while it may go on. */
  readonly fail: Fail | undefined;
}

export interface DeadlineOptions {
  /** The mission's timeout in milliseconds from now. */
  readonly timeoutMs: number | undefined;
  /** The end of the mission that started this one. */
  readonly above: EndAbove | undefined;
  readonly signal: AbortSignal | undefined;
  readonly clock: Clock;
}

export class Deadline implements EndAbove {
  /** Aborts when the caller's signal does, the mission above ends, or the time is over. */
  readonly signal: AbortSignal;
  private readonly over = new AbortController();
  private readonly stopped = new AbortController();
  private readonly timeoutMs: number | undefined;
  private readonly above: EndAbove | undefined;

  constructor({ timeoutMs, above, signal, clock }: DeadlineOptions) {
    const others = [signal, above?.signal].filter((other) => other !== undefined);
    this.signal =
      others.length === 0 ? this.over.signal : AbortSignal.any([...others, this.over.signal]);
    this.timeoutMs = timeoutMs;
    this.above = above;
    if (timeoutMs !== undefined) void this.wait(timeoutMs, clock);
  }

  /** Why the mission ends now; `undefined` when it may go on. */
  get fail(): Fail | undefined {
    if (!this.signal.aborted) return undefined;
    if (this.isTimeOver) return timeoutFail(this.timeoutMs ?? 0);
    const above = this.above?.fail;
    return above === undefined
      ? { reason: "cancelled", message: "the mission was cancelled" }
      : endedAboveFail(above);
  }

  /** Whether it was the time that ended it. */
  get isTimeOver(): boolean {
    return this.over.signal.aborted;
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

function timeoutFail(value: number): Fail {
  return {
    reason: "mission_timeout",
    message: `the mission took longer than ${String(value)} milliseconds (option missionTimeoutMs)`,
    details: {
      kind: "mission_timeout",
      limit: { option: "missionTimeoutMs", value, unit: "milliseconds" },
    },
  };
}

/** The end of a mission that the one above ends: with its reason, and not as its own. */
function endedAboveFail({ reason }: Fail): Fail {
  return reason === "mission_timeout"
    ? {
        reason,
        message: "the time of the mission that started this one is over",
        details: { kind: reason },
      }
    : { reason: "cancelled", message: "the mission that started this one was cancelled" };
}
