// Regular expressions: `re-find` and others. Patterns use Java's syntax; regex/engine.ts parses and
// matches them.

import { RegexValue, type Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { EvaluationError } from "../../evaluation/errors/errors.ts";
import { elementIndex, wrongType } from "../../evaluation/arguments/expectations.ts";
import { after, type Result } from "../../evaluation/result.ts";
import { matchValue, matchValues } from "./pattern-match.ts";
import { matchWhole, patternOf, searchAll, searchFirst } from "./pattern-search.ts";
import { parseInteger } from "./string-parsing.ts";
import { stringArgument, wrongArgument } from "../../evaluation/arguments/string-argument.ts";
import { splitByPattern } from "./string-split.ts";
import { chargeText } from "./text-cost.ts";
import { row, type BuiltinRow } from "../row.ts";
import { bytesOfVector } from "../../evaluation/budget/byte-costs.ts";

function find(branch: Branch, pattern: Value, value: Value): Result {
  const compiled = patternOf(branch, pattern, "re-find");
  const found = searchFirst(branch, compiled, stringArgument(value, "re-find"));
  return after(found, (match) => (match === undefined ? null : matchValue(branch, match)));
}

function matches(branch: Branch, pattern: Value, value: Value): Result {
  const found = matchWhole(
    branch,
    patternOf(branch, pattern, "re-matches"),
    stringArgument(value, "re-matches"),
    "re-matches",
  );
  return after(found, (match) => (match === undefined ? null : matchValue(branch, match)));
}

/** Like Clojure, returns nil if there is no match. */
function allMatches(branch: Branch, pattern: Value, value: Value): Result {
  const found = searchAll(
    branch,
    patternOf(branch, pattern, "re-seq"),
    stringArgument(value, "re-seq"),
  );
  return after(found, (matches): Result => {
    branch.charge(bytesOfVector + 8 * matches.length);
    return matches.length === 0 ? null : matchValues(branch, matches);
  });
}

/** `re-pattern`. An invalid pattern fails here, not on first use. */
function toPattern(branch: Branch, value: Value): RegexValue {
  if (value instanceof RegexValue) return value;
  const source = stringArgument(value, "re-pattern");
  chargeText(branch, source.length);
  const pattern = new RegexValue(source);
  patternOf(branch, pattern, "re-pattern");
  return pattern;
}

/**
 * Returns group `groupValue` of the first match, or nil without a match. The pattern may be text.
 */
function extract(
  branch: Branch,
  operation: string,
  pattern: Value,
  value: Value,
  groupValue: Value,
): string | null | Promise<string | null> {
  const compiled = patternOf(
    branch,
    typeof pattern === "string" ? new RegexValue(pattern) : pattern,
    operation,
  );
  const group = elementIndex(groupValue, operation);
  if (group < 0 || group > compiled.groupCount) {
    throw wrongArgument(
      operation,
      `there is no group ${String(group)}; the pattern has ${String(compiled.groupCount)}`,
      "put the part you want in parentheses, or use group 0, the whole match",
    );
  }
  return value === null
    ? null
    : after(
        searchFirst(branch, compiled, stringArgument(value, operation)),
        (match) => match?.groups[group] ?? null,
      );
}

function extractInteger(
  branch: Branch,
  pattern: Value,
  value: Value,
  group: Value,
  otherwise: Value,
): Result {
  return after(extract(branch, "extract-int", pattern, value, group), (text) =>
    text === null ? otherwise : (parseInteger(text, 64) ?? otherwise),
  );
}

function extractIntegerOr(branch: Branch, args: readonly Value[]): Result {
  const [pattern = null, text = null, group = null, otherwise = null] = args;
  if (args.length > 4)
    throw new EvaluationError(
      "arity_error",
      `extract-int takes 2, 3 or 4 arguments, got ${String(args.length)}`,
      { op: "extract-int", hint: "write (extract-int pattern s group default)" },
    );
  return extractInteger(branch, pattern, text, group, otherwise);
}

function split(branch: Branch, pattern: Value, value: Value): Result {
  if (!(pattern instanceof RegexValue))
    throw wrongType("re-split", 'a pattern such as #"\\s+"', pattern);
  return splitByPattern(branch, pattern, stringArgument(value, "re-split"), 0, "re-split");
}

export const regexRows: readonly BuiltinRow[] = [
  row(["re-find", "regex/re-find"], "(re-find pattern s)", {
    doc: "Returns the first match in s: text, or a vector of the match and its groups; or nil.",
    example: ['(re-find #"(\\w+)@(\\w+)" "to bob@corp now")', '["bob@corp" "bob" "corp"]'],
    arities: { 2: find },
  }),
  row(["re-matches", "regex/re-matches"], "(re-matches pattern s)", {
    doc: "Returns the match, like re-find, if the pattern matches all of s; else nil.",
    example: ['(re-matches #"\\d+" "123")', '"123"'],
    arities: { 2: matches },
  }),
  row(["re-seq", "regex/re-seq"], "(re-seq pattern s)", {
    doc: "Returns all matches in s, each like re-find, or nil.",
    example: ['(re-seq #"\\d+" "a1b22")', '("1" "22")'],
    yieldsSequence: true,
    arities: { 2: allMatches },
  }),
  row(["re-pattern", "regex/re-pattern"], "(re-pattern s)", {
    doc: "Makes a pattern of s.",
    example: ['(re-find (re-pattern "b+") "abba")', '"bb"'],
    arities: { 1: toPattern },
  }),
  row(["re-split", "regex/re-split"], "(re-split pattern s)", {
    doc: "Splits s at matches of the pattern, like (split s pattern).",
    example: ['(re-split #"\\s+" "a  b c")', '["a" "b" "c"]'],
    clojure: false,
    arities: { 2: split },
  }),
  row("extract", ["(extract pattern s)", "(extract pattern s group)"], {
    doc: "Returns group 1, or the given group (0 is the whole), of the first match in s, or nil; the pattern may be a string.",
    example: ['(extract "ID:(\\\\d+)" "ID:42")', '"42"'],
    clojure: false,
    arities: {
      2: (branch, pattern, text) => extract(branch, "extract", pattern, text, 1),
      3: (branch, pattern, text, group) => extract(branch, "extract", pattern, text, group),
    },
  }),
  row(
    "extract-int",
    [
      "(extract-int pattern s)",
      "(extract-int pattern s group)",
      "(extract-int pattern s group default)",
    ],
    {
      doc: "Returns group 1, or the given group, of the first match in s as an integer; else nil or the default.",
      example: ['(extract-int "age=(\\\\d+)" "age=25")', "25"],
      clojure: false,
      arities: {
        2: (branch, pattern, text) => extractInteger(branch, pattern, text, 1, null),
        3: (branch, pattern, text, group) => extractInteger(branch, pattern, text, group, null),
        rest: { from: 4, apply: extractIntegerOr },
      },
    },
  ),
];
