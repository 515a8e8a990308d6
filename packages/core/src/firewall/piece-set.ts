// The short pieces that stand in a text, as bits of a table: what begins with others is not in it.

import { pieceAt, pieceLength, type FoldedText } from "./folded-text.ts";
import { unitsBefore } from "./masked-spans.ts";

/** Stands for a piece that a short text does not have. */
export const noPiece = -1;

/** So many bits the table has for each unit of the text: then few of them are set. */
const bitsPerUnit = 32;
const fewestBits = 1 << 11;
const mostBits = 1 << 21;

export class PieceSet {
  private readonly bits: Uint32Array;
  private readonly mask: number;

  /** In front of `cuts`, places of the text, a value may stand whose second piece is left out. */
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

  /** Whether a value with these two pieces at its beginning may stand in the text. */
  mayHold(first: number, second: number): boolean {
    if (first === noPiece) return true;
    return this.has(pairOf(first, second)) || (second !== noPiece && this.has(cutOf(first)));
  }

  /** Adds each piece, and each two pieces one behind the other. */
  private addPieces({ units, length }: FoldedText): void {
    // The pieces that begin one to four units before the one at `index`.
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

  /** Adds the pieces in front of a cut that have no whole one behind them. */
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

/** In place of the second piece of a value that is cut off; no piece is this number. */
const cutSecond = -2;
