// Writes values on lines of a given width. A value that fits a line stays on it. Otherwise it is
// broken: each collection in it begins a line, as the rows of a list do, and other elements fill
// lines. Only the shown part of a value is read, no matter how large the value is.

import { printBounded } from "@ptc/core/printing";
import { quotedText, visibleLine } from "@ptc/core/internal/printing";
import { MapValue, SetValue, Vector, type Value } from "@ptc/core/values";
import { displayWidth, pieces } from "./wrapped-line.ts";

/** The options of `valueLines`. */
export interface ValueLinesOptions {
  /** The columns of a line, at least 20. */
  readonly width: number;
  /** The approximate maximum number of lines. Default 30. */
  readonly lines?: number;
  /** A last line, added if part of the value is omitted. */
  readonly shortened?: string;
}

const usualLines = 30;
/** A collection of at most this width may share a line with other entries of its map. */
const smallColumns = 30;
const leastWidth = 20;
/** In less room than this, a collection is cut instead of broken. */
const leastRoom = 16;
/** The minimum number of lines for one of several elements. */
const leastLines = 3;
/** The number of lines for a text inside a collection. */
const linesOfText = 3;

/**
 * Returns a language value as text that can be read again. Wide values take several lines: `{` and
 * `[` begin one entry below the other. No line is wider than `width` columns or contains a control
 * character.
 */
export function valueLines(value: Value, options: ValueLinesOptions): readonly string[] {
  const layout = new Layout(Math.max(leastWidth, options.width));
  const { lines = usualLines } = options;
  layout.write(value, "", { until: lines, isInside: false });
  return layout.finish(options.shortened);
}

interface LineAllotment {
  /** The number of lines that the text may have once the value is written. */
  readonly until: number;
  /** True if the value is part of another value. */
  readonly isInside: boolean;
}

/** A collection to break into lines. */
interface Parts {
  readonly open: string;
  readonly close: string;
  readonly count: number;
  /** Calls `write` for each element until it returns false. */
  readonly each: (write: (item: Value, key?: Value) => boolean) => void;
}

class Layout {
  private readonly width: number;
  private readonly lines: string[] = [];
  private line = "";
  private isCut = false;

  constructor(width: number) {
    this.width = width;
  }

  finish(shortened: string | undefined): readonly string[] {
    const lines = [...this.lines, this.line];
    return this.isCut && shortened !== undefined ? [...lines, shortened] : lines;
  }

  /** Writes `value`, and then `tail`, which closes the collections that end here. */
  write(value: Value, tail: string, allotment: LineAllotment): void {
    const flat = this.fitting(value, this.room - tail.length);
    if (flat !== undefined) this.line += flat + tail;
    else {
      const parts = partsOf(value);
      const isBroken =
        parts !== undefined &&
        parts.count > 0 &&
        this.room >= leastRoom &&
        this.lines.length < allotment.until;
      if (!isBroken) this.text(value, tail, allotment);
      else this.break(parts, tail, allotment);
    }
  }

  private get room(): number {
    return this.width - displayWidth(this.line);
  }

  /** Returns the value as text if it fits in `room` columns. */
  private fitting(value: Value, room: number): string | undefined {
    if (room < 1) return undefined;
    const { text, truncated } = printBounded(value, { maxCharacters: room });
    if (truncated) return undefined;
    const shown = shownText(text);
    return displayWidth(shown) <= room ? shown : undefined;
  }

  private newLine(column: number): void {
    this.lines.push(this.line);
    this.line = " ".repeat(column);
  }

  private break({ open, close, count, each }: Parts, tail: string, { until }: LineAllotment): void {
    this.line += open;
    const column = displayWidth(this.line);
    let written = 0;
    let isInRow = false;
    each((item, key) => {
      const isLast = written === count - 1;
      const itemTail = isLast ? close + tail : key === undefined ? "" : ",";
      const isShort =
        partsOf(item) === undefined ||
        (key !== undefined && this.fitting(item, smallColumns) !== undefined);
      const beside = isShort && isInRow ? this.beside(key, item, itemTail.length) : undefined;
      isInRow = isShort;
      if (beside !== undefined) {
        this.line += ` ${beside}${itemTail}`;
      } else {
        if (written > 0) this.newLine(column);
        if (written > 0 && this.lines.length >= until) {
          this.more(count - written, key === undefined ? "" : " entries", close + tail);
          return false;
        }
        const share = this.lines.length + Math.max(leastLines, (until - this.lines.length) >> 1);
        const allotment = { until: isLast ? until : Math.min(until, share), isInside: true };
        if (key === undefined) this.write(item, itemTail, allotment);
        else this.entry(key, item, itemTail, allotment);
      }
      written++;
      return true;
    });
  }

