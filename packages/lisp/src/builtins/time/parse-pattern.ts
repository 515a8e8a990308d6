// Parses text by a pattern into the pattern's parts. Like in java.time, the widths of the pattern
// divide digits without a separator. Reads the text once and skips an optional part that doesn't
// match.

import { monthNames, weekdayNames } from "./calendar-names.ts";
import type { DatePattern, PatternPart } from "./date-patterns.ts";
import { readZone, type FixedZone } from "@ptc/core/internal/decoding";

type Field = Extract<PatternPart, { type: "field" }>;

/** The parsed values by letter of the pattern. Names and AM/PM are numbers. */
export interface ReadParts {
  readonly numbers: ReadonlyMap<string, number>;
  readonly zone: FixedZone | undefined;
}

/** Returns the parts, or the index where the text doesn't match. */
export function readByPattern(text: string, { parts }: DatePattern): ReadParts | number {
  const reading = new Reading(text);
  const end = reading.parts(parts, 0);
  if (end < 0 || end < text.length) return Math.max(reading.furthest, end);
  return { numbers: reading.numbers, zone: reading.zone };
}

class Reading {
  numbers = new Map<string, number>();
  zone: FixedZone | undefined;
  /** The furthest index reached, for messages. */
  furthest = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Returns the index after the parts, or -1 if they don't match. */
  parts(parts: readonly PatternPart[], start: number): number {
    let index = start;
    for (const [place, part] of parts.entries()) {
      this.furthest = Math.max(this.furthest, index);
      if (part.type === "literal") {
        if (!this.text.startsWith(part.text, index)) return -1;
        index += part.text.length;
      } else if (part.type === "optional") index = this.optional(part.parts, index);
      else index = this.field(part, index, reservedBehind(parts, place));
      if (index < 0) return -1;
    }
    return index;
  }

  private optional(parts: readonly PatternPart[], start: number): number {
    const [numbers, zone] = [new Map(this.numbers), this.zone];
    const end = this.parts(parts, start);
    if (end >= 0) return end;
    this.numbers = numbers;
    this.zone = zone;
    return start;
  }

  /** Stores a part. A part that occurs twice must have the same value. */
  private put(letter: string, number: number): boolean {
    const before = this.numbers.get(letter);
    this.numbers.set(letter, number);
    return before === undefined || before === number;
  }

  private field(field: Field, index: number, reserved: number): number {
    const { letter, width } = field;
    if (/[XxZOVgi]/.test(letter)) return this.zoneField(letter, index, width);
    if (letter === "f") return this.fraction(index);
    if (letter === "S") return this.fixed("S", index, width);
    const names = namesOf(letter, width);
    if (names !== undefined) return this.name(letter, names, index);
    return this.number(letter, width, index, reserved);
  }

  private name(letter: string, names: readonly string[], index: number): number {
    const number = names.findIndex((name) => this.text.startsWith(name, index));
    if (number < 0) return -1;
    const stored = letter === "L" ? "M" : letter;
    return this.put(stored, number + (letter === "a" ? 0 : 1))
      ? index + (names[number]?.length ?? 0)
      : -1;
  }

  private number(letter: string, width: number, index: number, reserved: number): number {
    const isYear = letter === "y" || letter === "u" || letter === "Y";
    const isFree = width === 1 || (isYear && width !== 2);
    const signed = isYear && width !== 2 ? /^[+-]/.exec(this.text.slice(index)) : null;
    const start = index + (signed === null ? 0 : 1);
    const digits = /^\d*/.exec(this.text.slice(start, start + 19))?.[0].length ?? 0;
    const length = isFree ? Math.max(width, digits - reserved) : width;
    if (digits < length || length < 1) return -1;
    // A year with more digits than the pattern needs a sign.
    if (isYear && width >= 4 && signed === null && length > width) return -1;
    if (signed?.[0] === "+" && length <= width) return -1;
    const number = Number(this.text.slice(start, start + length));
    const read = signed?.[0] === "-" ? -number : isYear && width === 2 ? 2000 + number : number;
    const stored = letter === "L" ? "M" : letter;
    return Number.isSafeInteger(read) && this.put(stored, read) ? start + length : -1;
  }

  private fixed(letter: string, index: number, width: number): number {
    const digits = this.text.slice(index, index + width);
    if (digits.length < width || !/^\d+$/.test(digits)) return -1;
    return this.put(letter, Number(digits.slice(0, 3).padEnd(3, "0"))) ? index + width : -1;
  }

