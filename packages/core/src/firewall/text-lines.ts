// The lines of a text that may be inside a quoted text. There a line ends with `\n`, with `\\n` if
// that text is quoted again, and so on: one, two, four… backslashes.

import { backslashesBefore } from "./quoted-texts.ts";

/**
 * How lines end: 0 for a line feed, the number of backslashes before the `n`, or `codeBreaks` for
 * `\u000a`.
 */
export type LineBreaks = number;

/** Messages of one line have `\u000a` for line breaks, and don't change backslashes and quotes. */
export const codeBreaks = -1;
const breakCode = /u000d\\+u000a|u000[ad]/iy;

/** Returns the index after the line break at `index`, or `index` itself for other text. */
export function behindBreak(text: string, index: number, breaks: LineBreaks): number {
  const character = text[index];
  if (character === "\n") return index + 1;
  if (character === "\r") return text[index + 1] === "\n" ? index + 2 : index + 1;
  if (character !== "\\" || breaks === 0) return index;
  const letter = behindBackslashes(text, index);
  if (breaks === codeBreaks) {
    breakCode.lastIndex = letter;
    return breakCode.test(text) ? breakCode.lastIndex : index;
  }
  // Others are backslashes of the text itself, each of which was doubled as often.
  if ((letter - index) % (2 * breaks) !== breaks) return index;
  if (text[letter] === "n") return letter + 1;
  if (text[letter] !== "r") return index;
  const second = behindBackslashes(text, letter + 1);
  return second === letter + 1 + breaks && text[second] === "n" ? second + 1 : letter + 1;
}

/** Returns the index of the first character from `index` on that isn't a backslash. */
export function behindBackslashes(text: string, index: number): number {
  let behind = index;
  while (text[behind] === "\\") behind++;
  return behind;
}

/** Returns the number of backslashes before the quotes of a text whose lines end like this. */
export function quoteEscapes(breaks: LineBreaks): number {
  return breaks > 0 ? 2 * breaks - 1 : 0;
}

/** True if the quote at `index` closes the text around lines that end like this. */
export function closesLines(text: string, index: number, breaks: LineBreaks): boolean {
  if (breaks <= 0) return false;
  return backslashesBefore(text, index) % (2 * breaks) !== quoteEscapes(breaks);
}

/** The line that a name begins. */
export interface LineStart {
  /** The number of characters before the name. */
  readonly column: number;
  readonly breaks: LineBreaks;
}

/**
 * Returns the line that a name at `index` begins, after white space and the marks of list entries,
 * or `undefined` if other text is before the name.
 */
export function lineStartBefore(text: string, index: number): LineStart | undefined {
  let start = text.endsWith("export ", index) ? index - "export ".length : index;
  for (;;) {
    const character = text[start - 1];
    const isMark = character === "-" || character === "?";
    if (character === " " || character === "\t" || (isMark && text[start] === " ")) start--;
    else break;
  }
  const column = index - start;
  const before = text[start - 1];
  if (before === undefined || before === "\n" || before === "\r") return { column, breaks: 0 };
  if (before === '"' || before === "'" || before === "`")
    return { column, breaks: backslashesBefore(text, start - 1) + 1 };
  if (/^\\u000[ad]$/i.test(text.slice(Math.max(0, start - 6), start)))
    return { column, breaks: codeBreaks };
  if (before !== "n" && before !== "r") return undefined;
  const breaks = backslashesBefore(text, start - 1);
  return breaks === 0 ? undefined : { column, breaks };
}

/** The next field in the same line: `, b: 1`, `; b = 1`, `&b=1`. */
const nextColon = /,\s*["']?[\w.-]+["']?:\s/y;
const nextEquals = /(?:[,;]\s*|&|\s)[\w.-]+=/y;

/**
 * Returns the part of a line, and of the lines that continue it, that is the value of the field
 * before `start`: up to the end of the line, or to the next field in it, and all lines after it
 * with a larger indent. An empty value can also continue with list entries of the same indent.
 */
export function lineValue(
  text: string,
  start: number,
  sign: string,
  { column, breaks }: LineStart,
): { readonly start: number; readonly end: number } {
  const first = behindBlanks(text, start);
  const next = sign === ":" ? nextColon : nextEquals;
  let end = first;
  for (let on = nextInLine(text, end, breaks); on > end; on = nextInLine(text, end, breaks)) {
    next.lastIndex = end;
    if (/[,;&\s]/.test(text.charAt(end)) && next.test(text)) return { start: first, end };
    end = on;
  }
  let from = end === first ? undefined : first;
  let line = behindBreak(text, end, breaks);
  let isLast = line === end;
  while (!isLast && line < text.length) {
    const item = behindBlanks(text, line);
    const indent = item - line;
    line = behindBreak(text, item, breaks);
    if (line > item) continue;
    if (item === text.length || closesAt(text, item, breaks)) break;
    const isEntry = indent === column && text.startsWith("- ", item);
    const continues = indent > column || (isEntry && text.startsWith("- ", from ?? item));
    if (!continues) break;
    from ??= item;
    end = lineEnd(text, item, breaks);
    line = behindBreak(text, end, breaks);
    isLast = line === end;
  }
  return { start: from ?? end, end };
}

/** Returns the end of the line that contains `index`. */
function lineEnd(text: string, index: number, breaks: LineBreaks): number {
  let end = index;
  for (let next = nextInLine(text, end, breaks); next > end; next = nextInLine(text, end, breaks))
    end = next;
  return end;
}

/**
 * Returns the next index in the line, or `index` itself at its end. Jumps over backslashes. If
 * `isQuoted`, a quote that closes the text around the line ends it.
 */
export function nextInLine(
  text: string,
  index: number,
  breaks: LineBreaks,
  isQuoted = true,
): number {
  if (index >= text.length || behindBreak(text, index, breaks) > index) return index;
  const behind = behindBackslashes(text, index);
  if (isQuoted && closesAt(text, behind, breaks)) return index;
  return behind > index ? behind : index + 1;
}

/** True if the text around the line ends at `index`. */
function closesAt(text: string, index: number, breaks: LineBreaks): boolean {
  return text[index] === '"' && closesLines(text, index, breaks);
}

function behindBlanks(text: string, index: number): number {
  let behind = index;
  while (text[behind] === " " || text[behind] === "\t") behind++;
  return behind;
}
