// The set of short pieces in a text, as a bit table. A secret whose first pieces are not in the set
// is not in the text.

import { pieceAt, pieceLength, type FoldedText } from "./folded-text.ts";
import { unitsBefore } from "./masked-spans.ts";

/** Marks a missing piece of a short text. */
export const noPiece = -1;

/** The number of bits in the table per unit of text, so that few bits are set. */
const bitsPerUnit = 32;
const fewestBits = 1 << 11;
const mostBits = 1 << 21;

export class PieceSet {
  private readonly bits: Uint32Array;
  private readonly mask: number;

  /**
   * `cuts` are positions at which text was cut. The second piece of a value before a cut may be
   * missing.
   */
  constructor(readings: readonly FoldedText[], cuts: readonly number[]) {
    const longest = readings.reduce((most, { length }) => Math.max(most, length), 0);
    let size = fewestBits;
    while (size < mostBits && size < longest * bitsPerUnit) size *= 2;
    this.mask = size - 1;
    this.bits = new Uint32Array(size >>> 5);
    for (const reading of readings) {
      this.addPieces(reading);
      if (cuts.length > 0) this.addCuts(reading, cuts);
    }
  }

  /** True if the text may contain a value that starts with these two pieces. */
  mayHold(first: number, second: number): boolean {
    if (first === noPiece) return true;
    return this.has(pairOf(first, second)) || (second !== noPiece && this.has(cutOf(first)));
  }

  /** Adds each piece, and each pair of adjacent pieces. */
  private addPieces({ units, length }: FoldedText): void {
    // The pieces that start one to four units before the piece at `index`.
    let [before4, before3, before2, before1] = [noPiece, noPiece, noPiece, noPiece];
    for (let index = 0; index + pieceLength <= length; index++) {
      const piece = pieceAt(units, index);
      this.add(pairOf(piece, noPiece));
      if (before4 !== noPiece) this.add(pairOf(before4, piece));
      before4 = before3;
      before3 = before2;
      before2 = before1;
      before1 = piece;
    }
  }

  /** Adds the pieces before a cut that no complete piece follows. */
  private addCuts(reading: FoldedText, cuts: readonly number[]): void {
    for (const cut of unitsBefore(cuts, reading))
      for (let index = Math.max(0, cut - 2 * pieceLength + 1); index + pieceLength <= cut; index++)
        this.add(cutOf(pieceAt(reading.units, index)));
  }

  private add(hash: number): void {
    const bit = hash & this.mask;
    this.bits[bit >>> 5] = (this.bits[bit >>> 5] as number) | (1 << (bit & 31));
  }

  private has(hash: number): boolean {
    const bit = hash & this.mask;
    return ((this.bits[bit >>> 5] as number) & (1 << (bit & 31))) !== 0;
  }
}

function pairOf(first: number, second: number): number {
  const hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b);
  return hash ^ (hash >>> 15);
}

function cutOf(first: number): number {
  return pairOf(first, cutSecond);
}

/** Replaces the second piece of a value that is cut off. No piece has this number. */
const cutSecond = -2;
