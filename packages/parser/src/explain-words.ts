// Explains words that start like a number, symbol, keyword or character but are invalid.
import { colonAdvice } from "./explain-colons.ts";
import { type Failure, quoted, type Visit, visitOf, wordAt } from "./failure.ts";
import type { RuleName } from "./generated/trace.ts";
import type { Complaint } from "./parse-error.ts";

interface Repair {
  readonly wrong: RegExp;
  readonly advice: string | ((source: string, start: number, word: string) => string);
}

const numberRules: readonly RuleName[] = [
  "integer",
  "decimal",
  "ratio",
  "hexInteger",
  "octalInteger",
  "radixInteger",
];

const numberRepairs: readonly Repair[] = [
  {
    wrong: /^[+-]?0\d+$/,
    advice: "a leading zero means octal, where digits go up to 7; write it without the zero",
  },
  { wrong: /\/0+$/, advice: "it divides by zero" },
  { wrong: /^\d+\.\.+\d+$/, advice: "a range is a call: (range 1 6) is 1 to 5" },
  { wrong: /^\d{4}-\d/, advice: 'a date is written as a string, like "2024-01-31"' },
  { wrong: /^[\d_]+$/, advice: "digits are written without _" },
  { wrong: /\d[eE][+-]?$/, advice: "digits must follow the e" },
  { wrong: /:$/, advice: colonAdvice },
];

const symbolRepairs: readonly Repair[] = [
  { wrong: /^\/[/*]/, advice: "a comment starts with ;" },
  { wrong: /::/, advice: "a name can't have two colons in a row" },
  { wrong: /:$/, advice: colonAdvice },
  { wrong: /\/$/, advice: "a name must follow the slash" },
  { wrong: /^\//, advice: "a name must precede the slash" },
  { wrong: /\/\//, advice: "one slash separates namespace and name" },
];

const keywordRepairs: readonly Repair[] = [
  { wrong: /^:$/, advice: colonAdvice },
  { wrong: /^::.*\//, advice: "there are no namespace aliases; write it with one colon" },
  { wrong: /^:.*::/, advice: "a name can't have two colons in a row" },
  { wrong: /:$/, advice: colonAdvice },
  { wrong: /\/$/, advice: "a name must follow the slash" },
  { wrong: /^:\//, advice: "a name must precede the slash" },
  { wrong: /\/\//, advice: "one slash separates namespace and name" },
];

const characterRepairs: readonly Repair[] = [
  {
    wrong: /^\\u[dD][89a-fA-F]/,
    advice: "it is half of a character; write the character itself, or a string",
  },
  { wrong: /^\\u/, advice: "\\u takes four hexadecimal digits" },
  { wrong: /^\\o\d/, advice: "\\o takes octal digits up to 377" },
];

export const explainNumber = (failure: Failure): Complaint | undefined =>
  explainWord(
    failure,
    numberRules,
    "Invalid number",
    numberRepairs,
    "words starting with a digit must be numbers; put letters in a string or a keyword",
  );

export const explainSymbol = (failure: Failure): Complaint | undefined =>
  explainWord(
    failure,
    ["symbol"],
    "Invalid symbol",
    symbolRepairs,
    "after a slash, a name can't start with a digit",
  );

export const explainKeyword = (failure: Failure): Complaint | undefined =>
  explainWord(
    failure,
    ["keyword"],
    "Invalid keyword",
    keywordRepairs,
    "after a slash, a name can't start with a digit",
  );

export const explainSymbolicNumber = (failure: Failure): Complaint | undefined =>
  explainWord(failure, ["symbolicNumber"], "Unknown number", [], "write ##Inf, ##-Inf or ##NaN");

export const explainCharacter = (failure: Failure): Complaint | undefined =>
  explainWord(
    failure,
    ["character"],
    "Unknown character",
    characterRepairs,
    "write one character after the backslash, or \\newline, \\space, \\tab, \\return, \\backspace, \\formfeed, \\u and four hexadecimal digits",
  );

function explainWord(
  failure: Failure,
  rules: readonly RuleName[],
  what: string,
  repairs: readonly Repair[],
  otherwise: string,
): Complaint | undefined {
  const visit = innermostWord(failure, rules);
  if (visit === undefined) return undefined;
  const word = wordAt(failure.source, visit.start);
  const found = repairs.find(({ wrong }) => wrong.test(word))?.advice ?? otherwise;
  const advice =
    singleQuoted(failure.source, visit.start, word) ??
    (typeof found === "string" ? found : found(failure.source, visit.start, word));
  return {
    message: `${what} ${quoted(word)} at ${failure.place(visit.start)}: ${advice}`,
    offset: visit.start,
  };
}

/** Returns advice for a word in single quotes, such as `'2026-01-31'`. */
function singleQuoted(source: string, start: number, word: string): string | undefined {
  if (source[start - 1] !== "'" || !word.endsWith("'")) return undefined;
  return `strings have double quotes: write "${quoted(word.slice(0, -1))}"`;
}

/** Returns the word in which the reader stopped, or `undefined` if it stopped elsewhere. */
function innermostWord(failure: Failure, rules: readonly RuleName[]): Visit | undefined {
  const visit = visitOf(failure, [...rules, "forms", "gaps", "form"]);
  return visit !== undefined && rules.includes(visit.rule) && failure.at > visit.start
    ? visit
    : undefined;
}
