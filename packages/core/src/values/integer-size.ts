// The size limit of integers, and the cost of their decimal digits: writing and parsing them takes
// more than linear time.

import type { WorkMeter } from "./work-meter.ts";

/**
 * The maximum size of an integer. Operations never produce, write or parse a larger one, because
 * computing its digits would take longer than a counted step may.
 */
export const maximumIntegerBits = 524_288;

const bitsOfDigit = 3.321928094887362;

/**
 * True if the text has so many digits that the integer may be too large. Checks only the number of
 * digits, not their value.
 */
export function hasTooManyDigits(text: string): boolean {
  return (text.length - 2) * bitsOfDigit > maximumIntegerBits;
}

/** True if the integer is larger than any operation produces, and too large to be stored. */
export function hasTooManyBits(value: bigint): boolean {
  return BigInt.asIntN(maximumIntegerBits + 1, value) !== value;
}

/**
 * Up to this many bits, an integer is written as text to count its digits. A longer one is first
 * narrowed down.
 */
const fewBits = 2048;

/**
 * Returns the length of `value.toString(16)`, including a minus sign, in a hundredth of the time
 * of writing it.
 */
export function hexadecimalLength(value: bigint): number {
  if (BigInt.asIntN(fewBits, value) === value) return value.toString(16).length;
  let rest = value < 0n ? -value : value;
  let length = value < 0n ? 1 : 0;
  let bits = fewBits;
  while (BigInt.asUintN(2 * bits, rest) !== rest) bits *= 2;
  for (; bits >= fewBits / 2; bits /= 2) {
    if (BigInt.asUintN(bits, rest) === rest) continue;
    rest >>= BigInt(bits);
    length += bits / 4;
  }
  return length + rest.toString(16).length;
}

/**
 * Charges `meter` for the number of digits before they are computed. The number of hexadecimal
 * digits is close enough.
 */
export function spendDigits(value: bigint, meter: WorkMeter | undefined): void {
  meter?.spend(BigInt.asIntN(64, value) === value ? 16 : value.toString(16).length);
}

/** The cost of comparing integers of more than this many bits, in units of work. */
const comparedSizes: readonly (readonly [bits: bigint, work: number])[] = [
  [262_144n, 256],
  [65_536n, 128],
  [16_384n, 32],
  [4_096n, 8],
];

/**
 * The smallest and largest integers of each size. Created when large integers are first compared.
 */
let sizeBounds: readonly (readonly [low: bigint, high: bigint, work: number])[] | undefined =
  undefined;

/** Charges `meter` for the comparison of two integers, by the size of the smaller one. */
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
  // Hosts compare the lengths first, so these comparisons take no longer for large integers.
  for (const [low, high, work] of sizeBounds) if (value >= high || value <= low) return work;
  return 0;
}
