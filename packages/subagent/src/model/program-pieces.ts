// The source of a program, piece by piece, while a model writes the answer that it stands in: in a
// code block of its text, or in the JSON of the arguments of a call.

import { isProgramTag } from "../answer/code-fence.ts";

/** Takes the text of an answer, and gives what of it is source. */
export interface ProgramPieces {
  readonly push: (text: string) => string;
}

const openingLine = /^\s*(`{3,}|~{3,})[{.]*([A-Za-z][\w+-]*)/;
const maybeClosing = /^\s*(?:(?:`+|~+)\s*)?$/;
/** UTF-16 units; a longer line opens no block and closes none. */
const longestFence = 200;

/** The code blocks that name a Lisp. */
export class ProgramsInText implements ProgramPieces {
  /** The marks that opened the block in which the text is. */
  private opening: string | undefined;
  /** The line so far, while it is open what it is; undefined within a line that is known. */
  private line: string | undefined = "";
  /** The line feed before `line`, which is no source when the block ends there. */
  private feed = "";

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
/** UTF-16 units within which a program begins. */
const longestCallStart = 200;
const written = /^(?:[^"\\]|\\(?:u[0-9a-f]{4}|[^u]))*/i;

/** The field `program` of an object, where it is the first one. */
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
