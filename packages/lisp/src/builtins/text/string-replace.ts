// Replaces text: a string or a pattern, with a string (`$1` for groups of a pattern) or a function
// of the match. With two arguments, `replace` is Clojure's function on collections.

import { RegexValue, Vector, type Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { call1 } from "../../functions/callable.ts";
import { characters } from "../../sequence/characters.ts";
import { eachElement } from "../../sequence/each-element.ts";
import { after, type Result } from "../../evaluation/result.ts";
import { whollyRealized } from "../../sequence/realize.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { textOf } from "./printed-text.ts";
import { patternOf, searchAll } from "./pattern-search.ts";
import { matchValues, matchesBetweenChecks } from "./pattern-match.ts";
import { replaceElements, replacingTransducer } from "../sequences/replace-elements.ts";
import { expandReplacement, expandedLength, parseReplacement } from "./replacement-text.ts";
import { stringArgument } from "../../evaluation/arguments/string-argument.ts";
import { receiverText } from "./string-arguments.ts";
import { TextBuilder } from "./text-builder.ts";
import { chargeText, spendSearch, spendText } from "./text-cost.ts";
import type { PatternMatch } from "../../regex/matcher.ts";
import { row, type Arities, type BuiltinRow } from "../row.ts";
import { bytesOfVector } from "../../evaluation/budget/byte-costs.ts";
import { needsTurn, stepEndsTurn } from "../../sequence/turn-checks.ts";

/** Which matches are replaced. */
type Extent = "all" | "first";

function replaceText(
  branch: Branch,
  operation: string,
  extent: Extent,
  value: Value,
  wanted: Value,
  replacement: Value,
): Result {
  const text = receiverText(branch, value, operation);
  if (typeof wanted === "string")
    return replaceString(branch, operation, extent, text, wanted, replacement);
  if (!(wanted instanceof RegexValue))
    throw wrongType(operation, "a string or pattern to look for", wanted);
  const found = searchAll(
    branch,
    patternOf(branch, wanted, operation),
    text,
    extent === "all" ? Infinity : 1,
  );
  return after(found, (matches): Result => {
    if (typeof replacement === "string")
      return replaceMatches(branch, operation, wanted, text, matches, replacement);
    if (replacement === null || replacement instanceof RegexValue)
      throw wrongReplacement(operation, replacement);
    return replaceByFunction(branch, operation, text, matches, replacement);
  });
}

function wrongReplacement(operation: string, value: Value): Error {
  return wrongType(
    operation,
    "a string to put in its place",
    value,
    value === null ? 'use "" to delete' : undefined,
  );
}

/** Replaces a literal text. An empty one matches before every character and at the end. */
export function replaceString(
  branch: Branch,
  operation: string,
  extent: Extent,
  text: string,
  wanted: string,
  replacement: Value,
): Result {
  if (typeof replacement !== "string") {
    throw wrongType(
      operation,
      "a string to put in its place",
      replacement,
      'use "" to delete, (str x) for other values, and a pattern #"…" to replace by a function',
    );
  }
  spendSearch(branch, text.length, wanted.length);
  const result = new TextBuilder(branch);
  const first = text.indexOf(wanted);
  if (first < 0) return text;
  return eachReplaced({ branch, extent, text, wanted, replacement, result }, first, 0);
}

interface Replacing {
  readonly branch: Branch;
  readonly extent: Extent;
  readonly text: string;
  readonly wanted: string;
  readonly replacement: string;
  readonly result: TextBuilder;
}

/** Replaces from the occurrence at `first` on. The text before `start` is in the result. */
function eachReplaced(replacing: Replacing, first: number, from: number): Result {
  const { branch, extent, text, wanted, replacement, result } = replacing;
  let start = from;
  for (let found = first; found >= 0;) {
    branch.charge(16);
    result.add(text.slice(start, found));
    result.add(replacement);
    start = found + wanted.length;
    const isOver = stepEndsTurn(branch);
    if (extent === "first" || (wanted === "" && found === text.length)) break;
    found = text.indexOf(wanted, nextStart(text, found, wanted));
    if (isOver) return branch.inNextTurn(eachReplaced, replacing, found, start);
  }
  result.add(text.slice(start));
  return result.finish();
}

/**
 * Returns the index where the search continues. An empty text matches before every character, so
 * it continues at the next character, one or two units later.
 */
function nextStart(text: string, found: number, wanted: string): number {
  return wanted === ""
    ? found + ((text.codePointAt(found) ?? 0) > 0xffff ? 2 : 1)
    : found + wanted.length;
}

function replaceMatches(
  branch: Branch,
  operation: string,
  pattern: RegexValue,
  text: string,
  matches: readonly PatternMatch[],
  replacement: string,
): Result {
  if (matches.length === 0) return text;
  const template = parseReplacement(
    branch,
    replacement,
    patternOf(branch, pattern, operation),
    operation,
  );
  return withReplacements(branch, text, matches, (index) => {
    const match = matches[index];
    if (match === undefined) return "";
    branch.spend(template.length);
    chargeText(branch, expandedLength(template, match));
    return expandReplacement(template, match);
  });
}

/**
 * Passes each match to the function like `re-find` returns it: text, or a vector with the groups.
 */
function replaceByFunction(
  branch: Branch,
  operation: string,
  text: string,
  matches: readonly PatternMatch[],
  replacement: Value,
): Result {
  const texts: string[] = [];
  branch.charge(bytesOfVector + 8 * matches.length);
  return after(matchValues(branch, matches), (values) =>
    eachElement(branch, values as Vector<Value>, {
      compute: (match) => call1(branch, replacement, match),
      take(computed) {
        if (typeof computed !== "string")
          throw wrongType(
            operation,
            "a string from the replacing function",
            computed,
            "wrap its result: (str …)",
          );
        texts.push(computed);
        return true;
      },
      finish: () =>
        matches.length === 0
          ? text
          : withReplacements(branch, text, matches, (index) => texts[index] ?? ""),
    }),
  );
}

function withReplacements(
  branch: Branch,
  text: string,
  matches: readonly PatternMatch[],
  replacement: (index: number) => string,
): Result {
  branch.charge(16 * matches.length);
  return addReplaced(branch, text, matches, replacement, new TextBuilder(branch), 0);
}

function addReplaced(
  branch: Branch,
  text: string,
  matches: readonly PatternMatch[],
  replacement: (index: number) => string,
  result: TextBuilder,
  first: number,
): Result {
  let start = matches[first - 1]?.end ?? 0;
  for (let index = first; index < matches.length; index++) {
    const match = matches[index] as PatternMatch;
    const part = replacement(index);
    result.add(text.slice(start, match.start));
    result.add(part);
    start = match.end;
    if (index % matchesBetweenChecks === matchesBetweenChecks - 1 && needsTurn(branch))
      return branch.inNextTurn(addReplaced, branch, text, matches, replacement, result, index + 1);
  }
  result.add(text.slice(start));
  return result.finish();
}

/** `(escape s {\< "&lt;"})`: replaces characters by their value in the map or function, if any. */
function escape(branch: Branch, value: Value, replacements: Value): Result {
  const text = stringArgument(value, "clojure.string/escape");
  spendText(branch, text.length);
  branch.charge(32 * text.length);
  const result = new TextBuilder(branch);
  return eachElement(branch, Vector.of<Value>(characters(text)), {
    compute: (character) =>
      after(call1(branch, replacements, character), (computed) => whollyRealized(branch, computed)),
    take(computed, character) {
      result.add(
        typeof character === "string" && computed === null
          ? character
          : textOf(branch, computed, "clojure.string/escape"),
      );
      return true;
    },
    finish: () => result.finish(),
  });
}

function quoteReplacement(branch: Branch, value: Value): string {
  const text = stringArgument(value, "clojure.string/re-quote-replacement");
  chargeText(branch, 2 * text.length);
  return text.replace(/[\\$]/g, "\\$&");
}

const replaceForms = [
  "(replace s part replacement)",
  '(replace s #"pattern" replacement-or-function)',
] as const;
const replaceDoc = "Replaces every occurrence; $1 in a pattern's replacement is its first group.";

function replaceAll(operation: string) {
  return (branch: Branch, text: Value, wanted: Value, replacement: Value): Result =>
    replaceText(branch, operation, "all", text, wanted, replacement);
}

/**
 * Returns the arities of Java's `.replaceAll` and `.replaceFirst`, which take the pattern as text.
 */
function javaReplacing(name: ".replaceAll" | ".replaceFirst", extent: Extent): Arities {
  return {
    3: (branch, text, pattern, replacement) =>
      replaceText(
        branch,
        name,
        extent,
        text,
        pattern instanceof RegexValue
          ? pattern
          : new RegexValue(stringArgument(pattern, name, "a pattern")),
        replacement,
      ),
  };
}

export const replaceRows: readonly BuiltinRow[] = [
  row(".replaceAll", "(.replaceAll s pattern replacement)", {
    doc: "Replaces every match of the pattern; $1 is a group.",
    example: ['(.replaceAll "a1b22" "[0-9]+" "#")', '"a#b#"'],
    clojure: false,
    arities: javaReplacing(".replaceAll", "all"),
  }),
  row(".replaceFirst", "(.replaceFirst s pattern replacement)", {
    doc: "Replaces the first match of the pattern; $1 is a group.",
    example: ['(.replaceFirst "a1b22" "[0-9]+" "#")', '"a#b22"'],
    clojure: false,
    arities: javaReplacing(".replaceFirst", "first"),
  }),
  row("replace", [...replaceForms, "(replace replacements coll)", "(replace replacements)"], {
    doc: `${replaceDoc} With two arguments, replaces elements of a collection by their values in a map; with one, makes a transducer.`,
    example: ['(replace "John Smith" #"(\\w+) (\\w+)" "$2 $1")', '"Smith John"'],
    clojure: "clojure.string/replace",
    callsFunctions: true,
    arities: { 1: replacingTransducer, 2: replaceElements, 3: replaceAll("replace") },
  }),
  row(
    "clojure.string/replace",
    replaceForms.map((form) => form.replace("replace", "clojure.string/replace")),
    {
      doc: replaceDoc,
      example: ['(clojure.string/replace "banana" "a" "o")', '"bonono"'],
      callsFunctions: true,
      arities: { 3: replaceAll("clojure.string/replace") },
    },
  ),
  row(
    ["replace-first", "clojure.string/replace-first"],
    ["(replace-first s part replacement)", '(replace-first s #"pattern" replacement-or-function)'],
    {
      doc: "Replaces the first match.",
      example: ['(replace-first "aaa" "a" "b")', '"baa"'],
      callsFunctions: true,
      arities: {
        3: (branch, text, wanted, replacement) =>
          replaceText(branch, "replace-first", "first", text, wanted, replacement),
      },
    },
  ),
  row("clojure.string/escape", "(clojure.string/escape s replacements)", {
    doc: "Replaces characters of s by their value in a map or function, if any.",
    example: ['(clojure.string/escape "a<b" {\\< "&lt;"})', '"a&lt;b"'],
    callsFunctions: true,
    arities: { 2: escape },
  }),
  row("clojure.string/re-quote-replacement", "(clojure.string/re-quote-replacement s)", {
    doc: "Escapes $ and \\ so that a replacement is literal.",
    example: ['(replace "cost" #"c" (clojure.string/re-quote-replacement "$1"))', '"$1ost"'],
    arities: { 1: quoteReplacement },
  }),
];
