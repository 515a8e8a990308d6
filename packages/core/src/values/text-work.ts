// What reading texts costs a budget, wherever a text is hashed or compared: by length alone,
// whatever the host remembers of it.

import type { WorkMeter } from "./work-meter.ts";

/** Tells `meter` of a text that is hashed: every unit is looked at. */
export function spendHashedText(length: number, meter: WorkMeter | undefined): void {
  if (length >= 16) meter?.spend(length >>> 4);
}

/** Shorter ones cost less than the step that any comparison is part of. */
const longText = 256;

/**
 * Tells `meter` of two texts of one length, or of the shorter one, that are compared: the host does
 * so many units at a time.
 */
export function spendComparedText(length: number, meter: WorkMeter | undefined): void {
  if (length >= longText) meter?.spend(length >>> 6);
}
