// Replacing in text: a string or a pattern, by a string (with `$1` for groups of a pattern) or by a
// function of the match. With two arguments, `replace` is Clojure's function on collections.

import { MapValue, RegexValue, Vector, getField, type Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branch.ts";
import { call1 } from "../../functions/callable.ts";
import { characters } from "../../sequence/characters.ts";
import { eachElement } from "../../sequence/each-element.ts";
import { elementsOf } from "../../sequence/elements.ts";
import { after, type Result } from "../../evaluation/result.ts";
import { whollyRealised } from "../../sequence/realised.ts";
import { wrongType } from "../../evaluation/expectations.ts";
import { joinTexts, textOf } from "./printed-text.ts";
import { patternOf, searchAll } from "./pattern-search.ts";
import { matchValue } from "./pattern-match.ts";
import { DerivedFunction } from "../../functions/derived-function.ts";
import { mapStage } from "../../sequence/stages.ts";
import { transducer } from "../sequences/transducers.ts";
import { expandReplacement, expandedLength, parseReplacement } from "./replacement-text.ts";
import { receiverText, stringArgument } from "./string-arguments.ts";
import { chargeText, spendSearch, spendText } from "./text-cost.ts";
import type { PatternMatch } from "../../regex/matcher.ts";
import type { BuiltinRow } from "../builtin.ts";

/** How many matches are replaced. */
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
  const matches = searchAll(
    branch,
    patternOf(branch, wanted, operation),
    text,
    extent === "all" ? Infinity : 1,
  );
  if (typeof replacement === "string")
    return replaceMatches(branch, operation, wanted, text, matches, replacement);
  if (replacement === null || replacement instanceof RegexValue)
    throw wrongReplacement(operation, replacement);
  return replaceByFunction(branch, operation, text, matches, replacement);
}

function wrongReplacement(operation: string, value: Value): Error {
  return wrongType(
    operation,
    "a string to put in its place",
    value,
    value === null ? 'use "" to delete' : undefined,
  );
}

function replaceString(
  branch: Branch,
  operation: string,
  extent: Extent,
  text: string,
  wanted: string,
  replacement: Value,
): string {
  if (typeof replacement !== "string") {
    throw wrongType(
      operation,
      "a string to put in its place",
      replacement,
      'use "" to delete, (str x) for other values, and a pattern #"…" to replace by a function',
    );
  }
  spendSearch(branch, text.length, wanted.length);
  const parts: string[] = [];
  let start = 0;
  for (
    let found = text.indexOf(wanted);
    found >= 0;
    found = text.indexOf(wanted, nextStart(text, found, wanted))
  ) {
    branch.spend(1);
    branch.charge(16);
    parts.push(text.slice(start, found), replacement);
    start = found + wanted.length;
    if (extent === "first" || (wanted === "" && found === text.length)) break;
  }
  return parts.length === 0 ? text : joinTexts(branch, [...parts, text.slice(start)], "");
}

/** After an empty text the next character begins, however many units the last one has. */
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
): string {
  if (matches.length === 0) return text;
  const template = parseReplacement(replacement, patternOf(branch, pattern, operation), operation);
  return withReplacements(branch, text, matches, (index) => {
    const match = matches[index];
    if (match === undefined) return "";
    branch.spend(template.length);
    chargeText(branch, expandedLength(template, match));
    return expandReplacement(template, match);
  });
}

/**
 * Each match is given to the function as `re-find` answers it: text, or a vector with the groups.
 */
function replaceByFunction(
  branch: Branch,
  operation: string,
  text: string,
  matches: readonly PatternMatch[],
  replacement: Value,
): Result {
  const texts: string[] = [];
  branch.charge(48 + 8 * matches.length);
  return eachElement(branch, Vector.of(matches.map((match) => matchValue(branch, match))), {
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
  });
}

function withReplacements(
  branch: Branch,
  text: string,
  matches: readonly PatternMatch[],
  replacement: (index: number) => string,
): string {
  branch.charge(16 * matches.length);
  const parts: string[] = [];
  let start = 0;
  for (const [index, match] of matches.entries()) {
    const part = replacement(index);
    parts.push(text.slice(start, match.start), part);
    start = match.end;
  }
  return joinTexts(branch, [...parts, text.slice(start)], "");
}

/**
 * Every element that `replacements` holds as a key, or as an index of a vector, by what it holds.
 */
function replaceElements(branch: Branch, replacements: Value, collection: Value): Value {
  const find = replacing(replacements);
  const elements = elementsOf(branch, collection, "replace");
  branch.charge(48 + 8 * elements.count);
  branch.spend(elements.count);
  return Vector.of(elements.toArray().map((element) => find(branch, element)));
}

