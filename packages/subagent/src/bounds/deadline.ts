// Ends a mission from outside: by the caller's signal, the mission's own timeout, or the deadline
// of its parent missions. Models and tools receive all of them as one signal. A tool call with its
// own timeout also has a deadline.

import type { Clock, Fail } from "@ptc/core/contracts";
import { sleep } from "@ptc/core/internal/contracts";
import { timeUsed, type Place } from "./place.ts";

/** The end of a parent mission. */
export interface EndAbove {
  readonly signal: AbortSignal;
  /** The reason why that mission ends; undefined while it can continue. */
  readonly fail: Fail | undefined;
}

/**
 * The timeout of missions without their own, in milliseconds: long enough for real work. It ends
 * missions that wait forever, so it uses the host's timer even if the run has another clock.
 */
const defaultTimeoutMs = 14_400_000;

export interface DeadlineOptions {
  /** The mission's timeout, in milliseconds from now. */
  readonly timeoutMs: number | undefined;
  /** The end of the mission that started this one. */
  readonly above: EndAbove | undefined;
  readonly signal: AbortSignal | undefined;
  readonly clock: Clock;
  /** The work that uses up the time; undefined if all time counts. */
  readonly place?: Place | undefined;
}

export class Deadline implements EndAbove {
  /** Aborted when the caller's signal is aborted, the parent mission ends, or the time is up. */
  readonly signal: AbortSignal;
  private readonly over = new AbortController();
  private readonly stopped = new AbortController();
  private readonly timeoutMs: number;
  private readonly above: EndAbove | undefined;

  constructor({ timeoutMs, above, signal, clock, place }: DeadlineOptions) {
    const others = [signal, above?.signal].filter((other) => other !== undefined);
    this.signal =
      others.length === 0 ? this.over.signal : AbortSignal.any([...others, this.over.signal]);
    this.timeoutMs = timeoutMs ?? defaultTimeoutMs;
    this.above = above;
    void this.wait(timeoutMs === undefined ? {} : clock, place);
  }

  /** The reason why the mission ends now; undefined while it can continue. */
  get fail(): Fail | undefined {
    if (!this.signal.aborted) return undefined;
    if (this.isTimeOver) return timeoutFail(this.timeoutMs);
    const above = this.above?.fail;
    return above === undefined
      ? { reason: "cancelled", message: "the mission was cancelled" }
      : endedAboveFail(above);
  }

  /** True if the timeout ended it. */
  get isTimeOver(): boolean {
    return this.over.signal.aborted;
  }

  /** Lets `noteAnswer` stop it. */
  stopAtAnswer(): this {
    deadlines.set(this.signal, this);
    return this;
  }

  /** Stops waiting for the deadline. Call it when the mission has ended. */
  stop(): void {
    this.stopped.abort();
  }

  private async wait(timer: Pick<Clock, "sleep">, place: Place | undefined): Promise<void> {
    const { timeoutMs, stopped } = this;
    await (place === undefined
      ? sleep(timer, timeoutMs, stopped.signal)
      : timeUsed(place, timeoutMs, stopped.signal, timer));
    if (!this.stopped.signal.aborted && !this.signal.aborted) this.over.abort();
  }
}

const deadlines = new WeakMap<AbortSignal, Deadline>();

/** Stops the deadline of the call with this signal, because its answer has arrived. */
export function noteAnswer(signal: AbortSignal): void {
  deadlines.get(signal)?.stop();
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

/** Returns the failure of a mission that its parent ended, with the parent's reason. */
function endedAboveFail({ reason }: Fail): Fail {
  return reason === "mission_timeout"
    ? {
        reason,
        message: "the mission that started this one has timed out",
        details: { kind: reason },
      }
    : { reason: "cancelled", message: "the mission that started this one was cancelled" };
}
