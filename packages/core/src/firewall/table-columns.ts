// Finds firewalled columns of tables in a text: CSV with commas, semicolons or tabs, and Markdown
// tables. A table begins with a line of at least two names and ends at an empty line.
//
//   id,_token,name        names: their line isn't searched for other forms
//   1,s3cret,Ann             ──────
//   2,"two, lines",Bob       ───────────  hidden
//
// Takes time in proportion to the text, for any content.

import type { FieldFirewall } from "../values/index.ts";
import { backslashesBefore } from "./quoted-texts.ts";
import {
  behindBackslashes,
  behindBreak,
  closesLines,
  codeBreaks,
  nextInLine,
  quoteEscapes,
  type LineBreaks,
} from "./text-lines.ts";

/** A part of a table: a cell to hide, or the line of names, which is shown. */
export interface TablePart {
  readonly start: number;
  readonly end: number;
  readonly isHidden: boolean;
}

/** Returns the parts of all tables with firewalled columns in `text`, in order. */
export function tableParts(text: string, firewall: FieldFirewall): readonly TablePart[] {
  return /[,;|\t]|\\(?:t|u0009)/.test(text) ? new TableScan(text, firewall).parts() : [];
}

/** A cell of the line of names. */
const nameText = /[^,;|\t"\\\n\r{}[\]=<>]{0,100}/y;
const delimiters = /* @__PURE__ */ new Set([",", ";", "|", "\t"]);
/** The places where a table can begin: after a line break, and in a quoted text. */
const beginnings = /[\n\r"'`]|\\(?:[nr]|u000[ad])/gi;

interface Cell {
  readonly start: number;
  readonly end: number;
  /** The index of the delimiter or line break after it. */
  readonly behind: number;
}

interface Table {
  readonly breaks: LineBreaks;
  /** The number of backslashes before quotes. */
  readonly escapes: number;
  readonly delimiter: string;
  readonly hidden: ReadonlySet<number>;
  /** The number of columns. */
  readonly count: number;
  /** The end of the line of names. */
  readonly end: number;
}

class TableScan {
  private readonly text: string;
  private readonly firewall: FieldFirewall;
  private readonly found: TablePart[] = [];
  /** No table begins before this index. */
  private searched = 0;
  /** The number of characters that may be scanned for closing quotes without success. */
  private patience: number;

  constructor(text: string, firewall: FieldFirewall) {
    this.text = text;
    this.firewall = firewall;
    this.patience = 4 * text.length + 1000;
  }

  parts(): readonly TablePart[] {
    this.begin(0);
    beginnings.lastIndex = 0;
    for (let at = beginnings.exec(this.text); at !== null; at = beginnings.exec(this.text)) {
      const start = at.index + at[0].length;
      if (start >= this.searched) this.begin(start);
    }
    return this.found;
  }

  /** Looks for a table that begins at `start`. */
  private begin(start: number): void {
    const table = this.names(start);
    if (table === undefined) return;
    const names = this.found.push({ start, end: table.end, isHidden: false });
    this.searched = this.rows(table);
    // Without rows, it isn't a table.
    if (this.searched <= behindBreak(this.text, table.end, table.breaks))
      this.found.length = names - 1;
  }

  /** Reads a line of names. Returns undefined for other lines, or if no name is firewalled. */
  private names(start: number): Table | undefined {
    const { text } = this;
    const hidden = new Set<number>();
    let delimiter: string | undefined;
    let escapes: number | undefined;
    let count = 0;
    let named = 0;
    for (let index = start; ; count++) {
      const opening = behindBackslashes(text, index);
      const isQuoted = text[opening] === '"';
      const from = isQuoted ? opening + 1 : index;
      nameText.lastIndex = from;
      const name = nameText.exec(text)?.[0] ?? "";
      let end = from + name.length;
      this.searched = Math.max(this.searched, isQuoted ? from : end);
      if (isQuoted) {
        escapes ??= opening - index;
        const quote = `${"\\".repeat(escapes)}"`;
        if (escapes !== opening - index || !text.startsWith(quote, end)) return undefined;
        end += quote.length;
      }
      if (name.trim() !== "") named++;
      if (this.hidesColumn(name.trim())) hidden.add(count);
      const found = delimiterAt(text, end);
      delimiter ??= found;
      if (found !== undefined && found === delimiter) {
        index = end + found.length;
        continue;
      }
      const breaks = breaksAt(text, end);
      if (breaks === undefined || delimiter === undefined || hidden.size === 0) return undefined;
      const backslashes = behindBackslashes(text, end) - end;
      const tab = `${"\\".repeat(backslashes)}${breaks === codeBreaks ? "u0009" : "t"}`;
      if (delimiter.length > 1 && delimiter !== tab) return undefined;
      if (named < (delimiter === "|" ? 1 : 2)) return undefined;
      // Python and JavaScript write texts in single quotes, and don't escape double quotes there.
      const isSingle = "'`".includes(text.charAt(start - 1) || " ");
      escapes ??= breaks === codeBreaks ? backslashes - 1 : isSingle ? 0 : quoteEscapes(breaks);
      return { breaks, escapes, delimiter, hidden, count: count + 1, end };
    }
  }

  /** True for `_token`, and for `user._token` and `Result: _token`. */
  private hidesColumn(name: string): boolean {
    if (name.startsWith("_") || !name.includes("_")) return this.firewall.hides(name);
    return name.split(/[\s./:]+/).some((part) => this.firewall.hides(part));
  }

  /** Adds the hidden cells of the rows of a table. Returns the index after the table. */
  private rows(table: Table): number {
    const { text } = this;
    let end = table.end;
    for (;;) {
      const row = behindBreak(text, end, table.breaks);
      if (row === end) return end;
      const cells: Cell[] = [];
      for (let index = row; ;) {
        const cell = this.cell(index, table);
        if (this.patience < 0) {
          // Too many quotes without an end: hide everything after them.
          this.found.push({ start: row, end: text.length, isHidden: true });
          return text.length;
        }
        cells.push(cell);
        end = cell.behind;
        if (!startsWithDelimiter(text, end, table.delimiter)) break;
        index = end + table.delimiter.length;
      }
      if (cells.length < 2) return row;
      const [first = 0] = table.hidden;
      const { start = end } = cells[first] ?? {};
      // With too many cells, one has a delimiter without quotes, so the columns aren't known.
      if (cells.length > table.count) this.hide({ start, end, behind: end }, table);
      else
        for (const [column, cell] of cells.entries())
          if (table.hidden.has(column)) this.hide(cell, table);
    }
  }

  private hide({ start, end }: Cell, { delimiter }: Table): void {
    const text = this.text.slice(start, end);
    const from = start + text.length - text.trimStart().length;
    const to = from + text.trim().length;
    const isRule = delimiter === "|" && /^[\s:-]*$/.test(text);
    if (to > from && !isRule) this.found.push({ start: from, end: to, isHidden: true });
  }

  private cell(index: number, table: Table): Cell {
    const { text } = this;
    let start = index;
    while (text[start] === " ") start++;
    const opening = behindBackslashes(text, start);
    const isQuoted = text[opening] === '"' && opening - start === table.escapes;
    const quoted = isQuoted ? this.quotedCell(opening + 1, table) : undefined;
    if (quoted !== undefined) return quoted;
    let end = index;
    while (!startsWithDelimiter(text, end, table.delimiter)) {
      const next = nextInLine(text, end, table.breaks, table.escapes > 0);
      if (next === end) break;
      end = next;
    }
    return { start: index, end, behind: end };
  }

  /** Returns a cell in quotes, or undefined if its quotes don't enclose a whole cell. */
  private quotedCell(from: number, { breaks, escapes, delimiter }: Table): Cell | undefined {
    const { text } = this;
    const quote = `${"\\".repeat(escapes)}"`;
    let index = text.indexOf('"', from);
    for (; index >= 0; index = text.indexOf('"', index + 1)) {
      if (escapes > 0 && closesLines(text, index, breaks)) break;
      // A doubled quote, or `\"`, is part of the cell.
      if (text.startsWith(quote, index + 1)) {
        index += quote.length;
        continue;
      }
      let behind = index + 1;
      while (text[behind] === " ") behind++;
      const isEnd =
        startsWithDelimiter(text, behind, delimiter) ||
        nextInLine(text, behind, breaks, escapes > 0) === behind;
      if (isEnd) return { start: from, end: index - escapes, behind };
      if (backslashesBefore(text, index) === escapes) break;
    }
    this.patience -= (index < 0 ? text.length : index) - from;
    return undefined;
  }
}

/** Returns the delimiter at `index`: a comma, semicolon, bar or tab, or an escaped tab. */
function delimiterAt(text: string, index: number): string | undefined {
  const character = text[index] ?? "";
  if (delimiters.has(character)) return character;
  const letter = behindBackslashes(text, index);
  if (letter === index) return undefined;
  if (text[letter] === "t") return text.slice(index, letter + 1);
  return text.startsWith("u0009", letter) ? text.slice(index, letter + 5) : undefined;
}

function startsWithDelimiter(text: string, index: number, delimiter: string): boolean {
  return delimiter.length === 1
    ? text[index] === delimiter
    : text.startsWith(delimiter, index) && text[index - 1] !== "\\";
}

/** Returns how the line ends at `index`, or undefined if it doesn't end there. */
function breaksAt(text: string, index: number): LineBreaks | undefined {
  if (text[index] === "\n" || text[index] === "\r") return 0;
  const letter = behindBackslashes(text, index);
  if (letter === index) return undefined;
  if (/^u000[ad]/i.test(text.slice(letter, letter + 5))) return codeBreaks;
  return text[letter] === "n" || text[letter] === "r" ? letter - index : undefined;
}
