// Parses date patterns such as `dd/MM/yyyy HH:mm`. Source: java.time.format.DateTimeFormatter, with
// English names. Rejects letters that depend on a region (weeks that begin on Sunday, zone names)
// and obvious mistakes (mm for months, DD for days), with a hint.

import type { Value } from "@ptc/core/values";
import { stringArgument, wrongArgument } from "../../evaluation/arguments/string-argument.ts";

/** A piece of a pattern. */
export type PatternPart =
  | { readonly type: "literal"; readonly text: string }
  | { readonly type: "field"; readonly letter: string; readonly width: number }
  | { readonly type: "optional"; readonly parts: readonly PatternPart[] };

export interface DatePattern {
  readonly parts: readonly PatternPart[];
  /** True to reject a day its month lacks; otherwise the last day replaces it, like in Java. */
  readonly isStrict: boolean;
}

const longestPattern = 100;

/**
 * The greatest width of each letter. `f`, `g` and `i` are our own, for the named formatters. In
 * those, `Y`, `w` and `e` mean ISO 8601 weeks.
 */
const widths: ReadonlyMap<string, number> = new Map([
  ["G", 4],
  ["y", 9],
  ["u", 9],
  ["M", 5],
  ["L", 5],
  ["E", 5],
  ["a", 1],
  ["d", 2],
  ["D", 3],
  ["Q", 4],
  ["q", 4],
  ["H", 2],
  ["h", 2],
  ["K", 2],
  ["k", 2],
  ["m", 2],
  ["s", 2],
  ["S", 9],
  ["n", 9],
  ["A", 9],
  ["X", 5],
  ["x", 5],
  ["Z", 5],
  ["O", 4],
]);

const insteadOf: ReadonlyMap<string, string> = new Map([
  ["Y", "the year is yyyy; Y is the year of a week"],
  ["w", "get the week with (.get date IsoFields/WEEK_OF_WEEK_BASED_YEAR)"],
  ["W", "get the week with (.get date IsoFields/WEEK_OF_WEEK_BASED_YEAR)"],
  ["e", "get the day of the week with (.getValue (.getDayOfWeek date)), its name with EEEE"],
  ["c", "get the day of the week with (.getValue (.getDayOfWeek date)), its name with EEEE"],
  ["z", "the offset is XXX or Z, the zone VV"],
  ["v", "the offset is XXX or Z, the zone VV"],
  ["t", "put literal letters between single quotes: yyyy-MM-dd'T'HH:mm"],
  ["T", "put literal letters between single quotes: yyyy-MM-dd'T'HH:mm"],
]);

const operation = "DateTimeFormatter/ofPattern";

function refused(text: string, problem: string, hint: string): ReturnType<typeof wrongArgument> {
  return wrongArgument(operation, `${problem} in ${JSON.stringify(text)}`, hint);
}

/** The patterns of the named formatters; some letters are our own. */
const isoTime = "HH:mm[:ss[f]]";
const named: ReadonlyMap<string, string> = new Map([
  ["ISO_LOCAL_DATE", "uuuu-MM-dd"],
  ["ISO_OFFSET_DATE", "uuuu-MM-ddXXXXX"],
  ["ISO_DATE", "uuuu-MM-dd[XXXXX]"],
  ["ISO_LOCAL_TIME", isoTime],
  ["ISO_OFFSET_TIME", `${isoTime}XXXXX`],
  ["ISO_TIME", `${isoTime}[XXXXX]`],
  ["ISO_LOCAL_DATE_TIME", `uuuu-MM-dd'T'${isoTime}`],
  ["ISO_OFFSET_DATE_TIME", `uuuu-MM-dd'T'${isoTime}XXXXX`],
  ["ISO_ZONED_DATE_TIME", `uuuu-MM-dd'T'${isoTime}XXXXX[i]`],
  ["ISO_DATE_TIME", `uuuu-MM-dd'T'${isoTime}[XXXXX[i]]`],
  ["BASIC_ISO_DATE", "uuuuMMdd[XXXX]"],
  ["ISO_ORDINAL_DATE", "uuuu-DDD[XXXXX]"],
  ["ISO_WEEK_DATE", "YYYY-'W'ww-e[XXXXX]"],
  ["RFC_1123_DATE_TIME", "[EEE, ]d MMM uuuu HH:mm[:ss] g"],
]);

/**
 * The texts for Java's formatter constants. The formatter of instants is implemented separately.
 */
