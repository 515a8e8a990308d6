// The texts that may not be shown, and the search for all of them in one text.
//
// Few texts are shown, and many values may be known: ten thousand rows have as many. So a value
// is not indexed when it comes. Of each one the two short pieces it begins with are kept, as
// numbers. A value whose pieces stand in a text, one behind the other, may be in it; of those a
// matcher is made for this text. When that has cost more than one matcher of all values, that one
// is made and kept.
//
//   text ─▶ pieces in it ─▶ loose values that begin so ─▶ matcher for this text ─┐
//        └────────────────────────────────────────────────▶ matchers that are kept ─┴─▶ places

import {
  foldPlain,
  foldText,
  foldedString,
  pieceAt,
  pieceLength,
  type FoldedText,
} from "./folded-text.ts";
import { findSpans } from "./masked-spans.ts";
import { noPiece, PieceSet } from "./piece-set.ts";
import { TextMatcher } from "./text-matcher.ts";

/** Shorter texts are not sought: they would be found everywhere. */
export const shortestSecret = 4;

/** Of longer texts only so many units are sought; what follows them in a text is hidden too. */
export const longestSought = 1_000;

/** Of longer texts only the beginning is looked at; it has more units than are sought. */
const longestRead = 64_000;

/** How many looks at a loose value cost as much as one unit of a matcher that is made. */
const looksPerUnit = 200;

/** So many texts may be there twice without a look. */
const fewLoose = 20_000;

type TellPlace = (start: number, end: number) => void;

export class SecretStore {
  /** Texts that no matcher seeks, each with its first piece and the one behind it. */
  private loose: string[] = [];
  private first: number[] = [];
  private second: number[] = [];
  /** From large to small; each is at least twice as large as the next one. */
  private readonly matchers: TextMatcher[] = [];
  /** How many loose texts there may be before it is looked whether some are there twice. */
  private mostLoose = fewLoose;
  /** What was spent on loose texts since the last one of them was given to a matcher. */
  private looks = 0;
  /** Where the two pieces of a text are folded, so that nothing is made for each. */
  private readonly beginning = new Uint16Array(2 * pieceLength);
  private looseUnits = 0;
  private keptUnits = 0;
  private keptCount = 0;

  /** How many texts are sought. */
  get count(): number {
    return this.loose.length + this.keptCount;
  }

  /** How many units all of them have. */
  get units(): number {
    return this.looseUnits + this.keptUnits;
  }

  get isEmpty(): boolean {
    return this.loose.length === 0 && this.matchers.length === 0;
  }

  add(text: string): void {
    if (text.length < shortestSecret) return;
    const read = trimmed(text);
    const { beginning } = this;
    if (read.length < shortestSecret) return;
    let units: ArrayLike<number> = beginning;
    let length = foldPlain(read, beginning);
    if (length < 0)
      ({ units, length } = foldText(read.slice(0, longestRead), true, beginning.length));
    if (length === 0) return;
    this.loose.push(read);
    // What has no whole piece is always looked for.
    this.first.push(length >= pieceLength ? pieceAt(units, 0) : noPiece);
    this.second.push(length >= 2 * pieceLength ? pieceAt(units, pieceLength) : noPiece);
    this.looseUnits += Math.min(read.length, longestSought);
    // What looks like the code of a letter may be none: `C:\uabcd` is a path. In another case it
    // stands in a text as it is.
    if (read.includes("\\u")) this.add(read.replaceAll("\\", ""));
    if (this.loose.length > this.mostLoose) this.dropRepeated();
  }

  /** Tells `found` of each part of `text` that may not be shown. */
  find(text: string, cuts: readonly number[], found: TellPlace): void {
    const folded = foldText(text);
    const readings = folded.hasCodes ? [folded, foldText(text, false)] : [folded];
    const candidates = this.candidates(readings, cuts);
    for (const matcher of candidates === undefined ? this.matchers : [...this.matchers, candidates])
      for (const reading of readings)
        findSpans(reading, cuts, matcher, (start, end, length) => {
          found(start, length >= longestSought ? text.length : end);
        });
  }

  /** A matcher of the loose texts that may stand in a text. */
  private candidates(
    readings: readonly FoldedText[],
    cuts: readonly number[],
  ): TextMatcher | undefined {
    if (this.loose.length === 0) return undefined;
    const pieces = new PieceSet(readings, cuts);
    const { first, second } = this;
    // Often the same value stands in many fields.
    const sought = new Set<string>();
    for (let index = 0; index < first.length; index++)
      if (pieces.mayHold(first[index] as number, second[index] as number))
        sought.add(this.loose[index] as string);
    this.looks += first.length;
    if (sought.size === 0) return undefined;
    const matcher = new TextMatcher([...sought].map(foldedSecret));
    for (const { length } of sought) this.looks += Math.min(length, longestSought) * looksPerUnit;
    if (this.looks > this.looseUnits * looksPerUnit) {
      this.keep();
      return undefined;
    }
    return matcher;
  }

  /** Drops loose texts that are there twice. Most are not, so it is called only now and then. */
  dropRepeated(): void {
    const texts = new Set(this.loose);
    if (texts.size < this.loose.length) {
      this.clearLoose();
      // None of them is there twice, so this does not come back here.
      this.mostLoose = Infinity;
      for (const text of texts) this.add(text);
    }
    this.mostLoose = Math.max(fewLoose, 2 * texts.size);
  }

  private clearLoose(): void {
    this.loose = [];
    this.first = [];
    this.second = [];
    this.looks = 0;
    this.looseUnits = 0;
  }

  /**
   * Gives all loose texts to a matcher that is kept. Small matchers are joined with it, so that a
   * text takes part in as many, one after the other, as the logarithm of their number.
   */
  private keep(): void {
    let texts: readonly string[] = this.loose.map(foldedSecret);
    this.clearLoose();
    for (
      let last = this.matchers.at(-1);
      last !== undefined && last.sought.length < 2 * texts.length;
      last = this.matchers.at(-1)
    ) {
      texts = [...last.sought, ...texts];
      this.matchers.pop();
    }
    this.matchers.push(new TextMatcher(texts));
    this.keptUnits = 0;
    this.keptCount = 0;
    for (const { sought } of this.matchers) {
      this.keptCount += sought.length;
      for (const { length } of sought) this.keptUnits += length;
    }
  }

  clear(): void {
    this.clearLoose();
    this.matchers.length = 0;
    this.keptUnits = 0;
    this.keptCount = 0;
  }
}

function foldedSecret(text: string): string {
  return foldedString(text.slice(0, longestRead), longestSought).slice(0, longestSought);
}

function trimmed(text: string): string {
  const isSpaced =
    text.charCodeAt(0) <= space ||
    text.charCodeAt(text.length - 1) <= space ||
    text.length > 60_000;
  return isSpaced ? text.slice(0, longestRead).trim() : text;
}

const space = 32;
