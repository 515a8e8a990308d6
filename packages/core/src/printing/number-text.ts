// Formats numbers as ClojureScript does, and charges for computing their digits.

import type { WorkMeter } from "../values/index.ts";
import { hexadecimalLength } from "../values/integer-size.ts";

/** Returns `42`, `2.5`, `1e+21`, `##Inf`, `##-Inf` or `##NaN`; for a bigint, its digits. */
export function numberText(value: number | bigint): string {
  if (typeof value === "bigint" || Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? "##NaN" : value > 0 ? "##Inf" : "##-Inf";
}

/** Up to this many hexadecimal digits, an integer costs one unit per digit. */
const fewDigits = 1024;

/**
 * Charges `meter` for the decimal digits of `value` before they are computed. For long integers,
 * the time grows with the length to the power of 1.5.
 */
export function spendDecimalDigits(value: bigint, meter: WorkMeter | undefined): void {
  if (meter === undefined) return;
  const length = BigInt.asIntN(64, value) === value ? 16 : hexadecimalLength(value);
  meter.spend(length <= fewDigits ? length : Math.ceil(length * Math.sqrt(length / fewDigits)));
}
