// Builds a long text. Charges for each piece before adding it. Hosts store a concatenated text as a
// tree of pieces until it is read, so the builder reads it now and then. The tree then never has as
// many pieces as the text has characters.

import type { Branch } from "../../evaluation/branches/branch.ts";
import { spendText } from "./text-cost.ts";

const piecesTogether = 1024;

/** Charges in total the same as `joinTexts` for the same pieces. */
export class TextBuilder {
  private readonly branch: Branch;
  private joined = "";
  private latest = "";
  private pieces = 0;
  private length = 0;
  /** Stored because an engine omits a read whose result isn't used, and then keeps the tree. */
  protected firstUnit = 0;

  constructor(branch: Branch) {
    this.branch = branch;
  }

  add(piece: string): void {
    this.branch.charge(2 * piece.length);
    this.length += piece.length;
    this.latest += piece;
    if (++this.pieces >= piecesTogether) this.join();
  }

  finish(): string {
    this.branch.charge(24);
    spendText(this.branch, this.length);
    this.join();
    return this.joined;
  }

  private join(): void {
    this.firstUnit = this.latest.charCodeAt(0);
    this.joined += this.latest;
    this.latest = "";
    this.pieces = 0;
  }
}
