// The clock of a run that is played back. Programs are told the recorded time, and records have the
// recorded times. Nobody waits: what waited for the end of a time goes on when nothing else does.
//
//   an effect had no answer ──▶ nothing was taken for a while ──▶ the next deadline is over

import { effectAddressText, systemClock, type Clock } from "@ptc/core/contracts";
import type { Playback } from "./playback.ts";
import { locationWithin } from "./effect-location.ts";

interface Sleeper {
  readonly due: number;
  readonly wake: () => void;
}

/** The last time that a date of the host can be. */
const latestTime = 8_640_000_000_000_000;

/** So long nothing may happen before a deadline is over, in milliseconds of the host. */
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
    if (address === undefined) return systemClock.now();
    const location = locationWithin(this.runId(), effectAddressText(address));
    const recorded = this.playback.take("time", location, "time that a program asked for");
    const { now } = recorded.effect;
    if (Math.abs(now) <= latestTime) return now;
    throw this.playback.unreadable(recorded, "it is no time");
  };

  monotonic(): number {
    return systemClock.monotonic();
  }

  recordedTimes: NonNullable<Clock["recordedTimes"]> = (location, measured) => {
    const recorded = this.playback.next("times", locationWithin(this.runId(), location));
    if (recorded === undefined) return measured;
    const { timestamp, durationMs } = recorded.effect;
    return { timestamp, durationMs };
  };

  /** Resolves when `signal` aborts, or `passTime` passes that time. */
  async sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (milliseconds <= 0 || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        this.sleepers.delete(sleeper);
        signal.removeEventListener("abort", wake);
        resolve();
      };
      const sleeper: Sleeper = { due: systemClock.monotonic() + milliseconds, wake };
      this.sleepers.add(sleeper);
      signal.addEventListener("abort", wake, { once: true });
    });
  }

  /** Waits until nothing happens any more, and then passes the time until `signal` aborts. */
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

  /** Resolves when nothing was taken from the recording for a while. */
  async quiet(): Promise<void> {
    for (let taken = -1; taken !== this.playback.taken;) {
      ({ taken } = this.playback);
      await rest(quietMs);
    }
  }
}

async function rest(milliseconds: number): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
