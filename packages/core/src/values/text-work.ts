// What hashing and comparing texts costs a budget. It depends on their length alone, although a
// host may remember the hash of a text.

import type { WorkMeter } from "./work-meter.ts";

/** Tells `meter` of a text that is hashed, of which every UTF-16 unit is looked at. */
export function spendHashedText(length: number, meter: WorkMeter | undefined): void {
  if (length >= 16) meter?.spend(length >>> 4);
}

/** Comparing shorter texts costs less than the counted step that the comparison is part of. */
const longText = 256;

/**
 * Tells `meter` of two texts that are compared, by the length of the shorter one. A host compares
 * many units at a time.
 */
export function spendComparedText(length: number, meter: WorkMeter | undefined): void {
  if (length >= longText) meter?.spend(length >>> 6);
}
