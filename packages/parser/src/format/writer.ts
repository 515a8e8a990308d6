// Writes lines, and knows the column at which it is. Nothing that is written after a comment can
// become part of it: the next line begins by itself.
import { columnsOf } from "./columns.ts";
import type { Node } from "./node.ts";

export class Writer {
  readonly width: number;
  /** The column at which the next text would stand, from 0. */
  column = 0;
  private readonly parts: string[] = [];
  private readonly deepest: number;
  /** Where the line after a comment begins, until it has begun. */
  private indentAfterComment: number | undefined = undefined;

  /**
   * Lines begin at three quarters of the width or at column 60 at the latest, however deep they
   * are: without that, white space would grow with the square of a source.
   */
  constructor(width: number) {
    this.width = width;
    this.deepest = Math.min(60, Math.floor((width * 3) / 4));
  }

  get isAfterComment(): boolean {
    return this.indentAfterComment !== undefined;
  }

  get text(): string {
    return this.parts.join("");
  }

  /** Where a line that is to begin at `indent` begins. */
  begin(indent: number): number {
    return Math.min(indent, this.deepest);
  }

  /** A bracket or a marker; the columns need not be counted again where they are known. */
  write(text: string, columns = columnsOf(text)): void {
    this.afterComment();
    this.parts.push(text);
    this.column += columns;
  }

  atom({ text, flat }: Node): void {
    if (flat < Infinity) {
      this.write(text, flat);
      return;
    }
    const lineBreak = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r"));
    this.write(text, 0);
    this.column = columnsOf(text.slice(lineBreak + 1));
  }

  /** `indent` is where the next line begins, unless it is begun by `line`. */
  comment(text: string, indent: number): void {
    this.write(text, 0);
    this.indentAfterComment = indent;
    this.column = this.begin(indent);
  }

  /** A space; after a comment a new line. */
  space(): void {
    if (this.isAfterComment) this.afterComment();
    else this.write(" ", 1);
  }

  line(indent: number, hasBlankBefore = false): void {
    this.indentAfterComment = undefined;
    this.column = this.begin(indent);
    this.parts.push(hasBlankBefore ? "\n\n" : "\n", " ".repeat(this.column));
  }

  /** What fits the line, on it. Its depth is less than the width, so recursion is safe. */
  flat(node: Node): void {
    if (node.kind === "atom") {
      this.atom(node);
      return;
    }
    this.write(node.text);
    for (const [index, item] of node.items.entries()) {
      if (index > 0 || node.isSpaced) this.space();
      this.flat(item);
    }
    const closing = closings.get(node.kind);
    if (closing !== undefined) this.write(closing, closing.length);
  }

  private afterComment(): void {
    if (this.indentAfterComment !== undefined) this.line(this.indentAfterComment);
  }
}

export const closings: ReadonlyMap<Node["kind"], string> = new Map<Node["kind"], string>([
  ["list", ")"],
  ["vector", "]"],
  ["map", "}"],
  ["set", "}"],
  ["function", ")"],
]);
