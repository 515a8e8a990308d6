// Distinguishes texts of one form by their look. For example, `acc-0153`, `-` and `none` in one
// field have different looks, and a program must handle all of them.
//
// A look has several levels, from fine to coarse. If texts have too many looks on one level, the
// next one describes them:
//
//   words     INV-0  CN-0  n/a         digits are replaced, words are kept
//   case      A-0    a/a               letters are replaced, except for upper and lower case
//   letters   a-0    a/a

import { unitNotation } from "./number-with-unit.ts";
import type { TextForm } from "./text-form.ts";

/** The maximum length of a look and of an example, in UTF-16 units. */
export const longestLook = 100;

/** Returns the looks of a text from fine to coarse. Empty for forms that have only one spelling. */
export function looksOf(form: TextForm, text: string): readonly string[] {
  switch (form) {
    case "text":
      return looksOfText(text.slice(0, 2 * longestLook));
    case "number with unit":
      return [unitNotation(text)];
    case "date in other notation":
      return [dateNotation(text)];
    case "time":
      return [zoneOf(text), withoutDigits(text).replace(/(?:Z|[+-]0:0)$/, " zone")];
    case "time without zone":
    case "time of day":
    case "duration":
      return [withoutDigits(text).replace(/[AaPp](\.?[Mm]\.?)$/, "a$1")];
    default:
      return [];
  }
}

const isAscii = /^[ -~]*$/;

function looksOfText(text: string): readonly string[] {
  const words = text
    .replace(/\d+(?:\.\d+)?/g, "0")
    .replace(/\s+/g, " ")
    // eslint-disable-next-line texts/shortened-texts -- the text is only inspected
    .slice(0, longestLook);
  const letters = isAscii.test(words)
    ? words.replace(/[A-Za-z]+/g, "a")
    : words.replace(/\p{L}+/gu, "a");
  return [words, `${caseOf(words)} ${letters}`, letters];
}

function caseOf(words: string): string {
  const [lower, upper] = [words.toLowerCase(), words.toUpperCase()];
  if (lower === upper) return "none";
  return words === lower ? "lower" : words === upper ? "upper" : "mixed";
}

function withoutDigits(text: string): string {
  return text.replace(/\d+/g, "0");
}

function zoneOf(text: string): string {
  return /Z$|[+-]\d\d:?\d\d$/.exec(text)?.[0] ?? "";
}

/** Marks dates whose first two numbers can be a day and a month in either order. */
export const eitherOrder = " either";

/**
 * Returns the notation of a date. `31/01/2026` and `01/31/2026` differ; `01/02/2026` can be either.
 */
function dateNotation(text: string): string {
  const notation = text
    .replace(/\d{4}/g, "y")
    .replace(/\d+/g, "0")
    .replace(/\p{L}+/gu, "a");
  const [, first, second] = /^(\d{1,2})[./-](\d{1,2})[./-]\d/.exec(text) ?? [];
  if (first === undefined || second === undefined) return notation;
  if (Number(first) > 12) return `${notation} day first`;
  return `${notation}${Number(second) > 12 ? " month first" : eitherOrder}`;
}
