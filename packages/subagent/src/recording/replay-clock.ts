// The clock of a replayed run. Programs read the recorded times, and records get the recorded
// times. No call really waits: a wait ends as soon as the run is idle.
//
//   an effect had no answer ──▶ no effect requested for a while ──▶ the next deadline passes

import { systemClock, type Clock } from "@ptc/core/contracts";
import { effectAddressText, onAbort } from "@ptc/core/internal/contracts";
import type { Playback } from "./playback.ts";
import { locationWithin } from "./effect-location.ts";

interface Sleeper {
  readonly due: number;
  readonly wake: () => void;
}

/** The latest time of a JavaScript `Date`. */
const latestTime = 8_640_000_000_000_000;

/** The idle time before a deadline passes, in milliseconds of real time. */
const quietMs = 20;

export class ReplayClock implements Clock {
  private readonly playback: Playback;
  private readonly runId: () => string;
  private readonly sleepers = new Set<Sleeper>();

  constructor(playback: Playback, runId: () => string) {
    this.playback = playback;
    this.runId = runId;
  }

  now: Clock["now"] = (address) => {
    // eslint-disable-next-line no-restricted-syntax -- times of a trace, which no program reads
    if (address === undefined) return systemClock.now();
    const location = locationWithin(this.runId(), effectAddressText(address));
    const recorded = this.playback.take("time", location, "time that a program read");
    const { now } = recorded.effect;
    if (Math.abs(now) <= latestTime) return now;
    throw this.playback.unreadable(recorded, "it is not a time");
  };

  monotonic(): number {
    // eslint-disable-next-line no-restricted-syntax -- measures the replay itself
    return systemClock.monotonic();
  }

  recordedTimes: NonNullable<Clock["recordedTimes"]> = (location, measured) => {
    const recorded = this.playback.next("times", locationWithin(this.runId(), location));
    if (recorded === undefined) return measured;
    const { timestamp, durationMs } = recorded.effect;
    return { timestamp, durationMs };
  };

  /** Resolves when `signal` is aborted, or when `passTime` passes the deadline. */
  async sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (milliseconds <= 0 || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        this.sleepers.delete(sleeper);
        remove();
        resolve();
      };
      // eslint-disable-next-line no-restricted-syntax -- orders the sleepers of the replay
      const sleeper: Sleeper = { due: systemClock.monotonic() + milliseconds, wake };
      this.sleepers.add(sleeper);
      const remove = onAbort(signal, wake);
    });
  }

  /**
   * Passes deadlines, one each time the run is idle, until `signal` is aborted or no call waits.
   */
  async passTime(signal: AbortSignal): Promise<"aborted" | "nobody waits"> {
    const isOver = (): boolean => signal.aborted;
    while (!isOver()) {
      await this.quiet();
      if (isOver()) break;
      const [next] = [...this.sleepers].toSorted((left, right) => left.due - right.due);
      if (next === undefined) return "nobody waits";
      next.wake();
      await rest(0);
    }
    return "aborted";
  }

  /** Resolves when no effect of the recording has been used for a while. */
  async quiet(): Promise<void> {
    for (let taken = -1; taken !== this.playback.taken;) {
      ({ taken } = this.playback);
      await rest(quietMs);
    }
  }
}

async function rest(milliseconds: number): Promise<void> {
  await new Promise<void>((resolve) => {
    // eslint-disable-next-line no-restricted-syntax -- waits for the host, not for a program
    setTimeout(resolve, milliseconds);
  });
}
