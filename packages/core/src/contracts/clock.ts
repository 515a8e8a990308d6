// What the host passes in instead of the globals of its platform, so that the library is portable
// and a run can be repeated.

import type { EffectAddress } from "./effect-address.ts";

/** When an effect began, in milliseconds since the epoch, and how many it took. */
export interface EffectTimes {
  readonly timestamp: number;
  readonly durationMs: number;
}

/** Time in milliseconds: `now` since the epoch, `monotonic` from any fixed point. */
export interface Clock {
  /**
   * `address` is given where a program asks for the time, so that a clock can answer a run that is
   * played back as it answered the first; times of traces are asked for without one.
   */
  now(address?: EffectAddress): number;
  monotonic(): number;
  /**
   * The times that the record of the effect at `place` tells, given those that were measured: so
   * the records of a run that is played back are those of the first. Default: as measured.
   */
  recordedTimes?(place: string, measured: EffectTimes): EffectTimes;
  /**
   * Resolves after `milliseconds`, or sooner when `signal` aborts; never rejects. Default: the
   * host's timer.
   */
  sleep?(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** A source of numbers in [0, 1). */
export type RandomSource = () => number;

/** The clock of the host, read when asked, never at import. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};

/** The times that the record of an effect tells; the text of its `place` is made on need. */
export function timesOf(clock: Clock, place: () => string, measured: EffectTimes): EffectTimes {
  return clock.recordedTimes === undefined ? measured : clock.recordedTimes(place(), measured);
}

/**
 * Resolves after `milliseconds` or when `signal` aborts, by the clock's own `sleep` where it has
 * one, else by the host's timer. Never rejects.
 */
export async function sleep(
  clock: Clock,
  milliseconds: number,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return;
  if (clock.sleep !== undefined) {
    await clock.sleep(milliseconds, signal);
    return;
  }
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener("abort", end, { once: true });
  });
}

/** `digits` hexadecimal digits from `random`: 32 for a trace, 16 for a span. */
export function randomHexId(random: RandomSource, digits: number): string {
  let id = "";
  while (id.length < digits)
    id += Math.floor(random() * 0x10000)
      .toString(16)
      .padStart(4, "0");
  return id.slice(0, digits);
}
