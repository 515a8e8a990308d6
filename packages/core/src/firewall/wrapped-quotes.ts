// Finds fields whose quotes are written differently, because their JSON is inside another format:
// with doubled quotes in CSV, at any level, as entities of HTML, or with percent signs in a URL.
//
//   "{""_token"":""x""}"    {&quot;_token&quot;:&quot;x&quot;}    %7B%22_token%22%3A%22x%22%7D

import type { FieldFirewall } from "../values/index.ts";
import { behindSpaces, characterBefore } from "./escaped-spaces.ts";
import { backslashesBefore } from "./quoted-texts.ts";

/** The part of a text between two quotes, or a value without quotes. */
export interface WrappedValue {
  readonly start: number;
  readonly end: number;
}

/** Backslashes, also with percent signs. */
const slashes = /\\+|(?:%(?:25){0,9}5c){1,64}/iy;
/** A quote, also as an entity or with percent signs. */
const quoteSign = /"|&(?:amp;){0,9}(?:quot|apos|#0{0,9}3[49]|#x0{0,9}2[27]);|%(?:25){0,9}2[27]/iy;
/** The same entities with percent signs. */
const encodedEntity =
  /%(?:25){0,9}26(?:amp%(?:25){0,9}3b){0,9}(?:quot|apos|%(?:25){0,9}230{0,9}3[49])%(?:25){0,9}3b/iy;
/** A quote that other code recognizes. */
const plainQuote = /^\\*"$/;
const nameHere = /_[^"\\&%<>\n\r]{0,300}/y;
const space = /%(?:25){0,9}(?:20|0[9ad])|\+|&nbsp;/iy;
const assigning = /:|=>|=(?!=)|%(?:25){0,9}3a|&#0{0,9}58;/iy;
const comma = /,|%(?:25){0,9}2c/iy;
const pairOpening = /(?:[[(]|%(?:25){0,9}5b)$/i;
const bracket = /[{[(]|%(?:25){0,9}(?:7b|5b)/iy;
const valueFollower = /^(?:[\s,;:)}\]\\>]|\/>)/;
const unquoted = /[^\s,;&"'<>()[\]{}\\%]*/y;

/** Returns the value of the firewalled field whose name begins with the `_` at `index`. */
export function wrappedValue(
  text: string,
  index: number,
  firewall: FieldFirewall,
): WrappedValue | undefined {
  const end = behind(nameHere, text, index) ?? index;
  const name = text.slice(index, end);
  const quote = quoteAt(text, end);
  if (quote === undefined || plainQuote.test(quote)) return undefined;
  const from = quotedFrom(text, index, quote);
  if (from === undefined || !firewall.hides(from === index ? name : `n/${name}`)) return undefined;
  const sign = behindBlanks(text, end + quote.length);
  const isAssigned = behind(assigning, text, sign);
  const after = isAssigned ?? (isPair(text, from - quote.length) ? behind(comma, text, sign) : -1);
  if (after === undefined || after < 0) return undefined;
  return valueAt(text, behindBlanks(text, after), quote);
}

/** Returns the value in wrapped quotes at `start`, such as `""x""`, or undefined for others. */
export function inWrappedQuotes(text: string, start: number): WrappedValue | undefined {
  const quote = quoteAt(text, start);
  if (quote === undefined || plainQuote.test(quote)) return undefined;
  const next = text.slice(start + quote.length, start + quote.length + 2);
  // An empty text, before whatever follows a value.
  return next === "" || valueFollower.test(next) ? undefined : valueAt(text, start, quote);
}

/** Returns the quote at `start` at any level: doubled, escaped, or both. */
function quoteAt(text: string, start: number): string | undefined {
  let end = start;
  for (;;) {
    const sign = behind(slashes, text, end) ?? end;
    const next = behind(quoteSign, text, sign) ?? behind(encodedEntity, text, sign);
    if (next === undefined) return end === start ? undefined : text.slice(start, end);
    end = next;
  }
}

function valueAt(text: string, start: number, quote: string): WrappedValue {
  if (text.startsWith(quote, start)) {
    const from = start + quote.length;
    return { start: from, end: endOfText(text, from, quote) };
  }
  bracket.lastIndex = start;
  if (bracket.test(text)) return { start, end: endOfCollection(text, start, quote) };
  return { start, end: behind(unquoted, text, start) ?? start };
}

const slashesFirst = /^(?:\\|%(?:25){0,9}5c){0,64}/i;
const lastSlash = /%(?:25){0,9}5c$/i;

/** Returns where the closing quote begins, or the end of a text that was cut off. */
function endOfText(text: string, from: number, quote: string): number {
  const own = slashCount(slashesFirst.exec(quote)?.[0]);
  let index = text.indexOf(quote, from);
  while (index >= 0 && isEscaped(text, index, own)) index = text.indexOf(quote, index + 1);
  return index < 0 ? text.length : index;
}

/** True if the quote at `index` has more backslashes than the `own` ones of its level. */
function isEscaped(text: string, index: number, own: number): boolean {
  const count = own + backslashesBefore(text, index) + encodedSlashesBefore(text, index);
  return ((count ^ (count + 1)) - 1) / 2 !== own;
}

function encodedSlashesBefore(text: string, index: number): number {
  let end = index;
  for (let count = 0; count < 64; count++) {
    const slash = lastSlash.exec(text.slice(Math.max(0, end - 24), end))?.[0];
    if (slash === undefined) return count;
    end -= slash.length;
  }
  return 64;
}

function slashCount(slashes = ""): number {
  return slashes.split(/\\|%/).length - 1;
}

function endOfCollection(text: string, start: number, quote: string): number {
  const part = /([{[(]|%(?:25){0,9}(?:7b|5b))|([}\])]|%(?:25){0,9}(?:7d|5d))|["&%\\]/gi;
  part.lastIndex = start;
  let depth = 0;
  for (let found = part.exec(text); found !== null; found = part.exec(text)) {
    if (found[1] !== undefined) depth++;
    else if (found[2] !== undefined) {
      if (--depth === 0) return part.lastIndex;
    } else if (text.startsWith(quote, found.index)) {
      part.lastIndex = endOfText(text, found.index + quote.length, quote) + quote.length;
    }
  }
  return text.length;
}

const slashSign = /(?:\/|%(?:25){0,9}2f)$/i;

/**
 * Returns the index after `quote` before a name, which may have a namespace: `user/_token`,
 * `user%2F_token`.
 */
function quotedFrom(text: string, index: number, quote: string): number | undefined {
  if (text.endsWith(quote, index)) return index;
  const slash = slashSign.exec(text.slice(Math.max(0, index - 21), index))?.[0];
  if (slash === undefined) return undefined;
  let start = index - slash.length;
  while (text[start - 1] === "\\") start--;
  for (const end = start; end - start < 60; start--) {
    if (text.endsWith(quote, start)) return start;
    if (!/[\w.-]/.test(text.charAt(start - 1))) return undefined;
  }
  return undefined;
}

function isPair(text: string, quote: number): boolean {
  return (
    /[[(]/.test(characterBefore(text, quote) ?? "") ||
    pairOpening.test(text.slice(Math.max(0, quote - 20), quote))
  );
}

function behindBlanks(text: string, index: number): number {
  let end = behindSpaces(text, index, false);
  for (let next = behind(space, text, end); next !== undefined; next = behind(space, text, end))
    end = next;
  return end;
}

/** Returns the index after the pattern at `index`, or undefined if it doesn't match there. */
function behind(pattern: RegExp, text: string, index: number): number | undefined {
  pattern.lastIndex = index;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
