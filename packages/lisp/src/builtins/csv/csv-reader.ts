// Reads comma-separated text in one pass. Quoted fields may contain separators, line breaks and
// doubled quotes. Source: RFC 4180; a line may also end with a line feed alone. Charges for values
// as it makes them. Errors report their line and column.

import { Vector, type Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { after, type Result } from "../../evaluation/result.ts";
import { wrongArgument } from "../../evaluation/arguments/string-argument.ts";
import { chargeText } from "../text/text-cost.ts";

/** One row, with the line where it begins, counted from 1. */
export interface CsvRow {
  readonly line: number;
  readonly fields: string[];
}

const bytesOfRow = 176;
const bytesOfField = 16;

const lineBreaks: ReadonlySet<string> = new Set(["\r", "\n"]);

export class CsvReader {
  private index = 0;
  private line = 1;
  private lineStart = 0;
  private readonly branch: Branch;
  private readonly operation: string;
  private readonly text: string;
  private readonly separator: string;

  constructor(branch: Branch, operation: string, text: string, separator: string) {
    this.branch = branch;
    this.operation = operation;
    this.text = text;
    this.separator = separator;
    // The byte order mark isn't part of the first field.
    if (text.startsWith("\ufeff")) this.index = this.lineStart = 1;
  }

  /** Returns the next row, or `undefined` at the end. A final line break doesn't begin a row. */
  next(): CsvRow | undefined {
    if (this.index >= this.text.length) return undefined;
    this.branch.charge(bytesOfRow);
    const { line } = this;
    const fields = [this.field()];
    while (this.text.startsWith(this.separator, this.index)) {
      this.index += this.separator.length;
      fields.push(this.field());
    }
    this.endOfLine();
    return { line, fields };
  }

  /** Passes all other rows to `take`, and lets the host have turns. */
  each(take: (row: CsvRow) => void): null | Promise<null> {
    for (let row = this.next(); row !== undefined; row = this.next()) {
      take(row);
      if (this.branch.mayAwait && this.branch.turnIsOver)
        return this.branch.inNextTurn((reader: CsvReader) => reader.each(take), this);
    }
    return null;
  }

  private field(): string {
    if (--this.branch.ticks < 0) this.branch.refill();
    this.branch.charge(bytesOfField);
    return this.text[this.index] === '"' ? this.quoted() : this.plain();
  }

  private plain(): string {
    const { text, separator } = this;
    let end = this.index;
    while (
      end < text.length &&
      !lineBreaks.has(text.charAt(end)) &&
      !text.startsWith(separator, end)
    )
      end++;
    const field = this.text.slice(this.index, end);
    chargeText(this.branch, field.length);
    this.index = end;
    return field;
  }

  private quoted(): string {
    const [line, column] = [this.line, this.column()];
    const parts: string[] = [];
    let start = this.index + 1;
    for (;;) {
      const end = this.text.indexOf('"', start);
      if (end === -1)
        throw this.mistake(
          line,
          column,
          "a quote is not closed",
          'double quotes inside quotes: ""',
        );
      chargeText(this.branch, end - start + 1);
      parts.push(this.text.slice(start, end));
      if (this.text[end + 1] !== '"') {
        this.countLines(this.index, end);
        this.index = end + 1;
        this.assertFieldEnd();
        return parts.join('"');
      }
      start = end + 2;
    }
  }

  private assertFieldEnd(): void {
    const next = this.text[this.index];
    if (next === undefined || next === "\r" || next === "\n") return;
    if (this.text.startsWith(this.separator, this.index)) return;
    throw this.mistake(
      this.line,
      this.column(),
      `${JSON.stringify(this.text.slice(this.index, this.index + 5))} after a closing quote`,
      `a quoted field ends at its second quote: double quotes inside it, and separate fields with ${JSON.stringify(this.separator)}`,
    );
  }

  private endOfLine(): void {
    if (this.text[this.index] === "\r") this.index++;
    if (this.text[this.index] === "\n") this.index++;
    this.line++;
    this.lineStart = this.index;
  }

  /** Counts the lines that end inside a quoted field. */
  private countLines(from: number, to: number): void {
    // Walk the text, because a search could continue beyond the field.
    for (let at = from; at < to; at++) {
      if (this.text.charCodeAt(at) !== 0x0a) continue;
      this.line++;
      this.lineStart = at + 1;
    }
  }

  private column(): number {
    return this.index - this.lineStart + 1;
  }

  mistake(
    line: number,
    column: number,
    problem: string,
    hint: string,
  ): ReturnType<typeof wrongArgument> {
    return wrongArgument(
      this.operation,
      `line ${String(line)}, column ${String(column)}: ${problem}`,
      hint,
    );
  }
}

/**
 * Returns all rows as vectors of text. The first one has the names of the fields, so a map that a
 * program makes of it, as in `(zipmap header row)`, is a map of fields.
 */
export function readTable(reader: CsvReader): Result {
  const rows: Value[] = [];
  const take = (row: CsvRow): void => {
    const fields = Vector.of<Value>(row.fields);
    rows.push(rows.length === 0 ? fields.ofFields() : fields);
  };
  return after(reader.each(take), () => Vector.of<Value>(rows));
}
