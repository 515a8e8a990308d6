// Separates the prose of an answer from its programs, which arrive as pieces of their own.
//
//   text pieces ──▶ prose at once │ fence and source of a program: dropped │ a line that may still
//                   be a fence, or an answer that begins like a program: waits

import { ProgramsInText } from "../model/program-pieces.ts";

const maybeFence = /^\s*(?:[`~][^\n]*)?$/;
const beginsLikeProgram = /^\s*[(;]/;
/** In UTF-16 units. A longer line is prose; a longer answer is no program. */
const longestLine = 200;
const longestProgram = 1_000_000;

/** The prose of one block of text that may contain programs. */
export class ProsePieces {
  private readonly programs = new ProgramsInText();
  private line = "";
  private isLineProse = false;
  /** True once the block has a character that isn't a space. */
  private isBegun = false;
  /** A whole answer that may be a program without a fence. */
  private bare: string | undefined = undefined;

  /** Returns the prose that `text` completes. */
  push(text: string): string {
    const pieces = text.match(/[^\n]*\n|[^\n]+/g) ?? [];
    return pieces
      .map((piece) => (this.bare === undefined ? this.piece(piece) : this.bareText(piece)))
      .join("");
  }

  /**
   * Ends the block. `source` is the program that ran, if any: an answer that is only this program
   * isn't prose.
   */
  end(source: string | undefined): string {
    const rest = this.bare ?? (this.programs.isInside ? "" : this.line);
    this.line = "";
    this.bare = undefined;
    if (source === undefined || rest === "") return rest;
    const at = rest.indexOf(source.trim());
    return at < 0 ? rest : rest.slice(0, at) + rest.slice(at + source.trim().length);
  }

  private isInside(): boolean {
    return this.programs.isInside;
  }

  private bareText(text: string): string {
    const whole = (this.bare ?? "") + text;
    this.bare = whole.length > longestProgram ? undefined : whole;
    return this.bare === undefined ? whole : "";
  }

  private piece(piece: string): string {
    const wasInside = this.programs.isInside;
    this.programs.push(piece);
    const isWhole = piece.endsWith("\n");
    if (wasInside || this.isInside()) {
      this.line = "";
      this.isLineProse = false;
      this.isBegun = true;
      return "";
    }
    const line = this.line + piece;
    if (!this.isBegun && beginsLikeProgram.test(line)) {
      this.line = "";
      return this.bareText(line);
    }
    const isProse =
      this.isLineProse || isWhole || line.length > longestLine || !maybeFence.test(line);
    this.isLineProse = isProse && !isWhole;
    this.line = isProse ? "" : line;
    if (!isProse) return "";
    if (line.trim() !== "") this.isBegun = true;
    return line;
  }
}
