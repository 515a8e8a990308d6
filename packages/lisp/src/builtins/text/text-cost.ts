// What work on text costs: the same on every host, by length alone.

import type { Branch } from "../../evaluation/branches/branch.ts";

/**
 * Counts a walk over `length` UTF-16 units that makes no new text. For a text that is walked many
 * times the sum may be beyond 32 bits.
 */
export function spendText(branch: Branch, length: number): void {
  branch.spend(1 + Math.floor(length / 16));
}

/** Counts the making of a text of `length` UTF-16 units, before it is made. */
export function chargeText(branch: Branch, length: number): void {
  branch.charge(24 + 2 * length);
  spendText(branch, length);
}

/**
 * Counts a search for a text of `wantedLength` in one of `textLength`. Hosts search for long texts
 * with a look-ahead of some hundred units only, so a long one that nearly matches everywhere costs
 * its length again and again.
 */
export function spendSearch(branch: Branch, textLength: number, wantedLength: number): void {
  spendText(branch, textLength * (1 + (wantedLength >> 8)));
}

/** The same for a search from the end, which hosts do without any look-ahead. */
export function spendSearchFromEnd(branch: Branch, textLength: number, wantedLength: number): void {
  spendText(branch, textLength * (1 + (wantedLength >> 2)));
}
