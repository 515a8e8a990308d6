// Clock and randomness that the host passes in. Using these instead of platform globals keeps the
// library portable and makes runs repeatable.

import type { EffectAddress } from "./effect-address.ts";

/**
 * The start time of an effect in milliseconds since the epoch, and its duration in milliseconds.
 */
export interface EffectTimes {
  readonly timestamp: number;
  readonly durationMs: number;
}

/** A clock in milliseconds: `now` counts since the epoch, `monotonic` from any fixed point. */
export interface Clock {
  /**
   * Returns the time. `address` is set if a program asks for the time, so a replaying clock can
   * return the recorded value. Trace timestamps are read without an address.
   */
  now(address?: EffectAddress): number;
  monotonic(): number;
  /**
   * Returns the times to store in the record of the effect at `place`, given the measured times. A
   * replaying clock returns the recorded times, so the records match the first run. Default: the
   * measured times.
   */
  recordedTimes?(place: string, measured: EffectTimes): EffectTimes;
  /**
   * Resolves after `milliseconds`, or sooner if `signal` aborts. Never rejects. `place` is set if
   * the run continues after the wait: the address of a `Thread/sleep`, or of the call or request
   * to retry. A replaying clock then ends the wait where the recorded run did. It isn't set for
   * time limits. Default: the host's timer.
   */
  sleep?(milliseconds: number, signal: AbortSignal, place?: string): Promise<void>;
}

/** A source of numbers in [0, 1). */
export type RandomSource = () => number;

/** The host's clock. Reads the time only when called, never at import. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};

/**
 * Returns the times for the record of an effect. Calls `place` only if the clock has
 * `recordedTimes`.
 */
export function timesOf(clock: Clock, place: () => string, measured: EffectTimes): EffectTimes {
  return clock.recordedTimes === undefined ? measured : clock.recordedTimes(place(), measured);
}

/**
 * Resolves after `milliseconds`, or when `signal` aborts. Uses the clock's own `sleep` if it has
 * one, and the host's timer otherwise. Never rejects.
 */
export async function sleep(
  clock: Pick<Clock, "sleep">,
  milliseconds: number,
  signal: AbortSignal,
  place?: string,
): Promise<void> {
  if (signal.aborted) return;
  if (clock.sleep !== undefined) {
    await clock.sleep(milliseconds, signal, place);
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

/**
 * Returns `digits` hexadecimal digits from `random`: use 32 for a trace id and 16 for a span id.
 */
export function randomHexId(random: RandomSource, digits: number): string {
  let id = "";
  while (id.length < digits)
    id += Math.floor(random() * 0x10000)
      .toString(16)
      .padStart(4, "0");
  return id.slice(0, digits);
}
