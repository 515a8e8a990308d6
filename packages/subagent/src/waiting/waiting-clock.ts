// The clock of a mission that can wait. Its monotonic time is the active time of the run, over all
// passes and without the waits for decisions:
//
//   first pass    0 ─────── 812 (pause)
//   second pass             812: recorded effects move it on ─────── 2,020
//
// So durations, and limits that are measured by it, are those of one run.

import { systemClock, type Clock } from "@ptc/core/contracts";
import { onAbort, sleep } from "@ptc/core/internal/contracts";
import type { Activity } from "@ptc/core/internal/task";

/** A wait for a time limit, which ends at `due` of the active time. */
interface Sleeper {
  readonly due: number;
  readonly signal: AbortSignal;
  readonly wake: () => void;
}

export class ActiveTime {
  private readonly host: Clock;
  private readonly isReplaying: () => boolean;
  private offset: number;
  /** The limits that recorded effects may still reach. */
  private readonly sleepers = new Set<Sleeper>();

  constructor(host: Clock = systemClock, isReplaying: () => boolean = () => false) {
    this.host = host;
    this.isReplaying = isReplaying;
    this.offset = -host.monotonic();
  }

  /** The active time in milliseconds. */
  get now(): number {
    return this.host.monotonic() + this.offset;
  }

  /** Moves the time on to that of a recorded effect. */
  reach(time: number): void {
    this.offset += Math.max(0, time - this.now);
  }

  /** Waits without a place in the program: for a time limit. */
  async limit(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (!this.isReplaying()) {
      await sleep(this.host, milliseconds, signal);
      return;
    }
    const due = this.now + milliseconds;
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        this.sleepers.delete(sleeper);
        remove();
        resolve();
      };
      const sleeper: Sleeper = { due, signal, wake };
      this.sleepers.add(sleeper);
      const remove = onAbort(signal, wake);
      if (signal.aborted) wake();
    });
  }

  /** Lets the time limits run, once the recorded effects have been passed on. */
  replayed(): void {
    for (const sleeper of this.sleepers)
      void sleep(this.host, Math.max(0, sleeper.due - this.now), sleeper.signal).then(sleeper.wake);
  }

  /**
   * Ends time limits, one each time the run is quiet, until `signal` is aborted. Returns false if
   * none is left.
   */
  async passLimits(signal: AbortSignal, activity: Activity): Promise<boolean> {
    while (!signal.aborted) {
      const [next] = [...this.sleepers].toSorted((left, right) => left.due - right.due);
      if (next === undefined) return false;
      this.reach(next.due);
      next.wake();
      await activity.quiet();
    }
    return true;
  }
}
