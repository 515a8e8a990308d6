// Extracts the source of a program piece by piece while a model writes it. The program is in a code
// block of the model's text, or in the JSON of a call's arguments.

import { isProgramTag } from "../answer/code-fence.ts";

/** Takes pieces of an answer, and returns their program source. */
export interface ProgramPieces {
  readonly push: (text: string) => string;
}

const openingLine = /^\s*(`{3,}|~{3,})[{.]*([A-Za-z][\w+-]*)/;
const maybeClosing = /^\s*(?:(?:`+|~+)\s*)?$/;
/** In UTF-16 units. A longer line neither opens nor closes a block. */
const longestFence = 200;

/** Extracts the source from code blocks that name a Lisp. */
export class ProgramsInText implements ProgramPieces {
  /** The marks that opened the current block. */
  private opening: string | undefined;
  /**
   * The line so far, while it may still open or close a block. Undefined once it is known that it
   * does not.
   */
  private line: string | undefined = "";
  /** The line feed before `line`, which is not source if the block ends there. */
  private feed = "";

  /** True after the opening line of a block, until its closing line has ended. */
  get isInside(): boolean {
    return this.opening !== undefined;
  }

  push(text: string): string {
    const pieces: string[] = [];
    for (const piece of text.match(/[^\n]*\n|[^\n]+/g) ?? [])
      pieces.push(this.opening === undefined ? this.outside(piece) : this.inside(piece));
    return pieces.join("");
  }

  private outside(piece: string): string {
    const isWhole = piece.endsWith("\n");
    const line = this.line === undefined ? undefined : this.line + piece;
    this.line = line === undefined || line.length > longestFence ? undefined : line;
    if (!isWhole) return "";
    const [, marks, tag = ""] = openingLine.exec(this.line ?? "") ?? [];
    if (marks !== undefined && isProgramTag(tag.toLowerCase())) this.opening = marks;
    this.line = "";
    this.feed = "";
    return "";
  }

  private inside(piece: string): string {
    const isWhole = piece.endsWith("\n");
    if (this.line !== undefined) {
      this.line += piece;
      if (this.line.length <= longestFence && maybeClosing.test(this.line)) {
        if (!isWhole) return "";
        if (this.closes(this.line)) {
          this.opening = undefined;
          this.line = "";
          return "";
        }
      }
    }
    const known = this.line === undefined ? piece : this.feed + this.line;
    this.line = isWhole ? "" : undefined;
    this.feed = isWhole ? "\n" : "";
    return isWhole ? known.slice(0, -1) : known;
  }

  private closes(line: string): boolean {
    return this.opening !== undefined && line.trim().startsWith(this.opening);
  }
}

const callStart = /^\s*\{\s*"program"\s*:\s*"/;
/** The UTF-16 units within which a program must begin. */
const longestCallStart = 200;
const written = /^(?:[^"\\]|\\(?:u[0-9a-f]{4}|[^u]))*/i;

/** Extracts the source from the field `program` of an object, if it is the first field. */
export class ProgramInArguments implements ProgramPieces {
  private state: "before" | "within" | "over" = "before";
  private rest = "";

  push(text: string): string {
    if (this.state === "over") return "";
    this.rest += text;
    if (this.state === "before") {
      const opening = callStart.exec(this.rest)?.[0];
      if (opening === undefined) {
        if (this.rest.length > longestCallStart) this.state = "over";
        return "";
      }
      this.rest = this.rest.slice(opening.length);
      this.state = "within";
    }
    const whole = written.exec(this.rest)?.[0] ?? "";
    this.rest = this.rest.slice(whole.length);
    const isBegun = this.rest === "" || /^\\(?:u[0-9a-f]{0,3})?$/i.test(this.rest);
    if (!isBegun) this.state = "over";
    return unescaped(whole);
  }
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

function unescaped(text: string): string {
  return text.replace(/\\(u[0-9a-f]{4}|[^])/gi, (_, escape: string) =>
    escape.length > 1
      ? String.fromCharCode(Number.parseInt(escape.slice(1), 16))
      : (escapes.get(escape) ?? escape),
  );
}