  private fraction(index: number): number {
    const digits = /^\.\d{0,9}/.exec(this.text.slice(index, index + 10))?.[0];
    if (digits === undefined) return index;
    return this.put("S", Number(digits.slice(1, 4).padEnd(3, "0"))) ? index + digits.length : -1;
  }

  private zoneField(letter: string, index: number, width: number): number {
    const rest = this.text.slice(index, index + 24);
    const pattern = zonePattern(letter, width);
    const found = pattern.exec(rest)?.[0];
    if (found === undefined || found === "") return -1;
    const zone = readZone(spelledOffset(letter === "i" ? found.slice(1, -1) : found));
    if (zone === undefined) return -1;
    this.zone = zone;
    return index + found.length;
  }
}

/** Returns how many digits the directly following fixed-width fields need. */
function reservedBehind(parts: readonly PatternPart[], place: number): number {
  let reserved = 0;
  for (const part of parts.slice(place + 1)) {
    if (part.type !== "field" || namesOf(part.letter, part.width) !== undefined) break;
    if (part.letter === "S") reserved += part.width;
    else if (/[XxZOVgif]/.test(part.letter) || part.width === 1) break;
    else reserved += part.width;
  }
  return reserved;
}

/** Returns the names for a field, or `undefined` for numbers. */
function namesOf(letter: string, width: number): readonly string[] | undefined {
  if (letter === "a") return ["AM", "PM"];
  if (letter === "G") return width === 4 ? ["Anno Domini", "Before Christ"] : ["AD", "BC"];
  const full = letter === "E" ? weekdayNames : monthNames;
  const isNamed = letter === "E" || ("ML".includes(letter) && width >= 3);
  if (!isNamed) return undefined;
  // One letter, such as J for January, is ambiguous, so it can't be parsed.
  if (width === 5) return [];
  const names = full.map((name) => name.charAt(0) + name.slice(1).toLowerCase());
  return width === 4 ? names : names.map((name) => name.slice(0, 3));
}

/** The forms of an offset for each count of the letter `x`. */
const offsets: readonly RegExp[] = [
  /^[+-]/,
  /^[+-]\d{2}(?:\d{2})?/,
  /^[+-]\d{4}/,
  /^[+-]\d{2}:\d{2}/,
  /^[+-]\d{4}(?:\d{2})?/,
  /^[+-]\d{2}:\d{2}(?::\d{2})?/,
];

/** The same for `X`, which writes a zero offset as Z. */
const offsetsOrZ: readonly RegExp[] = [
  /^(?:Z|[+-])/,
  /^(?:Z|[+-]\d{2}(?:\d{2})?)/,
  /^(?:Z|[+-]\d{4})/,
  /^(?:Z|[+-]\d{2}:\d{2})/,
  /^(?:Z|[+-]\d{4}(?:\d{2})?)/,
  /^(?:Z|[+-]\d{2}:\d{2}(?::\d{2})?)/,
];

function zonePattern(letter: string, width: number): RegExp {
  if (letter === "V") return /^(?:[+-]\d{2}:\d{2}|[A-Za-z/]{1,10}(?:[+-]\d{2}:\d{2})?)/;
  if (letter === "i") return /^\[[^\]]{1,20}\]/;
  if (letter === "g") return /^(?:GMT|[+-]\d{4})/;
  if (letter === "O" || (letter === "Z" && width === 4)) return /^GMT(?:[+-]\d{1,2}(?::\d{2})?)?/;
  if (letter === "Z") return width < 4 ? /^[+-]\d{4}/ : /^(?:Z|[+-]\d{2}:\d{2}(?::\d{2})?)/;
  return (letter === "X" ? offsetsOrZ : offsets)[width] ?? /^[+-]/;
}

function spelledOffset(text: string): string {
  return text
    .replace(/^GMT(?=[+-]|$)/, "")
    .replace(/^$/, "Z")
    .replace(/^([+-])(\d)(?=:|$)/, "$10$2")
    .replace(
      /^([+-]\d{2})(\d{2})(\d{2})?$/,
      (_, hours: string, minutes: string, seconds?: string) => {
        return `${hours}:${minutes}${seconds === undefined ? "" : `:${seconds}`}`;
      },
    );
}
