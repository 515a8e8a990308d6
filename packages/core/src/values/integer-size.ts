// How large integers may be, and what their decimal digits cost: writing and reading those takes
// time that grows much faster than their number.

import type { WorkMeter } from "./work-meter.ts";

/**
 * No operation makes a larger integer, and none is written or read: working out its digits would
 * take longer than a counted step may.
 */
export const maximumIntegerBits = 524_288;

const bitsOfDigit = 3.321928094887362;

/**
 * Whether so many digits may make too large an integer. Only their number is looked at, not their
 * value.
 */
export function hasTooManyDigits(text: string): boolean {
  return (text.length - 2) * bitsOfDigit > maximumIntegerBits;
}

/**
 * Tells `meter` the number of digits before they are worked out; that of the hexadecimal digits is
 * close enough.
 */
export function spendDigits(value: bigint, meter: WorkMeter | undefined): void {
  meter?.spend(BigInt.asIntN(64, value) === value ? 16 : value.toString(16).length);
}

/** What comparing integers of more bits than this takes, in units of work. */
const comparedSizes: readonly (readonly [bits: bigint, work: number])[] = [
  [262_144n, 256],
  [65_536n, 128],
  [16_384n, 32],
  [4_096n, 8],
];

/** The smallest and largest integers of each size, made when large integers first meet. */
let sizeBounds: readonly (readonly [low: bigint, high: bigint, work: number])[] | undefined =
  undefined;

/** Tells `meter` of two integers that are compared, by the size of the smaller one. */
export function spendComparedIntegers(
  left: bigint,
  right: bigint,
  meter: WorkMeter | undefined,
): void {
  if (meter === undefined || BigInt.asIntN(64, left) === left) return;
  const work = Math.min(workOfComparing(left), workOfComparing(right));
  if (work > 0) meter.spend(work);
}

function workOfComparing(value: bigint): number {
  sizeBounds ??= comparedSizes.map(([bits, work]) => [-1n << bits, 1n << bits, work] as const);
  // Hosts look at the numbers of digits first, so these comparisons take no longer for large ones.
  for (const [low, high, work] of sizeBounds) if (value >= high || value <= low) return work;
  return 0;
}
