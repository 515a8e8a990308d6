// Finds the end of a value of JSON, EDN, Python or JavaScript in a text. The value may be inside a
// quoted text and may be cut off. A value that is cut off ends with the surrounding text.

import { backslashesBefore } from "./quoted-texts.ts";

/**
 * Where an unquoted value ends: after its letters and digits, before whitespace or a separator, or
 * before the next comma or closing bracket, as in `{_token: two words, b: 1}`.
 */
export type Extent = "name" | "word" | "entry";

/**
 * Returns the end of the value that starts at `start`. `escapes` is the number of backslashes
 * before its quotes, or undefined if not known. `extent` is the end of an unquoted value.
 */
export function endOfValue(
  text: string,
  start: number,
  escapes: number | undefined,
  extent: Extent,
): number {
  const given = backslashesAt(text, start);
  const long = endOfLongText(text, start, given);
  if (long !== undefined) return long;
  if (text[start + given] === '"' && (escapes === undefined || escapes === given))
    return endOfString(text, start + given + 1, given);
  const opening = text[start];
  if (opening === "{" || opening === "[" || opening === "(")
    return endOfCollection(text, start, escapes);
  if (opening === "#") return endOfTagged(text, start, escapes);
  if (isSingleQuote(opening)) return endOfSingleQuoted(text, start);
  if (extent === "entry") return endOfEntry(text, start, escapes);
  return endOfScalar(text, start, extent === "word");
}

/** Returns the end of a text in triple quotes, as in Python and TOML, if one begins at `start`. */
function endOfLongText(text: string, start: number, escapes: number): number | undefined {
  const quote = text.charAt(start + escapes);
  if (quote !== '"' && quote !== "'") return undefined;
  const fence = text.slice(start, start + escapes + 1).repeat(3);
  if (!text.startsWith(fence, start)) return undefined;
  const end = text.indexOf(fence, start + fence.length);
  return end === -1 ? undefined : end + fence.length;
}

/** True for the quotes of Python and JavaScript that JSON doesn't escape. */
function isSingleQuote(character: string | undefined): boolean {
  return character === "'" || character === "`";
}

/**
 * Returns the index after a text in single quotes. In YAML and CSV, a doubled quote is part of the
 * text. A quote behind two, four… backslashes may close the text or be part of it, which depends
 * on how often the text was quoted: then the end is the last possible one.
 */
function endOfSingleQuoted(text: string, start: number): number {
  return endsOfSingleQuoted(text, start).last;
}

/** Returns the first possible end of a value, from which other fields may follow. */
export function firstEndOfValue(text: string, start: number, end: number): number {
  return isSingleQuote(text[start]) ? endsOfSingleQuoted(text, start).first : end;
}

function endsOfSingleQuoted(
  text: string,
  start: number,
): { readonly first: number; readonly last: number } {
  const quote = text.charAt(start);
  let first = text.length;
  for (let index = text.indexOf(quote, start + 1); index >= 0;) {
    const isDoubled = text[index + 1] === quote && (index > start + 1 || text[index + 2] === quote);
    const escapes = backslashesBefore(text, index);
    if (!isDoubled && escapes % 2 === 0) first = Math.min(first, index + 1);
    if (!isDoubled && escapes === 0) return { first, last: index + 1 };
    index = text.indexOf(quote, index + (isDoubled ? 2 : 1));
  }
  return { first, last: first };
}

/** Returns the end of an unquoted value in a list of fields. */
function endOfEntry(text: string, start: number, escapes: number | undefined): number {
  for (let index = start; index < text.length;) {
    const character = text.charAt(index);
    if (/[,;)}\]"\n\r]/.test(character)) return trimmedEnd(text, start, index);
    if (character === "\\" && /["nr]/.test(text.charAt(index + 1)))
      return trimmedEnd(text, start, index);
    if (/[([{]/.test(character)) index = endOfCollection(text, index, escapes);
    else if (isSingleQuote(character) && /[\s=(]/.test(text.charAt(index - 1)))
      index = endOfSingleQuoted(text, index);
    else index++;
  }
  return trimmedEnd(text, start, text.length);
}

function trimmedEnd(text: string, start: number, end: number): number {
  let trimmed = end;
  while (trimmed > start && /[\s\\]/.test(text.charAt(trimmed - 1))) trimmed--;
  return trimmed;
}

/** Returns the end of a tagged value: `#{1 2}`, `#inst "2026-01-02"`. */
function endOfTagged(text: string, start: number, escapes: number | undefined): number {
  let index = start + 1;
  while (/[\w/.-]/.test(text.charAt(index))) index++;
  while (text[index] === " ") index++;
  return text[index] === "#" ? index + 1 : endOfValue(text, index, escapes, "word");
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
    } else if (isSingleQuote(character) && beginsText(text, index)) {
      index = endOfSingleQuoted(text, index) - 1;
    }
  }
  return text.length;
}

/** True if a single quote begins a text of Python or JavaScript, not an apostrophe. */
function beginsText(text: string, index: number): boolean {
  return /[\s,:([{=]/.test(text.charAt(index - 1)) && text.includes(text.charAt(index), index + 1);
}

function endOfScalar(text: string, start: number, isWord: boolean): number {
  const part = isWord ? /[^\s,;&"'<>()[\]{}\\]/ : /[\w.:/+-]/;
  let end = start;
  while (end < text.length && part.test(text.charAt(end))) end++;
  return end;
}
