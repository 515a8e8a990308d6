// How large integers may be, and what their decimal digits cost: to write or read them takes far
// longer than their length.

import type { WorkMeter } from "./work-meter.ts";

/**
 * No operation makes a larger integer, and none is written down or read back: its digits would take
 * longer than a step may.
 */
export const maximumIntegerBits = 524_288;

const bitsOfDigit = 3.321928094887362;

/** Whether digits, with or without a sign, may say too large an integer: told by their number. */
export function hasTooManyDigits(text: string): boolean {
  return (text.length - 2) * bitsOfDigit > maximumIntegerBits;
}

/** Tells `meter` of decimal digits before they are found, as many as there are hexadecimal ones. */
export function spendDigits(value: bigint, meter: WorkMeter | undefined): void {
  meter?.spend(BigInt.asIntN(64, value) === value ? 16 : value.toString(16).length);
}
