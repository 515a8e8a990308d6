// The cost of work on text, the same on every host: it depends only on length.

import type { Branch } from "../../evaluation/branches/branch.ts";

/**
 * Counts a pass over `length` UTF-16 units that makes no new text. For many passes over a text,
 * the sum may exceed 32 bits.
 */
export function spendText(branch: Branch, length: number): void {
  branch.spend(1 + Math.floor(length / 16));
}

/** Counts the creation of a text of `length` UTF-16 units. Call it before creating the text. */
export function chargeText(branch: Branch, length: number): void {
  branch.charge(24 + 2 * length);
  spendText(branch, length);
}

/**
 * Counts a search for a text of `wantedLength` in one of `textLength`. Hosts search for long texts
 * with a look-ahead of only some hundred units, so a long text that almost matches everywhere
 * costs its length repeatedly.
 */
export function spendSearch(branch: Branch, textLength: number, wantedLength: number): void {
  spendText(branch, textLength * (1 + (wantedLength >> 8)));
}

/** Counts a search from the end, which hosts do without look-ahead. */
export function spendSearchFromEnd(branch: Branch, textLength: number, wantedLength: number): void {
  spendText(branch, textLength * (1 + (wantedLength >> 2)));
}
