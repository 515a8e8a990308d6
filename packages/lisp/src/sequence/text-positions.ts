// Positions in text. Programs count characters (grapheme clusters), and the host counts UTF-16
// units. In most text every character is one unit, so the two agree. Other text is split into
// characters, which is charged.

import type { Branch } from "../evaluation/branches/branch.ts";
import { characterCount, characters, countCharacters } from "./characters.ts";

/** True if every character of `text` is one unit. */
function isPlain(branch: Branch, text: string): boolean {
  return countCharacters(branch, text) === text.length;
}

function takenApart(branch: Branch, text: string): string[] {
  branch.charge(32 * text.length);
  branch.spend(text.length >>> 1);
  return characters(text);
}

/**
 * Returns the characters from `start` up to `end`, with `0 <= start <= end`. Both may be beyond
 * the end of the text.
 */
export function sliceText(
  branch: Branch,
  text: string,
  start: number,
  end: number = Infinity,
): string {
  return isPlain(branch, text)
    ? text.slice(start, end)
    : takenApart(branch, text).slice(start, end).join("");
}

/**
 * Returns the number of units before the character at `index`, at most the length of the text.
 * `index` may be negative or infinite.
 */
export function unitOffset(branch: Branch, text: string, index: number): number {
  if (index <= 0) return 0;
  if (index >= text.length) return text.length;
  if (isPlain(branch, text)) return index;
  let offset = 0;
  for (const character of takenApart(branch, text).slice(0, index)) offset += character.length;
  return offset;
}

/** Returns the index of the character that contains the unit at `offset`. */
export function characterIndex(branch: Branch, text: string, offset: number): number {
  if (isPlain(branch, text)) return offset;
  let index = 0;
  let end = 0;
  for (const character of takenApart(branch, text)) {
    end += character.length;
    if (end > offset) return index;
    index++;
  }
  return index;
}

/** A number of UTF-16 units larger than that of any real character. */
const longestCharacter = 64;

/** True if `text` is one character. Long text is never one, so it isn't examined. */
export function isCharacter(text: string): boolean {
  return text !== "" && text.length <= longestCharacter && characterCount(text) === 1;
}
