// Mutates a source slightly: characters, tokens, whole forms, and pieces of another source.

import type { Random } from "../fuzz/random.ts";

const pieces: readonly string[] = [
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  '"',
  "\\",
  "#",
  "'",
  "@",
  "^",
  "~",
  "`",
  ";",
  "%",
  "&",
  "/",
  ":",
  "#_",
  "#(",
  "#{",
  '#"',
  "##",
  "\n",
  "\u0000",
  "\u200b",
  "\ud800",
  "\udc00",
  "😀",
  "\ufeff",
  "-",
  "1e999",
  "nil",
  "__proto__",
  "constructor",
];

/**
 * Returns `source` with one to four changes. Pieces come from `other`, and replacements of names
 * from `names`.
 */
export function mutated(
  source: string,
  other: string,
  names: readonly string[],
  random: Random,
): string {
  let text = source;
  for (let changes = 1 + random.below(4); changes > 0; changes--)
    text = changed(text, other, names, random);
  return text;
}

function changed(text: string, other: string, names: readonly string[], random: Random): string {
  const at = random.below(text.length + 1);
  const length = 1 + random.below(6);
  switch (random.below(9)) {
    case 0:
      return text.slice(0, at) + text.slice(at + length);
    case 1:
      return text.slice(0, at) + random.pick(pieces) + text.slice(at);
    case 2:
      return text.slice(0, at) + random.pick(pieces) + text.slice(at + length);
    case 3:
      return (
        text.slice(0, at) +
        text.slice(at, at + length).repeat(2 + random.below(40)) +
        text.slice(at + length)
      );
    case 4:
      return replacedToken(text, random.pick(names), random);
    case 5:
      return replacedForm(text, other, random);
    case 6:
      return replacedForm(text, "nil", random);
    case 7:
      return replacedForm(text, `(do ${text.slice(0, 400)})`, random);
    default:
      return replacedToken(
        text,
        random.pick([
          "0",
          "-1",
          "nil",
          '""',
          "1e308",
          "9007199254740992",
          "[]",
          "{}",
          "(range)",
          "data/odd",
          "inc",
          ":a",
        ]),
        random,
      );
  }
}

function replacedToken(text: string, token: string, random: Random): string {
  const tokens = [...text.matchAll(/[^\s()[\]{}",;]+/g)];
  const match = tokens.length === 0 ? undefined : random.pick(tokens);
  return match === undefined
    ? text + token
    : text.slice(0, match.index) + token + text.slice(match.index + match[0].length);
}

/** Replaces the text between an opening bracket and its closing one. */
function replacedForm(text: string, form: string, random: Random): string {
  const openings = [...text.matchAll(/[([{]/g)].map(({ index }) => index);
  if (openings.length === 0) return form;
  const start = random.pick(openings);
  let depth = 0;
  for (let index = start; index < text.length; index++) {
    if ("([{".includes(text[index] ?? "")) depth++;
    else if (")]}".includes(text[index] ?? "") && --depth === 0)
      return text.slice(0, start) + form + text.slice(index + 1);
  }
  return text.slice(0, start) + form;
}
