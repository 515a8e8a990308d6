// The form in which secrets are sought: without case and without the marks of quoting. A text that
// stands in quotes, in JSON, or in JSON inside of JSON folds to the same units as the text itself,
// so one search finds it in all of these.
//
//   plain      say "Hi"⏎      in JSON    say \"Hi\"\n      in both    say "hi"n

/** A text as the units that are compared, and where each of them stands in the text. */
export interface FoldedText {
  readonly units: Uint16Array;
  /** Where the text of a unit begins, with the backslashes in front of it. */
  readonly starts: Int32Array;
  /** Where the text of a unit ends. */
  readonly ends: Int32Array;
  readonly length: number;
  /** Whether a `\u0041` is in the text, which also could be read as the letters it is made of. */
  readonly hasCodes: boolean;
}

const backslash = 92;
const letterU = 117;

/**
 * Folds `text`. Backslashes are dropped, and a newline is what is left of `\n`: an `n`.
 * `readsCodes`: whether `\u0041` is an `A`. `most`: it ends after so many units, or up to two more.
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

/** Folds the letters that take two units, whatever wrote them. */
function foldPairs(units: Uint16Array, length: number): void {
  for (let index = 1; index < length; index++) {
    const [high = 0, low = 0] = [units[index - 1], units[index]];
    if (high < 0xd800 || high > 0xdbff || low < 0xdc00 || low > 0xdfff) continue;
    const letter = String.fromCharCode(high, low).toUpperCase().toLowerCase();
    if (letter.length === 2) units[index] = letter.charCodeAt(1);
  }
}

/** The first units of a folded text as a text. */
export function foldedString(text: string, most: number): string {
  const { units, length } = foldText(text, true, most);
  let folded = "";
  for (let start = 0; start < length; start += unitsAtOnce)
    folded += String.fromCharCode(...units.subarray(start, Math.min(length, start + unitsAtOnce)));
  return folded;
}

const unitsAtOnce = 4096;

/**
 * Folds the beginning of `text` into `units`, as far as they reach; -1 where it has more than plain
 * letters of ASCII, so that `foldText` has to do it.
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

/** How many units a piece of a text has. */
export const pieceLength = 4;

/** The piece at a place as a number below 65,536; another piece may have the same one. */
export function pieceAt(units: ArrayLike<number>, index: number): number {
  const hash =
    Math.imul(units[index] as number, 0x9e3779b1) ^
    Math.imul(units[index + 1] as number, 0x85ebca6b) ^
    Math.imul(units[index + 2] as number, 0xc2b2ae35) ^
    Math.imul(units[index + 3] as number, 0x27d4eb2f);
  return (hash ^ (hash >>> 15)) & 0xffff;
}

/** The code unit that four hexadecimal digits at `index` stand for. */
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

/** The letters that stand for control characters behind a backslash. */
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

/** Of a letter the small ones of its large one, which may be several: `ss` of `ß`. */
function foldLetter(unit: number): string {
  return String.fromCharCode(unit).toUpperCase().toLowerCase();
}

/** So many units a letter folds to at most. */
const mostUnits = 3;
