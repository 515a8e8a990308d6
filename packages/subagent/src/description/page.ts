// The page that a description is written on. Wraps lines to the width and limits their number. Puts
// a bar before everything that comes from the step, so that its text can't imitate a line of the
// description.

import { oneLine } from "@ptc/core/internal/errors";
import type { Value } from "@ptc/core/values";
import { boundedText } from "./bounded-text.ts";
import { numberText } from "./count-text.ts";
import { mostLines } from "./description-options.ts";
import { programSpans } from "./program-spans.ts";
import { readableProgram } from "./readable-program.ts";
import { valueLines } from "./value-lines.ts";
import { displayWidth, wrappedLine } from "./wrapped-line.ts";
import { note, plain, type StyledSpan, type SpanKind } from "./span.ts";

/** Colors a piece of a line. `text` has no control characters. */
export type Highlight = (kind: SpanKind, text: string) => string;

export interface PageOptions {
  /** The columns of a line. */
  readonly width: number;
  /** The maximum number of rows of a text, a value or a program. */
  readonly lines: number;
  readonly highlight: Highlight;
}

/** The state that all parts of a page share. */
interface Sheet extends PageOptions {
  readonly written: string[];
  /** True if something was omitted because the page is full. */
  isOver: boolean;
}

const bar = "│ ";
const step = 2;
/** Narrower text is not readable, so deeper levels are not indented. */
const leastRoom = 40;

export class Page {
  private readonly sheet: Sheet;
  private readonly indentation: number;

  constructor(options: PageOptions, sheet?: Sheet, indentation = 0) {
    this.sheet = sheet ?? { ...options, written: [], isOver: false };
    this.indentation = indentation;
  }

  /** The same page, indented for lines that belong to the line above. */
  get inside(): Page {
    const deeper = this.indentation + step;
    return new Page(
      this.sheet,
      this.sheet,
      this.sheet.width - deeper < leastRoom ? this.indentation : deeper,
    );
  }

  get isFull(): boolean {
    return this.sheet.written.length >= mostLines;
  }

  /** The columns left beside the indentation. */
  get room(): number {
    return this.sheet.width - this.indentation;
  }

  /**
   * Writes a line of the description, cut to the room. Pass text of the step through `oneLine`
   * first.
   */
  line(...spans: readonly StyledSpan[]): void {
    if (this.isFull) {
      this.sheet.isOver = true;
      return;
    }
    let left = this.room;
    let shown = "";
    for (const { kind, text } of spans) {
      if (text === "" || left < 1) continue;
      const fitting = this.short(text, left);
      shown += kind === "plain" ? fitting : this.sheet.highlight(kind, fitting);
      left -= displayWidth(fitting);
    }
    this.sheet.written.push(shown === "" ? "" : `${" ".repeat(this.indentation)}${shown}`);
  }

  /**
   * Writes a text of the description, wrapped over several lines. It must not contain text of the
   * step, which could end up at the beginning of a line.
   */
  flow(kind: SpanKind, text: string): void {
    const { rows } = wrappedLine(text, { width: this.room - step, rows: 200, isProse: true });
    for (const [index, row] of rows.entries())
      this.line({ kind, text: index === 0 ? row : `${" ".repeat(step)}${row}` });
  }

  gap(): void {
    if (this.sheet.written.length > 0 && this.sheet.written.at(-1) !== "") this.line();
  }

  heading(text: string, ...more: readonly StyledSpan[]): void {
    this.gap();
    this.line({ kind: "heading", text }, ...more);
  }

  /** Writes a label. `remark` follows in parentheses, on the next line if it doesn't fit. */
  label(text: string, remark = ""): void {
    const added = remark === "" ? "" : ` (${remark})`;
    const fits = displayWidth(text) + displayWidth(added) <= this.room;
    this.line({ kind: "label", text }, note(fits ? added : ""));
    if (!fits) this.inside.line(note(added.trim()));
  }

  /** Writes a label with a text of the step, on the same line if it fits. */
  entry(text: string, value: string): void {
    const room = this.room - displayWidth(text) - step;
    const shown = oneLine(value, room);
    if (value.length <= room && displayWidth(shown) <= room)
      this.line({ kind: "label", text }, plain(`${" ".repeat(step)}${shown}`));
    else {
      this.label(text);
      this.inside.text(value);
    }
  }

  /** Writes a text of the step. */
  text(text: string, lines = this.sheet.lines): void {
    const { rows, omitted } = boundedText(text, {
      width: this.room - bar.length,
      rows: lines,
      isProse: true,
    });
    for (const row of rows) this.barred([plain(row)]);
    this.more(omitted);
  }

  /**
   * Writes a program with colored words. `keepsLines` is true if an error names positions in it.
   */
  program(source: string, keepsLines: boolean): void {
    const width = this.room - bar.length;
    const { text, isLaidOut } = readableProgram(source, { width, keepsLines });
    this.label("program", isLaidOut ? "reformatted here; the model wrote other lines" : "");
    const { rows, omitted } = boundedText(text, { width, rows: this.sheet.lines, isProse: true });
    const inside = this.inside;
    for (const spans of programSpans(rows)) inside.barred(spans);
    inside.more(omitted);
  }

  value(value: Value): void {
    const { lines } = this.sheet;
    for (const line of valueLines(value, { width: this.room - bar.length, lines }))
      this.barred([plain(line)]);
  }

  finish(): string {
    const { written, isOver } = this.sheet;
    if (isOver)
      written.push(
        `… the rest is omitted: a description has at most ${numberText(mostLines)} lines (turns, lines, children)`,
      );
    return written.join("\n");
  }

  /** Returns the beginning of an already escaped text, in at most `columns`. */
  short(text: string, columns: number): string {
    const most = Math.max(1, columns);
    if (text.length <= most && displayWidth(text) <= most) return text;
    const [row = "", more] = wrappedLine(text, { width: most, rows: 2 }).rows;
    if (more === undefined) return row;
    return `${wrappedLine(row, { width: most - 1, rows: 1 }).rows[0] ?? ""}…`;
  }

  private barred(spans: readonly StyledSpan[]): void {
    const isEmpty = spans.every(({ text }) => text === "");
    this.line(note(isEmpty ? bar.trimEnd() : bar), ...spans);
  }

  private more(characters: number): void {
    if (characters > 0) this.line(note(`… ${numberText(characters)} more characters (lines)`));
  }
}