/** What stands in the place of an element. */
function replacing(replacements: Value): (branch: Branch, element: Value) => Value {
  if (!(replacements instanceof MapValue) && !(replacements instanceof Vector)) {
    throw wrongType(
      "replace",
      "a map of replacements",
      replacements,
      "to replace in a string: (replace s part replacement)",
    );
  }
  return (branch, element) => {
    const found =
      replacements instanceof MapValue
        ? getField(replacements, element, branch)
        : typeof element === "number"
          ? replacements.get(element, element)
          : undefined;
    return found === undefined ? element : found;
  };
}

/** `(replace replacements)`: the transducer. */
function replacingTransducer(_branch: Branch, replacements: Value): Value {
  const find = replacing(replacements);
  const one = new DerivedFunction("replace", [replacements], (branch, [element = null]) =>
    find(branch, element),
  );
  return transducer("replace", [replacements], mapStage(one));
}

/** `(escape s {\< "&lt;"})`: characters by what the map or function gives for them, if anything. */
function escape(branch: Branch, value: Value, replacements: Value): Result {
  const text = stringArgument(value, "clojure.string/escape");
  spendText(branch, text.length);
  branch.charge(32 * text.length);
  const parts: string[] = [];
  return eachElement(branch, Vector.of<Value>(characters(text)), {
    compute: (character) =>
      after(call1(branch, replacements, character), (computed) => whollyRealised(branch, computed)),
    take(computed, character) {
      parts.push(
        typeof character === "string" && computed === null
          ? character
          : textOf(branch, computed, "clojure.string/escape"),
      );
      return true;
    },
    finish: () => joinTexts(branch, parts, ""),
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
const replaceDoc =
  "Every occurrence replaced; $1 in the replacement of a pattern is its first group.";

function replaceAll(operation: string) {
  return (branch: Branch, text: Value, wanted: Value, replacement: Value): Result =>
    replaceText(branch, operation, "all", text, wanted, replacement);
}

/** `.replaceAll` and `.replaceFirst` of Java, whose pattern is given as text. */
function javaReplacing(
  name: ".replaceAll" | ".replaceFirst",
  extent: Extent,
  doc: string,
  example: readonly [string, string],
): BuiltinRow {
  return {
    names: [name],
    forms: [`(${name} s pattern replacement)`],
    doc,
    example,
    arities: {
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
    },
  };
}

export const replaceRows: readonly BuiltinRow[] = [
  javaReplacing(
    ".replaceAll",
    "all",
    "Every match of the pattern replaced; $1 stands for a group.",
    ['(.replaceAll "a1b22" "[0-9]+" "#")', '"a#b#"'],
  ),
  javaReplacing(
    ".replaceFirst",
    "first",
    "The first match of the pattern replaced; $1 stands for a group.",
    ['(.replaceFirst "a1b22" "[0-9]+" "#")', '"a#b22"'],
  ),
  {
    names: ["replace"],
    forms: [...replaceForms, "(replace replacements coll)", "(replace replacements)"],
    doc: `${replaceDoc} With two arguments, elements of a collection replaced by what a map holds for them; with one, a transducer that does it.`,
    example: ['(replace "John Smith" #"(\\w+) (\\w+)" "$2 $1")', '"Smith John"'],
    clojure: "clojure.string/replace",
    callsFunctions: true,
    arities: { 1: replacingTransducer, 2: replaceElements, 3: replaceAll("replace") },
  },
  {
    names: ["clojure.string/replace"],
    forms: replaceForms.map((form) => form.replace("replace", "clojure.string/replace")),
    doc: replaceDoc,
    example: ['(clojure.string/replace "banana" "a" "o")', '"bonono"'],
    clojure: "clojure.string/replace",
    callsFunctions: true,
    arities: { 3: replaceAll("clojure.string/replace") },
  },
  {
    names: ["replace-first", "clojure.string/replace-first"],
    forms: [
      "(replace-first s part replacement)",
      '(replace-first s #"pattern" replacement-or-function)',
    ],
    doc: "The first occurrence replaced.",
    example: ['(replace-first "aaa" "a" "b")', '"baa"'],
    clojure: "clojure.string/replace-first",
    callsFunctions: true,
    arities: {
      3: (branch, text, wanted, replacement) =>
        replaceText(branch, "replace-first", "first", text, wanted, replacement),
    },
  },
  {
    names: ["clojure.string/escape"],
    forms: ["(clojure.string/escape s replacements)"],
    doc: "Characters of s replaced by what a map or function gives for them, if anything.",
    example: ['(clojure.string/escape "a<b" {\\< "&lt;"})', '"a&lt;b"'],
    clojure: "clojure.string/escape",
    callsFunctions: true,
    arities: { 2: escape },
  },
  {
    names: ["clojure.string/re-quote-replacement"],
    forms: ["(clojure.string/re-quote-replacement s)"],
    doc: "The text as a replacement that means just itself, $ and \\ included.",
    example: ['(replace "cost" #"c" (clojure.string/re-quote-replacement "$1"))', '"$1ost"'],
    clojure: "clojure.string/re-quote-replacement",
    arities: { 1: quoteReplacement },
  },
];
