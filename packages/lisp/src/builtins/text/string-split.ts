// Splits text with Java's rules: no empty piece before an empty match at the start, and none at the
// end unless a limit requires them.

import { RegexValue, Vector, type Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { characters } from "../../sequence/characters.ts";
import { elementIndex, wrongType } from "../../evaluation/arguments/expectations.ts";
import { after, type Result } from "../../evaluation/result.ts";
import { patternOf, searchAll } from "./pattern-search.ts";
import { stringArgument } from "../../evaluation/arguments/string-argument.ts";
import { chargeText, spendText } from "./text-cost.ts";
import { isCharacter } from "../../sequence/text-positions.ts";
import { row, type BuiltinRow } from "../row.ts";
import { needsTurn } from "../../sequence/turn-checks.ts";

interface Separator {
  readonly start: number;
  readonly end: number;
}

/** Returns the next separator at or after the end of the previous one. */
type NextSeparator = (from: number) => Separator | undefined;

/** Separators found by a pattern aren't counted again, so the clock is read after some pieces. */
const piecesBetweenChecks = 1024;

/**
 * Returns the pieces between separators. Like in Java, `limit` is the most pieces, and 0 drops
 * empty ones at the end.
 */
function piecesBetween(
  branch: Branch,
  text: string,
  next: NextSeparator,
  limit: number,
  pieces: string[] = [],
  from = 0,
): Result {
  let start = from;
  for (let found = next(start); found !== undefined; found = next(found.end)) {
    if (limit > 0 && pieces.length === limit - 1) break;
    if (found.end === 0) continue;
    branch.charge(16);
    pieces.push(text.slice(start, found.start));
    start = found.end;
    if (pieces.length % piecesBetweenChecks === 0 && needsTurn(branch))
      return branch.inNextTurn(piecesBetween, branch, text, next, limit, pieces, start);
  }
  pieces.push(text.slice(start));
  if (limit === 0 && start > 0) while (pieces.at(-1) === "") pieces.pop();
  return Vector.ofGrown<Value>(pieces);
}

export function splitByPattern(
  branch: Branch,
  pattern: RegexValue,
  text: string,
  limit: number,
  operation: string,
): Result {
  chargeText(branch, text.length);
  // Up to `limit` matches: one more than the separators needed, because an empty match at the start
  // isn't one.
  const found = searchAll(
    branch,
    patternOf(branch, pattern, operation),
    text,
    limit > 0 ? limit : Infinity,
  );
  return after(found, (matches) => {
    let index = 0;
    return piecesBetween(branch, text, () => matches[index++], limit);
  });
}

/** Splits at every literal `separator`, or into characters for `""`. */
function splitByText(branch: Branch, text: string, separator: string, limit: number): Result {
  chargeText(branch, text.length);
  return piecesBetween(
    branch,
    text,
    separator === "" ? characterEnds(branch, text) : occurrences(branch, text, separator),
    limit,
  );
}

function occurrences(branch: Branch, text: string, separator: string): NextSeparator {
  return (from) => {
    const start = text.indexOf(separator, from);
    if (start < 0) return undefined;
    branch.spend(1);
    return { start, end: start + separator.length };
  };
}

function characterEnds(branch: Branch, text: string): NextSeparator {
  branch.charge(32 * text.length);
  const list = characters(text);
  let index = 0;
  return (from) => {
    const character = list[index++];
    if (character === undefined) return undefined;
    branch.spend(1);
    const end = from + character.length;
    return { start: end, end };
  };
}

function split(branch: Branch, value: Value, separator: Value, limit: number): Result {
  const text = stringArgument(value, "split");
  if (separator instanceof RegexValue)
    return splitByPattern(branch, separator, text, limit, "split");
  const separatorText = stringArgument(separator, "split", 'a pattern such as #","');
  spendText(branch, separatorText.length);
  if (separatorText === "" || isCharacter(separatorText))
    return splitByText(branch, text, separatorText, limit);
  throw wrongType(
    "split",
    "a pattern or one character",
    separator,
    `write a pattern: (split s #"…"); characters such as . * + ? ( ) [ | \\ need a backslash in it`,
  );
}

function splitLines(branch: Branch, value: Value): Result {
  const text = stringArgument(value, "split-lines");
  chargeText(branch, text.length);
  return piecesBetween(branch, text, lineEnds(branch, text), 0);
}

const carriageReturn = 0x0d;

function lineEnds(branch: Branch, text: string): NextSeparator {
  return (from) => {
    const newline = text.indexOf("\n", from);
    if (newline < 0) return undefined;
    branch.spend(1);
    const start = text.charCodeAt(newline - 1) === carriageReturn ? newline - 1 : newline;
    return { start, end: newline + 1 };
  };
}

export const splitRows: readonly BuiltinRow[] = [
  row(["split", "clojure.string/split"], ['(split s #"pattern")', '(split s #"pattern" limit)'], {
    doc: "Splits s at matches of the pattern (or one character); drops empty pieces at the end unless limit is -1.",
    example: ['(split "a, b,c" #",\\s*")', '["a" "b" "c"]'],
    arities: {
      2: (branch, text, separator) => split(branch, text, separator, 0),
      3: (branch, text, separator, limit) =>
        split(branch, text, separator, elementIndex(limit, "split")),
    },
  }),
  row(["split-lines", "clojure.string/split-lines"], "(split-lines s)", {
    doc: "Splits s into lines; drops empty last ones.",
    example: ['(split-lines "a\\nb\\r\\nc\\n")', '["a" "b" "c"]'],
    arities: { 1: splitLines },
  }),
];
