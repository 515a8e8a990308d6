// The clock of a replayed run. Programs read the recorded times, and records get the recorded
// times. No call really waits: a pause ends at its turn in the recording, and a deadline passes
// when it is the turn of an effect without an answer.

import { systemClock, type Clock } from "@ptc/core/contracts";
import { effectAddressText, onAbort } from "@ptc/core/internal/contracts";
import type { Activity } from "@ptc/core/internal/task";
import type { Playback } from "./playback.ts";
import type { RecordedAt } from "./run-recording.ts";

interface Sleeper {
  readonly due: number;
  readonly wake: () => void;
}

/** The latest time of a JavaScript `Date`. */
const latestTime = 8_640_000_000_000_000;

export interface ReplayClockOptions {
  readonly playback: Playback;
  /** Returns the location of an address within the run. */
  readonly locationOf: (address: string) => string;
  /** Resolves when it is the turn of a recorded pause. */
  readonly pause: (recorded: RecordedAt<"pause">, signal: AbortSignal) => Promise<void>;
  readonly activity: Activity;
}

export class ReplayClock implements Clock {
  private readonly playback: Playback;
  private readonly locationOf: (address: string) => string;
  private readonly pause: ReplayClockOptions["pause"];
  private readonly activity: Activity;
  private readonly sleepers = new Set<Sleeper>();
  /** The time of the deadlines that were passed without waiting. */
  private passedMs = 0;

  constructor({ playback, locationOf, pause, activity }: ReplayClockOptions) {
    this.playback = playback;
    this.locationOf = locationOf;
    this.pause = pause;
    this.activity = activity;
  }

  now: Clock["now"] = (address) => {
    // eslint-disable-next-line no-restricted-syntax -- times of a trace, which no program reads
    if (address === undefined) return systemClock.now();
    const location = this.locationOf(effectAddressText(address));
    const recorded = this.playback.take("time", location, "time that a program read");
    const { now } = recorded.effect;
    if (Math.abs(now) <= latestTime) return now;
    throw this.playback.unreadable(recorded, "it is not a time");
  };

  monotonic(): number {
    // eslint-disable-next-line no-restricted-syntax -- measures the replay itself
    return systemClock.monotonic() + this.passedMs;
  }

  recordedTimes: NonNullable<Clock["recordedTimes"]> = (location, measured) => {
    const recorded = this.playback.next("times", this.locationOf(location));
    if (recorded === undefined) return measured;
    const { timestamp, durationMs } = recorded.effect;
    return { timestamp, durationMs };
  };

  /**
   * Resolves when `signal` is aborted, or at the turn of the recorded pause at `place`. Older
   * recordings have no pauses, so they end at once. Without `place`, it resolves when `passTime`
   * passes the deadline.
   */
  async sleep(milliseconds: number, signal: AbortSignal, place?: string): Promise<void> {
    if (milliseconds <= 0 || signal.aborted) return;
    if (place !== undefined) {
      const recorded = this.playback.next("pause", this.locationOf(place));
      if (recorded !== undefined) await this.pause(recorded, signal);
      return;
    }
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        this.sleepers.delete(sleeper);
        remove();
        resolve();
      };
      const sleeper: Sleeper = { due: this.monotonic() + milliseconds, wake };
      this.sleepers.add(sleeper);
      const remove = onAbort(signal, wake);
    });
  }

  /**
   * Passes deadlines, one each time the run is quiet, until `signal` is aborted or no call waits.
   */
  async passTime(signal: AbortSignal): Promise<"aborted" | "no deadline"> {
    while (!signal.aborted) {
      const [next] = [...this.sleepers].toSorted((left, right) => left.due - right.due);
      if (next === undefined) return "no deadline";
      this.passedMs += Math.max(0, next.due - this.monotonic());
      next.wake();
      await this.activity.quiet();
    }
    return "aborted";
  }
}
