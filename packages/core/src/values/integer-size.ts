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
