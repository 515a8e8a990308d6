// Finds the end of a JSON or EDN value in a text. The value may be inside a quoted text and may be
// cut off. A value that is cut off ends with the surrounding text.

import { backslashesBefore } from "./quoted-texts.ts";

/**
 * Returns the end of the value that starts at `start`. `escapes` is the number of backslashes
 * before its quotes, or undefined if not known. If `isLoose`, an unquoted value extends to the
 * next whitespace or separator.
 */
export function endOfValue(
  text: string,
  start: number,
  escapes: number | undefined,
  isLoose: boolean,
): number {
  const given = backslashesAt(text, start);
  if (text[start + given] === '"' && (escapes === undefined || escapes === given))
    return endOfString(text, start + given + 1, given);
  const opening = text[start];
  if (opening === "{" || opening === "[" || opening === "(")
    return endOfCollection(text, start, escapes);
  if (opening === "#") return endOfTagged(text, start, escapes);
  return endOfScalar(text, start, isLoose);
}

/** Returns the end of a tagged value: `#{1 2}`, `#inst "2026-01-02"`. */
function endOfTagged(text: string, start: number, escapes: number | undefined): number {
  let index = start + 1;
  while (/[\w/.-]/.test(text.charAt(index))) index++;
  while (text[index] === " ") index++;
  return text[index] === "#" ? index + 1 : endOfValue(text, index, escapes, true);
}

function backslashesAt(text: string, start: number): number {
  let count = 0;
  while (text[start + count] === "\\") count++;
  return count;
}

/**
 * Returns how many of the backslashes before a quote escape the quote itself. Writing a text into
 * another text doubles its backslashes and adds one to each quote, so a quote is escaped by 0, 1,
 * 3, 7… backslashes. Any others were already before it.
 */
function escapesOfQuote(backslashes: number): number {
  return ((backslashes ^ (backslashes + 1)) - 1) / 2;
}

/**
 * Returns the index after the closing quote. A quote that is escaped fewer times closes the
 * surrounding text; in that case, returns the index of that quote.
 */
function endOfString(text: string, from: number, escapes: number): number {
  for (let index = text.indexOf('"', from); index >= 0; index = text.indexOf('"', index + 1)) {
    const found = escapesOfQuote(backslashesBefore(text, index));
    if (found < escapes) return index - found;
    if (found === escapes) return index + 1;
  }
  return text.length;
}

function endOfCollection(text: string, start: number, escapes: number | undefined): number {
  let depth = 0;
  let level = escapes;
  for (let index = start; index < text.length; index++) {
    const character = text[index];
    if (character === "{" || character === "[" || character === "(") depth++;
    else if (character === "}" || character === "]" || character === ")") {
      if (--depth === 0) return index + 1;
    } else if (character === '"') {
      const found = escapesOfQuote(backslashesBefore(text, index));
      level ??= found;
      if (found < level) return index - found;
      index = endOfString(text, index + 1, level) - 1;
    }
  }
  return text.length;
}

function endOfScalar(text: string, start: number, isLoose: boolean): number {
  const part = isLoose ? /[^\s,;&"'<>()[\]{}\\]/ : /[\w.:/+-]/;
  let end = start;
  while (end < text.length && part.test(text.charAt(end))) end++;
  return end;
}
