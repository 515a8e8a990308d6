// Values on lines of a width: what fits a line stays on it. What does not is broken: each
// collection in it begins a line, as the rows of a list do, and what else there is fills lines.
// Only so much is looked at as is shown, however large the value is.

import { printBounded, quotedText, visibleLine } from "@ptc/core/printing";
import { MapValue, SetValue, Vector, type Value } from "@ptc/core/values";
import { displayWidth, pieces } from "./wrapped-line.ts";

/** The options of `valueLines`. */
export interface ValueLinesOptions {
  /** The columns of a line, at least 20. */
  readonly width: number;
  /** About how many lines are shown; default 30. */
  readonly lines?: number;
  /** A last line for a value of which something is left out. */
  readonly shortened?: string;
}

const usualLines = 30;
/** A collection of so many columns stands beside other entries of its map. */
const smallColumns = 30;
const leastWidth = 20;
/** In less room a collection is not broken any more, but cut. */
const leastRoom = 16;
/** How many lines an element gets that is one of several. */
const leastLines = 3;
/** How many lines a text inside of a collection gets. */
const linesOfText = 3;

/**
 * A value of the language as text that can be read again, over several lines where it is wide: `{`
 * and `[` begin one entry below the other. No line is wider than `width` columns, and no control
 * character stands in one.
 */
export function valueLines(value: Value, options: ValueLinesOptions): readonly string[] {
  const layout = new Layout(Math.max(leastWidth, options.width));
  const { lines = usualLines } = options;
  layout.write(value, "", { until: lines, isInside: false });
  return layout.finish(options.shortened);
}

interface LineAllotment {
  /** How many lines there may be when the value is written. */
  readonly until: number;
  /** Whether it is a part of another value. */
  readonly isInside: boolean;
}

/** A collection to be broken. */
interface Parts {
  readonly open: string;
  readonly close: string;
  readonly count: number;
  /** Calls `write` for each element until it answers false. */
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

  /** Writes `value` and what closes the collections around it at the end of the line. */
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

  /** The value as text of at most `room` columns. */
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

  /** An element, or an entry, that fits the rest of the line. */
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

  /** A text, or what else cannot be broken, over as many lines as it may have. */
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
 * The beginning of what cannot be broken, in at most `most` characters, and how much of it is left,
 * if any.
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
  // Escapes take more room than what they stand for.
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

/** Everything that could break a line, steer the terminal or hide is escaped. */
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
