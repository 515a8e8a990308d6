// The cost of hashing and comparing texts. It depends only on their length, although a host may
// cache the hash of a text.

import type { WorkMeter } from "./work-meter.ts";

/** Charges `meter` for hashing a text, which reads every UTF-16 unit. */
export function spendHashedText(length: number, meter: WorkMeter | undefined): void {
  if (length >= 16) meter?.spend(length >>> 4);
}

/**
 * The length below which a comparison of texts costs less than the counted step that includes it.
 */
const longText = 256;

/**
 * Charges `meter` for comparing two texts, by the length of the shorter one. Hosts compare many
 * units at a time.
 */
export function spendComparedText(length: number, meter: WorkMeter | undefined): void {
  if (length >= longText) meter?.spend(length >>> 6);
}
