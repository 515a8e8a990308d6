// Numbers as ClojureScript prints them, and what working out their digits costs.

import type { WorkMeter } from "../values/index.ts";
import { hexadecimalLength } from "../values/internal.ts";

/** `42`, `2.5`, `1e+21`, `##Inf`, `##-Inf`, `##NaN`; a bigint prints its digits. */
export function numberText(value: number | bigint): string {
  if (typeof value === "bigint" || Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? "##NaN" : value > 0 ? "##Inf" : "##-Inf";
}

/** An integer of up to so many hexadecimal digits costs one unit for each of them. */
const fewDigits = 1024;

/**
 * Tells `meter` what the decimal digits of `value` take, before they are worked out. For long
 * integers the time grows with their length to the power of one and a half.
 */
export function spendDecimalDigits(value: bigint, meter: WorkMeter | undefined): void {
  if (meter === undefined) return;
  const length = BigInt.asIntN(64, value) === value ? 16 : hexadecimalLength(value);
  meter.spend(length <= fewDigits ? length : Math.ceil(length * Math.sqrt(length / fewDigits)));
}
