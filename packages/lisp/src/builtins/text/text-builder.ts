// Puts a long text together. Each piece is charged before it is added, and pieces are joined now
// and then, so that there is never a list of as many pieces as the text has characters.

import type { Branch } from "../../evaluation/branch.ts";
import { spendText } from "./text-cost.ts";

const piecesTogether = 1024;

/** Charges in all what `joinTexts` charges for the same pieces. */
export class TextBuilder {
  private readonly branch: Branch;
  private joined = "";
  private pieces: string[] = [];
  private length = 0;

  constructor(branch: Branch) {
    this.branch = branch;
  }

  add(piece: string): void {
    this.branch.charge(2 * piece.length);
    this.length += piece.length;
    if (this.pieces.push(piece) >= piecesTogether) this.join();
  }

  finish(): string {
    this.branch.charge(24);
    spendText(this.branch, this.length);
    this.join();
    return this.joined;
  }

  private join(): void {
    this.joined += this.pieces.join("");
    this.pieces = [];
  }
}
