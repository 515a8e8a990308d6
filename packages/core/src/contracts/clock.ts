// What the host passes in instead of globals, so that library code is portable and a run can be repeated.

/** Time in milliseconds: `now` since the epoch, `monotonic` from any fixed point. */
export interface Clock {
  now(): number;
  monotonic(): number;
}

/** A source of numbers in [0, 1). */
export type RandomSource = () => number;

/** The clock of the host, read when asked, never at import. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};

/** `digits` hexadecimal digits from `random`: 32 for a trace, 16 for a span. */
export function randomHexId(random: RandomSource, digits: number): string {
  let id = "";
  while (id.length < digits) id += Math.floor(random() * 0x10000).toString(16).padStart(4, "0");
  return id.slice(0, digits);
}
