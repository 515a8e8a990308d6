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

/** A backslash, and a quote, also as an entity or with percent signs. */
const slash = String.raw`(?:\\+|(?:%(?:25)*5c)+)`;
const quoteSign = String.raw`(?:"|&(?:amp;)*(?:quot|apos|#0*3[49]|#x0*2[27]);|%(?:25)*2[27]|%(?:25)*26(?:amp%(?:25)*3b)*(?:quot|apos|%(?:25)*230*3[49])%(?:25)*3b)`;
/** A quote at any level: doubled, escaped, or both. */
const quoteText = `(?:${slash}?${quoteSign})+`;
/** A quote that other code recognizes. */
const plainQuote = /^\\*"$/;
const quoteHere = new RegExp(quoteText, "iy");
const nameBeforeQuote = new RegExp(`(_[^"\\\\&%<>\\n\\r]{0,300})(${quoteText})`, "iy");
const spaces = /(?:%(?:25)*(?:20|0[9ad])|\+|&nbsp;)*/iy;
const assigning = /:|=>|=(?!=)|%(?:25)*3a|&#0*58;/iy;
const comma = /,|%(?:25)*2c/iy;
const pairOpening = /(?:[[(]|%(?:25)*5b)$/i;
const bracket = /[{[(]|%(?:25)*(?:7b|5b)/iy;
const valueFollower = /^(?:[\s,;:)}\]\\>]|\/>)/;
const unquoted = /[^\s,;&"'<>()[\]{}\\%]*/y;

/** Returns the value of the firewalled field whose name begins with the `_` at `index`. */
export function wrappedValue(
  text: string,
  index: number,
  firewall: FieldFirewall,
): WrappedValue | undefined {
  nameBeforeQuote.lastIndex = index;
  const [whole, name, quote] = nameBeforeQuote.exec(text) ?? [];
  if (whole === undefined || name === undefined || quote === undefined) return undefined;
  if (plainQuote.test(quote)) return undefined;
  const from = quotedFrom(text, index, quote);
  if (from === undefined || !firewall.hides(from === index ? name : `n/${name}`)) return undefined;
  const sign = behindBlanks(text, index + whole.length);
  const isAssigned = behind(assigning, text, sign);
  const after = isAssigned ?? (isPair(text, from - quote.length) ? behind(comma, text, sign) : -1);
  if (after === undefined || after < 0) return undefined;
  return valueAt(text, behindBlanks(text, after), quote);
}

/** Returns the value in wrapped quotes at `start`, such as `""x""`, or undefined for others. */
export function inWrappedQuotes(text: string, start: number): WrappedValue | undefined {
  quoteHere.lastIndex = start;
  const quote = quoteHere.exec(text)?.[0];
  if (quote === undefined || plainQuote.test(quote)) return undefined;
  const next = text.slice(start + quote.length, start + quote.length + 2);
  // An empty text, before whatever follows a value.
  return next === "" || valueFollower.test(next) ? undefined : valueAt(text, start, quote);
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

const slashesFirst = /^(?:\\|%(?:25)*5c)*/i;
const slashesLast = /(?:%(?:25)*5c){1,64}$/i;

/** Returns where the closing quote begins, or the end of a text that was cut off. */
function endOfText(text: string, from: number, quote: string): number {
  const own = slashCount(slashesFirst.exec(quote)?.[0]);
  let index = text.indexOf(quote, from);
  while (index >= 0 && isEscaped(text, index, own)) index = text.indexOf(quote, index + 1);
  return index < 0 ? text.length : index;
}

/** True if the quote at `index` has more backslashes than the `own` ones of its level. */
function isEscaped(text: string, index: number, own: number): boolean {
  const encoded = slashesLast.exec(text.slice(Math.max(0, index - 400), index))?.[0];
  const count = own + backslashesBefore(text, index) + slashCount(encoded);
  return ((count ^ (count + 1)) - 1) / 2 !== own;
}

function slashCount(slashes = ""): number {
  return slashes.split(/\\|%/).length - 1;
}

function endOfCollection(text: string, start: number, quote: string): number {
  const part = /([{[(]|%(?:25)*(?:7b|5b))|([}\])]|%(?:25)*(?:7d|5d))|["&%\\]/gi;
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
  return behind(spaces, text, behindSpaces(text, index, false)) ?? index;
}

/** Returns the index after the pattern at `index`, or undefined if it doesn't match there. */
function behind(pattern: RegExp, text: string, index: number): number | undefined {
  pattern.lastIndex = index;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
