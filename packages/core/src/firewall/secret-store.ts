// Stores the secret texts and searches a text for all of them.
//
// Few texts are shown, but many values may be known: ten thousand rows have as many. So values are
// not indexed when they are added. For each one, the store keeps the hashes of its first two short
// pieces. If both pieces are adjacent in a text, the text may contain the value; a temporary
// matcher is built from these values. When the temporary matchers have cost more than one matcher
// of all values, that matcher is built and kept.
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

/** Shorter texts are not masked, because they would match everywhere. */
export const shortestSecret = 4;

/**
 * The number of units of a longer text that are searched for. The rest of a text after such a
 * match is hidden too.
 */
export const longestSought = 1_000;

/**
 * The number of characters of a longer text that are read: enough to get the units that are
 * searched for.
 */
const longestRead = 64_000;

/** The number of checks of loose values that cost as much as one unit of a new matcher. */
const looksPerUnit = 200;

/** The number of texts that may be stored without a check for duplicates. */
const fewLoose = 20_000;

type TellPlace = (start: number, end: number) => void;

export class SecretStore {
  /** The texts that are in no matcher, each with its first and second piece. */
  private loose: string[] = [];
  private first: number[] = [];
  private second: number[] = [];
  /** The matchers from large to small; each is at least twice as large as the next one. */
  private readonly matchers: TextMatcher[] = [];
  /** The number of loose texts that may be stored before they are checked for duplicates. */
  private mostLoose = fewLoose;
  /** The cost of loose texts since they were last moved to a matcher. */
  private looks = 0;
  /** A buffer for folding the first two pieces of a text, to avoid an allocation per text. */
  private readonly beginning = new Uint16Array(2 * pieceLength);
  private looseUnits = 0;
  private storedUnits = 0;
  private storedCount = 0;

  /** The number of secret texts. */
  get count(): number {
    return this.loose.length + this.storedCount;
  }

  /** The total length of the secret texts, in units. */
  get units(): number {
    return this.looseUnits + this.storedUnits;
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
    // A text shorter than one piece is always searched for.
    this.first.push(length >= pieceLength ? pieceAt(units, 0) : noPiece);
    this.second.push(length >= 2 * pieceLength ? pieceAt(units, pieceLength) : noPiece);
    this.looseUnits += Math.min(read.length, longestSought);
    // Text that looks like a Unicode escape may not be one: `C:\uabcd` is a path. In different
    // case, it appears literally, so add that reading too.
    if (read.includes("\\u")) this.add(read.replaceAll("\\", ""));
    if (this.loose.length > this.mostLoose) this.dropRepeated();
  }

  /** Calls `found` for each part of `text` that must not be shown. */
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

  /**
   * Returns a matcher of the loose texts that may be in a text, or `undefined` without such texts.
   */
  private candidates(
    readings: readonly FoldedText[],
    cuts: readonly number[],
  ): TextMatcher | undefined {
    if (this.loose.length === 0) return undefined;
    const pieces = new PieceSet(readings, cuts);
    const { first, second } = this;
    // Use a set, because the same value is often in many fields.
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

  /** Drops duplicate loose texts. Most are not duplicates, so this runs only occasionally. */
  dropRepeated(): void {
    const texts = new Set(this.loose);
    if (texts.size < this.loose.length) {
      this.clearLoose();
      // The texts are distinct now, so this avoids a recursive call.
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
   * Moves all loose texts to a permanent matcher. Merges it with smaller matchers, so each text is
   * part of only logarithmically many merges.
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
    this.storedUnits = 0;
    this.storedCount = 0;
    for (const { sought } of this.matchers) {
      this.storedCount += sought.length;
      for (const { length } of sought) this.storedUnits += length;
    }
  }

  clear(): void {
    this.clearLoose();
    this.matchers.length = 0;
    this.storedUnits = 0;
    this.storedCount = 0;
  }
}

function foldedSecret(text: string): string {
  // eslint-disable-next-line texts/shortened-texts -- the text is only searched for
  return foldedString(text.slice(0, longestRead), longestSought).slice(0, longestSought);
}

function trimmed(text: string): string {
  const isSpaced =
    text.charCodeAt(0) <= space ||
    text.charCodeAt(text.length - 1) <= space ||
    text.length > 60_000;
  // eslint-disable-next-line texts/shortened-texts -- the text is only searched for
  return isSpaced ? text.slice(0, longestRead).trim() : text;
}

const space = 32;
