// `Character/isDigit` and similar functions, for programs that process text character by character.
// A character is a string of length one.

import type { Value } from "@ptc/core/values";
import { stringArgument, wrongArgument } from "../../evaluation/arguments/string-argument.ts";
import { elementIndex } from "../../evaluation/arguments/expectations.ts";
import { isCharacter } from "../../sequence/text-positions.ts";
import { row, type BuiltinRow, type Example } from "../row.ts";

/** Returns the character, or the character of a code as in `(Character/isLetter 97)`. */
function characterOf(value: Value, name: string): string {
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 0x10ffff)
    return String.fromCodePoint(value);
  const text = stringArgument(value, name, "a character");
  if (isCharacter(text)) return text;
  throw wrongArgument(
    name,
    `expected one character, got a string of ${String(text.length)}`,
    "take the characters of a string with seq",
  );
}

function question(member: string, pattern: RegExp, what: string, example: Example): BuiltinRow {
  const name = `Character/${member}`;
  return row([name, `java.lang.Character/${member}`], `(${name} c)`, {
    doc: `True if the character is ${what}.`,
    example,
    clojure: false,
    arities: { 1: (_, value) => pattern.test(characterOf(value, name)) },
  });
}

function changed(
  member: string,
  change: (text: string) => string,
  what: string,
  example: Example,
): BuiltinRow {
  const name = `Character/${member}`;
  return row([name, `java.lang.Character/${member}`], `(${name} c)`, {
    doc: `The character as ${what}.`,
    example,
    clojure: false,
    arities: { 1: (_, value) => change(characterOf(value, name)) },
  });
}

/** Like Java, accepts digits of other scripts: each block of ten begins at its zero. */
function digitOf(value: Value, radix: Value): number {
  const character = characterOf(value, "Character/digit");
  const base = elementIndex(radix, "Character/digit");
  if (base < 2 || base > 36) return -1;
  const digit = /^\p{Nd}$/u.test(character)
    ? decimalDigit(character.codePointAt(0) ?? 0)
    : Number.parseInt(character, 36);
  return digit < base ? digit : -1;
}

function decimalDigit(code: number): number {
  let digit = 0;
  while (digit < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - digit - 1))) digit++;
  return code < 0x80 ? code - 0x30 : digit;
}

export const javaCharacterRows: readonly BuiltinRow[] = [
  question("isDigit", /^\p{Nd}$/u, "a digit", ["(Character/isDigit \\7)", "true"]),
  question("isLetter", /^\p{L}/u, "a letter", ["(Character/isLetter \\a)", "true"]),
  question("isAlphabetic", /^\p{Alphabetic}/u, "alphabetic", [
    "(Character/isAlphabetic (int \\a))",
    "true",
  ]),
  question("isLetterOrDigit", /^[\p{L}\p{Nd}]/u, "a letter or a digit", [
    "(Character/isLetterOrDigit \\_)",
    "false",
  ]),
  // eslint-disable-next-line no-control-regex -- Java counts the four separators among white space
  question("isWhitespace", /^(?![\u00a0\u2007\u202f\ufeff])[\s\u001c-\u001f]$/u, "white space", [
    "(Character/isWhitespace \\space)",
    "true",
  ]),
  question("isUpperCase", /^\p{Uppercase}/u, "a capital letter", [
    "(Character/isUpperCase \\A)",
    "true",
  ]),
  question("isLowerCase", /^\p{Lowercase}/u, "a small letter", [
    "(Character/isLowerCase \\A)",
    "false",
  ]),
  question("isSpaceChar", /^\p{Z}/u, "a space", ["(Character/isSpaceChar \\space)", "true"]),
  row(["Character/toString", "java.lang.Character/toString"], "(Character/toString c)", {
    doc: "The character as text.",
    example: ["(Character/toString \\a)", '"a"'],
    clojure: false,
    arities: { 1: (_, value) => characterOf(value, "Character/toString") },
  }),
  row(["Character/digit", "java.lang.Character/digit"], "(Character/digit c radix)", {
    doc: "Returns the number of a digit in a radix from 2 to 36, or -1.",
    example: ["(Character/digit \\f 16)", "15"],
    clojure: false,
    arities: { 2: (_, value, radix) => digitOf(value, radix) },
  }),
  row(
    ["Character/getNumericValue", "java.lang.Character/getNumericValue"],
    "(Character/getNumericValue c)",
    {
      doc: "Returns the number of a digit, 10 to 35 for a to z, or -1 otherwise.",
      example: ["(Character/getNumericValue \\7)", "7"],
      clojure: false,
      arities: { 1: (_, value) => digitOf(value, 36) },
    },
  ),
  changed("toUpperCase", (text) => text.toUpperCase(), "a capital letter", [
    "(Character/toUpperCase \\a)",
    '"A"',
  ]),
  changed("toLowerCase", (text) => text.toLowerCase(), "a small letter", [
    "(Character/toLowerCase \\A)",
    '"a"',
  ]),
];
