// Scans program text that the reader may not accept yet: finds strings, comments and character
// literals, and the closing bracket of a form. A scan never goes back, so its time is proportional
// to the text.

const typographicQuotes = "\u201C\u201D\u201E\u201F";
const openers = "([{";
const closers = ")]}";

/** True if `character` is a typographic double quotation mark: “ ” „ ‟. */
export function isTypographicQuote(character: string | undefined): boolean {
  return character !== undefined && typographicQuotes.includes(character);
}

/**
 * Returns the end of the string, comment or character literal that begins at `start`. Returns
 * `start` itself if none begins there.
 */
export function partEnd(text: string, start: number): number {
  const character = text[start];
  if (character === "\\") return Math.min(start + 2, text.length);
  if (character === '"') return closingQuote(text, start, isPlainQuote) ?? text.length;
  if (character === ";") return endsEntity(text, start) ? start : lineEnd(text, start);
  if (!isTypographicQuote(character)) return start;
  // Another typographic quotation mark usually closes a typographic one. A plain one closes it only
  // if there is no typographic one.
  return (
    closingQuote(text, start, isTypographicQuote) ??
    closingQuote(text, start, isPlainQuote) ??
    text.length
  );
}

/**
 * Returns the position after the bracket that closes the form at `start`, or `undefined` if it is
 * not closed. Any closing bracket closes any opening one.
 */
export function formEnd(text: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length;) {
    const end = partEnd(text, at);
    const character = text[at] ?? "";
    if (end === at && openers.includes(character)) depth++;
    if (end === at && closers.includes(character) && --depth <= 0) return at + 1;
    at = Math.max(end, at + 1);
  }
  return undefined;
}

/**
 * Returns the start of the first form, after white space and comments, or `undefined` without a
 * form.
 */
export function firstForm(text: string): number | undefined {
  for (let at = 0; at < text.length;) {
    const character = text[at] ?? "";
    if (character === ";") at = Math.max(partEnd(text, at), at + 1);
    else if (/\S/.test(character)) return at;
    else at++;
  }
  return undefined;
}

/** Returns the end of the line that contains `at`, before its line break. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

function closingQuote(
  text: string,
  start: number,
  closes: (character: string | undefined) => boolean,
): number | undefined {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (closes(text[at])) return at + 1;
  }
  return undefined;
}

function isPlainQuote(character: string | undefined): boolean {
  return character === '"';
}

const entityEnd = /&(?:lt|gt|amp|quot|apos|nbsp|#39|#x27|#34);$/;

/**
 * True if the semicolon at `at` ends an HTML entity such as `&lt;`, and so does not begin a
 * comment.
 */
function endsEntity(text: string, at: number): boolean {
  return entityEnd.test(text.slice(Math.max(0, at - 6), at + 1));
}
