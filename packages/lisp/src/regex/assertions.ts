// Tests the assertions of a pattern as Java defines them. Both engines follow this file.

import type { RegexAssertion } from "./tree.ts";

const carriageReturn = 0x0d;
const newline = 0x0a;

/** True if `assertion` is satisfied before the unit at `position`. */
export function assertionHolds(assertion: RegexAssertion, text: string, position: number): boolean {
  return tests[assertion](text, position);
}

const tests: Readonly<Record<RegexAssertion, (text: string, position: number) => boolean>> = {
  "text-start": (_, position) => position === 0,
  "text-end": (text, position) => position === text.length,
  "last-line-end": (text, position) =>
    position === text.length ||
    (isBeforeTerminator(text, position) &&
      position + terminatorLength(text, position) === text.length),
  // Never true at the end of the text, not even after a line terminator.
  "line-start": (text, position) =>
    position < text.length && (position === 0 || isBehindTerminator(text, position)),
  "line-end": (text, position) => position === text.length || isBeforeTerminator(text, position),
  "word-boundary": isWordBoundary,
  "inside-word": (text, position) => !isWordBoundary(text, position),
};

/** The two units of `\r\n` are one terminator, so the position between them doesn't count. */
function isBeforeTerminator(text: string, position: number): boolean {
  const unit = text.charCodeAt(position);
  return (
    isTerminator(unit) && !(unit === newline && text.charCodeAt(position - 1) === carriageReturn)
  );
}

function isBehindTerminator(text: string, position: number): boolean {
  const unit = text.charCodeAt(position - 1);
  return isTerminator(unit) && !(unit === carriageReturn && text.charCodeAt(position) === newline);
}

function terminatorLength(text: string, position: number): number {
  return text.charCodeAt(position) === carriageReturn && text.charCodeAt(position + 1) === newline
    ? 2
    : 1;
}

function isTerminator(unit: number): boolean {
  return (
    unit === newline ||
    unit === carriageReturn ||
    unit === 0x85 ||
    unit === 0x2028 ||
    unit === 0x2029
  );
}

function isWordBoundary(text: string, position: number): boolean {
  return isWordBefore(text, position) !== isWordAt(text, position);
}

function isWordAt(text: string, position: number): boolean {
  const code = text.codePointAt(position);
  return code !== undefined && isWord(code);
}

function isWordBefore(text: string, position: number): boolean {
  if (position === 0) return false;
  const pair = text.codePointAt(position - 2) ?? 0;
  return isWord(pair > 0xffff ? pair : text.charCodeAt(position - 1));
}

const letter = /[\p{L}\p{Nd}\p{Mn}]/u;

/**
 * True for letters and digits of every script, although \w is ASCII. So `\bcafé\b` finds the word.
 */
function isWord(code: number): boolean {
  if (code < 0x80)
    return (
      (code >= 0x30 && code <= 0x39) ||
      (code >= 0x41 && code <= 0x5a) ||
      code === 0x5f ||
      (code >= 0x61 && code <= 0x7a)
    );
  return letter.test(String.fromCodePoint(code));
}
