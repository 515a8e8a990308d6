// Writes lines and tracks the column. After a comment it starts a new line automatically, so later
// text can't become part of the comment.
import { columnsOf } from "./columns.ts";
import type { Node } from "./node.ts";

export class Writer {
  readonly width: number;
  /** The column of the next text, from 0. */
  column = 0;
  private readonly parts: string[] = [];
  private readonly deepest: number;
  /** The indentation of the line after a comment, until that line is started. */
  private indentAfterComment: number | undefined = undefined;

  /**
   * Limits indentation to three quarters of the width and at most 60 columns. Otherwise white
   * space would grow with the square of a source's size.
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

  /** Returns the start column of a line with this indentation. */
  begin(indent: number): number {
    return Math.min(indent, this.deepest);
  }

  /** Writes a bracket or marker. Pass `columns` if known, to avoid counting them. */
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

  /** Writes a comment. The next line begins at `indent` unless `line` begins it. */
  comment(text: string, indent: number): void {
    this.write(text, 0);
    this.indentAfterComment = indent;
    this.column = this.begin(indent);
  }

  /** Writes a space, or a new line after a comment. */
  space(): void {
    if (this.isAfterComment) this.afterComment();
    else this.write(" ", 1);
  }

  line(indent: number, hasBlankBefore = false): void {
    this.indentAfterComment = undefined;
    this.column = this.begin(indent);
    this.parts.push(hasBlankBefore ? "\n\n" : "\n", " ".repeat(this.column));
  }

  /** Writes a node that fits the line. Its depth is less than the width, so recursion is safe. */
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