export const formatterNames: readonly string[] = [...named.keys(), "ISO_INSTANT"];

/** @throws EvaluationError unless `value` is the text of a pattern or the name of a formatter */
export function datePattern(value: Value): DatePattern {
  const text = stringArgument(value, operation, 'a pattern such as "dd/MM/yyyy"');
  const iso = named.get(text);
  if (iso !== undefined) return { parts: new PatternReader(iso, true).whole(), isStrict: true };
  if (text.length > longestPattern)
    throw wrongArgument(operation, `a pattern has at most ${String(longestPattern)} characters`);
  const parts = new PatternReader(text, false).whole();
  refuseSlips(text, parts);
  return { parts, isStrict: false };
}

class PatternReader {
  private index = 0;
  private readonly text: string;
  private readonly isOurs: boolean;

  constructor(text: string, isOurs: boolean) {
    this.text = text;
    this.isOurs = isOurs;
  }

  whole(): readonly PatternPart[] {
    const parts = this.parts(0);
    if (this.index < this.text.length)
      throw refused(this.text, "a ] without a [", "write ']' for the character");
    return parts;
  }

  private parts(depth: number): readonly PatternPart[] {
    const parts: PatternPart[] = [];
    while (this.index < this.text.length && this.text[this.index] !== "]")
      parts.push(this.part(depth));
    return parts;
  }

  private part(depth: number): PatternPart {
    const character = this.text.charAt(this.index);
    if (character === "'") return this.quoted();
    if (character === "[") return this.optional(depth);
    if ("{}#".includes(character))
      throw refused(
        this.text,
        `${character} has no meaning`,
        `write '${character}' for the character`,
      );
    if (!/[A-Za-z]/.test(character)) {
      this.index++;
      return { type: "literal", text: character };
    }
    return this.field(character);
  }

  private quoted(): PatternPart {
    const end = /^'((?:[^']|'')*)'/.exec(this.text.slice(this.index));
    if (end === null)
      throw refused(this.text, "a single quote is not closed", "write '' for the character");
    this.index += end[0].length;
    return { type: "literal", text: end[0] === "''" ? "'" : (end[1] ?? "").replaceAll("''", "'") };
  }

  private optional(depth: number): PatternPart {
    if (depth >= 8) throw refused(this.text, "brackets nested too deep", "use fewer");
    this.index++;
    const parts = this.parts(depth + 1);
    this.index++;
    return { type: "optional", parts };
  }

  private field(letter: string): PatternPart {
    let width = 1;
    while (this.text[this.index + width] === letter) width++;
    this.index += width;
    if (this.isOurs && "fgiYwe".includes(letter)) return { type: "field", letter, width };
    if (letter === "V" && width === 2) return { type: "field", letter, width };
    const most = widths.get(letter);
    if (most === undefined || (letter === "O" && width !== 1 && width !== 4))
      throw refused(
        this.text,
        `unknown letter ${letter}`,
        insteadOf.get(letter) ??
          "the letters are yyyy MM dd, HH mm ss SSS, hh a, EEE EEEE, MMM MMMM, Q, XXX, VV; put others between single quotes",
      );
    if (width > most)
      throw refused(
        this.text,
        `${letter} is repeated ${String(width)} times, the maximum is ${String(most)}`,
        "write yyyy-MM-dd HH:mm:ss, names of months and days as MMM and EEE or MMMM and EEEE",
      );
    return { type: "field", letter, width };
  }
}

function lettersOf(parts: readonly PatternPart[]): string {
  return parts
    .map((part) =>
      part.type === "field" ? part.letter : part.type === "optional" ? lettersOf(part.parts) : "",
    )
    .join("");
}

/** Rejects patterns that Java accepts with an unlikely meaning. */
function refuseSlips(text: string, parts: readonly PatternPart[]): void {
  const letters = lettersOf(parts);
  const isDate = /[yud]/.test(letters);
  if (letters.includes("m") && isDate && !/[HhKk]/.test(letters))
    throw refused(text, "mm is the minutes", "months are MM: yyyy-MM-dd");
  if (letters.includes("D") && /[ML]/.test(letters))
    throw refused(text, "D is the day of the year", "the day of the month is dd: yyyy-MM-dd");
  if (/[HhKk]/.test(letters) && /[ML]/.test(letters) && !isDate)
    throw refused(text, "MM is the month", "minutes are mm: HH:mm");
}
