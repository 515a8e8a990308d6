// `Character/isDigit` and its kin, for programs that take text apart by hand. A character is a
// string of one.

import type { Value } from "@ptc/core/values";
import { stringArgument, wrongArgument } from "./string-arguments.ts";
import { isCharacter } from "../../sequence/text-positions.ts";
import { row, type BuiltinRow, type Example } from "../row.ts";

function characterOf(value: Value, name: string): string {
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
    doc: `Whether the character is ${what}.`,
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

export const javaCharacterRows: readonly BuiltinRow[] = [
  question("isDigit", /^\p{Nd}$/u, "a digit", ["(Character/isDigit \\7)", "true"]),
  question("isLetter", /^\p{L}/u, "a letter", ["(Character/isLetter \\a)", "true"]),
  question("isLetterOrDigit", /^[\p{L}\p{Nd}]/u, "a letter or a digit", [
    "(Character/isLetterOrDigit \\_)",
    "false",
  ]),
  // eslint-disable-next-line no-control-regex -- Java counts the four separators among white space
  question("isWhitespace", /^[\s\u001c-\u001f]$/u, "white space", [
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
  changed("toUpperCase", (text) => text.toUpperCase(), "a capital letter", [
    "(Character/toUpperCase \\a)",
    '"A"',
  ]),
  changed("toLowerCase", (text) => text.toLowerCase(), "a small letter", [
    "(Character/toLowerCase \\A)",
    '"a"',
  ]),
];