  /** Returns an element or entry if it fits the rest of the line. */
  private beside(key: Value | undefined, item: Value, tail: number): string | undefined {
    const room = this.room - 1 - tail;
    if (key === undefined) return this.fitting(item, room);
    const shown = this.fitting(key, room - 2);
    if (shown === undefined) return undefined;
    const value = this.fitting(item, room - 1 - displayWidth(shown));
    return value === undefined ? undefined : `${shown} ${value}`;
  }

  private entry(key: Value, item: Value, tail: string, allotment: LineAllotment): void {
    const column = displayWidth(this.line) + 2;
    this.write(key, "", { until: this.lines.length + 1, isInside: true });
    const room = this.room - 1;
    if (this.fitting(item, room - tail.length) === undefined && room < this.width / 3)
      this.newLine(Math.min(column, this.width - leastRoom));
    else this.line += " ";
    this.write(item, tail, allotment);
  }

  private more(count: number, what: string, tail: string): void {
    this.isCut = true;
    const text = `… ${count.toLocaleString("en")} more${what}${tail}`;
    this.line = this.line.slice(0, Math.max(0, this.width - displayWidth(text))) + text;
  }

  /** Writes a text, or another value that can't be broken, over its allotted lines. */
  private text(value: Value, tail: string, { until, isInside }: LineAllotment): void {
    if (this.room < leastRoom / 2) this.newLine(this.width >> 1);
    const column = displayWidth(this.line);
    const width = this.width - column;
    const left = Math.max(1, until - this.lines.length);
    const { shown, hidden } = prefixOf(
      value,
      width * (isInside ? Math.min(linesOfText, left) : left),
    );
    if (hidden !== undefined) this.isCut = true;
    const end = (hidden === undefined ? "" : `…${hidden}`) + tail;
    for (const [index, piece] of pieces(shown, width).entries()) {
      if (index > 0) this.newLine(column);
      this.line += piece;
    }
    const columns = displayWidth(end);
    if (columns > this.room) this.newLine(Math.max(0, Math.min(column, this.width - columns)));
    this.line += end;
  }
}

/**
 * Returns the beginning of a value that can't be broken, in at most `most` characters, and a note
 * about the omitted part, if any.
 */
function prefixOf(
  value: Value,
  most: number,
): { readonly shown: string; readonly hidden?: string } {
  if (typeof value !== "string") {
    const { text, truncated } = printBounded(value, { maxCharacters: most });
    return truncated ? { shown: shownText(text), hidden: "" } : { shown: shownText(text) };
  }
  let length = Math.min(value.length, most);
  let shown = quotedPrefix(value, length);
  // Escapes are longer than the characters they replace.
  while (shown.length > most && length > 1) {
    length = Math.floor((length * most) / shown.length);
    shown = quotedPrefix(value, length);
  }
  if (length >= value.length) return { shown };
  const hidden = ` ${(value.length - length).toLocaleString("en")} more characters`;
  return { shown: shown.slice(0, -1), hidden };
}

function quotedPrefix(text: string, length: number): string {
  return shownText(quotedText(text.slice(0, length).replace(/[\ud800-\udbff]$/, "")));
}

/** Escapes everything that could break a line, control the terminal or be invisible. */
function shownText(text: string): string {
  return visibleLine(text.replaceAll("\n", "\\n"));
}

function partsOf(value: Value): Parts | undefined {
  if (value instanceof Vector) {
    return {
      open: value.isSequence ? "(" : "[",
      close: value.isSequence ? ")" : "]",
      count: value.count,
      each: (write) => {
        for (let index = 0; index < value.count; index++) if (!write(value.at(index))) return;
      },
    };
  }
  if (value instanceof SetValue)
    return {
      open: "#{",
      close: "}",
      count: value.count,
      each: (write) => {
        value.every((member) => write(member));
      },
    };
  if (value instanceof MapValue)
    return {
      open: "{",
      close: "}",
      count: value.count,
      each: (write) => {
        value.every((key, item) => write(item, key));
      },
    };
  return undefined;
}
