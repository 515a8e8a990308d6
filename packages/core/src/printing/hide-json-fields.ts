// Hides firewalled fields in JSON that stands inside a text. A program may write a row as JSON and
// print it, or hold JSON that a tool answered. JSON in a text in JSON is found too, however often
// its quotes are escaped: `{"_token":"x"}` and `"{\"_token\":\"x\"}"`.

import { firewalledMarker } from "../values/index.ts";

/**
 * A quoted name and the colon behind it. The backslashes in front of its first quote are counted
 * separately, by `backslashesBefore`.
 */
const fieldName = /"(?:_|[^"\\]{1,100}\/_)[^"\\]{0,200}?(\\*)"\s{0,20}:\s{0,20}/g;
const mostEscapes = 64;

/**
 * `text` with `<Firewalled>` in place of the value of each JSON field whose name starts with `_`.
 * All else stays as it is.
 */
export function hideFirewalledJson(text: string): string {
  if (!text.includes('"_') && !text.includes("/_")) return text;
  const pieces: string[] = [];
  let copied = 0;
  fieldName.lastIndex = 0;
  for (let match = fieldName.exec(text); match !== null; match = fieldName.exec(text)) {
    const escapes = match[1]?.length ?? 0;
    const start = match.index + match[0].length;
    // The two quotes of one name are escaped the same number of times; otherwise this is no name.
    if (escapes !== backslashesBefore(text, match.index)) continue;
    const end = endOfValue(text, start, escapes);
    if (end === start) continue;
    const quote = `${"\\".repeat(escapes)}"`;
    pieces.push(text.slice(copied, start), quote, firewalledMarker, quote);
    copied = end;
    fieldName.lastIndex = end;
  }
  fieldName.lastIndex = 0;
  return copied === 0 ? text : pieces.join("") + text.slice(copied);
}

function backslashesBefore(text: string, index: number): number {
  let count = 0;
  while (count <= mostEscapes && text[index - 1 - count] === "\\") count++;
  return count;
}

/**
 * Of the backslashes in front of a quote, how many are there to escape the quote itself. Writing a
 * text into another text doubles its backslashes and adds one to each quote, so a quote is escaped
 * by 0, 1, 3, 7… backslashes; any others stood in front of it before.
 */
function escapesOfQuote(backslashes: number): number {
  return ((backslashes ^ (backslashes + 1)) - 1) / 2;
}

/**
 * Where the value that begins at `start` ends. A value that was cut off ends with the text around
 * it.
 */
function endOfValue(text: string, start: number, escapes: number): number {
  if (text[start + escapes] === '"' && backslashesBefore(text, start + escapes) === escapes)
    return endOfString(text, start + escapes + 1, escapes);
  const opening = text[start];
  return opening === "{" || opening === "["
    ? endOfCollection(text, start, escapes)
    : endOfScalar(text, start);
}

/**
 * The index behind the closing quote. A quote that is escaped fewer times closes the text around
 * this one; then the index of that quote.
 */
function endOfString(text: string, from: number, escapes: number): number {
  for (let index = text.indexOf('"', from); index >= 0; index = text.indexOf('"', index + 1)) {
    const found = escapesOfQuote(backslashesBefore(text, index));
    if (found < escapes) return index - found;
    if (found === escapes) return index + 1;
  }
  return text.length;
}

function endOfCollection(text: string, start: number, escapes: number): number {
  let depth = 0;
  for (let index = start; index < text.length; index++) {
    const character = text[index];
    if (character === "{" || character === "[") depth++;
    else if (character === "}" || character === "]") {
      if (--depth === 0) return index + 1;
    } else if (character === '"') {
      const found = escapesOfQuote(backslashesBefore(text, index));
      if (found < escapes) return index - found;
      index = endOfString(text, index + 1, escapes) - 1;
    }
  }
  return text.length;
}

function endOfScalar(text: string, start: number): number {
  let end = start;
  while (end < text.length && /[\w.+-]/.test(text.charAt(end))) end++;
  return end;
}
