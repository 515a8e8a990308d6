// The folded form in which secrets are searched: without case and without escapes. A text in
// quotes, in JSON, or in JSON inside JSON folds to the same units as the text itself, so one search
// finds it in all these forms.
//
//   plain      say "Hi"⏎      in JSON    say \"Hi\"\n      in both    say "hi"n

/** A folded text: the units to compare, and the location of each one in the original text. */
export interface FoldedText {
  readonly units: Uint16Array;
  /** Where the text of each unit starts, including the backslashes before it. */
  readonly starts: Int32Array;
  /** Where the text of each unit ends. */
  readonly ends: Int32Array;
  readonly length: number;
  /**
   * True if the text contains an escape such as `\u0041`, which could also be read as its literal
   * characters.
   */
  readonly hasCodes: boolean;
}

const backslash = 92;
const letterU = 117;

/**
 * Folds `text`. Drops backslashes, and folds a newline to the `n` that remains of `\n`. If
 * `readsCodes`, reads `\u0041` as `A`. Stops after `most` units, or up to two later.
 */
export function foldText(text: string, readsCodes = true, most = Infinity): FoldedText {
  const longest = Math.min(text.length, most + mostUnits - 1);
  // eslint-disable-next-line no-control-regex -- all of ASCII is meant
  const room = /^[\u0000-\u007f]*$/.test(text) ? longest : longest * mostUnits;
  const units = new Uint16Array(room);
  const starts = new Int32Array(room);
  const ends = new Int32Array(room);
  let length = 0;
  let hasCodes = false;
  for (let index = 0; index < text.length && length < most;) {
    const start = index;
    let unit = text.charCodeAt(index++);
    if (unit === backslash) {
      while (text.charCodeAt(index) === backslash) index++;
      if (index === text.length) break;
      unit = text.charCodeAt(index++);
      const code = unit === letterU ? codeAt(text, index) : undefined;
      hasCodes ||= code !== undefined;
      if (code !== undefined && readsCodes) {
        unit = code;
        index += 4;
      }
    }
    const letters = unit < 128 ? undefined : foldLetter(unit);
    if (letters === undefined) {
      units[length] = foldAscii(unit);
      starts[length] = start;
      ends[length++] = index;
      continue;
    }
    for (let letter = 0; letter < letters.length; letter++) {
      units[length] = letters.charCodeAt(letter);
      starts[length] = start;
      ends[length++] = index;
    }
  }
  if (room > longest || hasCodes) foldPairs(units, length);
  return { units, starts, ends, length, hasCodes };
}

/** Folds letters that take two units, both literal and escaped. */
function foldPairs(units: Uint16Array, length: number): void {
  for (let index = 1; index < length; index++) {
    const [high = 0, low = 0] = [units[index - 1], units[index]];
    if (high < 0xd800 || high > 0xdbff || low < 0xdc00 || low > 0xdfff) continue;
    const letter = String.fromCharCode(high, low).toUpperCase().toLowerCase();
    if (letter.length === 2) units[index] = letter.charCodeAt(1);
  }
}

/** Returns the first units of a folded text as a string. */
export function foldedString(text: string, most: number): string {
  const { units, length } = foldText(text, true, most);
  let folded = "";
  for (let start = 0; start < length; start += unitsAtOnce)
    folded += String.fromCharCode(...units.subarray(start, Math.min(length, start + unitsAtOnce)));
  return folded;
}

const unitsAtOnce = 4096;

/**
 * Folds the beginning of `text` into `units`, up to their length. Returns the number of units, or
 * -1 if it contains a backslash or a non-ASCII character, which only `foldText` can fold.
 */
export function foldPlain(text: string, units: Uint16Array): number {
  const length = Math.min(text.length, units.length);
  for (let index = 0; index < length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === backslash || unit > 127) return -1;
    units[index] = foldAscii(unit);
  }
  return length;
}

/** The length of a piece in units. */
export const pieceLength = 4;

/**
 * Returns the hash of the piece at `index`, a number below 65,536. Different pieces can have the
 * same hash.
 */
export function pieceAt(units: ArrayLike<number>, index: number): number {
  const hash =
    Math.imul(units[index] as number, 0x9e3779b1) ^
    Math.imul(units[index + 1] as number, 0x85ebca6b) ^
    Math.imul(units[index + 2] as number, 0xc2b2ae35) ^
    Math.imul(units[index + 3] as number, 0x27d4eb2f);
  return (hash ^ (hash >>> 15)) & 0xffff;
}

/**
 * Returns the code unit of four hexadecimal digits at `index`, or `undefined` for other
 * characters.
 */
function codeAt(text: string, index: number): number | undefined {
  let code = 0;
  for (let place = index; place < index + 4; place++) {
    const digit = digitOf(text.charCodeAt(place));
    if (digit === undefined) return undefined;
    code = code * 16 + digit;
  }
  return code;
}

function digitOf(unit: number): number | undefined {
  if (unit >= 48 && unit <= 57) return unit - 48;
  const letter = unit | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : undefined;
}

/** The letters that represent control characters after a backslash. */
const escapeLetters: ReadonlyMap<number, number> = new Map([
  [8, 98],
  [9, 116],
  [10, 110],
  [12, 102],
  [13, 114],
]);

function foldAscii(unit: number): number {
  if (unit >= 65 && unit <= 90) return unit + 32;
  return unit < 32 ? (escapeLetters.get(unit) ?? unit) : unit;
}

/** Returns the lowercase of a letter's uppercase, which can be several letters: `ss` for `ß`. */
function foldLetter(unit: number): string {
  return String.fromCharCode(unit).toUpperCase().toLowerCase();
}

/** The maximum number of units that a letter folds to. */
const mostUnits = 3;
