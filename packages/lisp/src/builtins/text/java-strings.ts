// Methods of Java's strings that models write, such as `(.toUpperCase s)`. They fail where Java
// fails; the clojure.string functions return nil or "" instead. Positions count characters, as
// everywhere in the language.

import { RegexValue, equals, type Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { characters, countCharacters } from "../../sequence/characters.ts";
import { after, type Result } from "../../evaluation/result.ts";
import { EvaluationError } from "../../evaluation/errors/errors.ts";
import { elementIndex, wrongType } from "../../evaluation/arguments/expectations.ts";
import { matchWhole, patternOf } from "./pattern-search.ts";
import { stringArgument } from "../../evaluation/arguments/string-argument.ts";
import { firstIndex, lastIndex } from "./string-search.ts";
import { replaceString } from "./string-replace.ts";
import { splitByPattern } from "./string-split.ts";
import { chargeText, spendSearch, spendText } from "./text-cost.ts";
import { sliceText, unitOffset } from "../../sequence/text-positions.ts";
import { joinTexts, textOf } from "./printed-text.ts";
import { javaCharacterRows } from "./java-characters.ts";
import {
  containsElement,
  indexOfElement,
  isCollection,
  isEmptyCollection,
} from "./java-containers.ts";
import { moreStringRows } from "./java-more-strings.ts";
import { row, type Arities, type BuiltinRow } from "../row.ts";

function method(name: string, compute: (branch: Branch, text: string) => Value): Arities {
  return {
    1: (branch, value) => {
      const text = stringArgument(value, name);
      chargeText(branch, text.length);
      return compute(branch, text);
    },
  };
}

/** Returns the search text, given as text or as a character code. */
function wantedText(value: Value, name: string): string {
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 0x10ffff)
    return String.fromCodePoint(value);
  return stringArgument(value, name, "a string to look for");
}

function finding(name: string, find: typeof firstIndex): Arities {
  return {
    2: (branch, value, part) =>
      isCollection(value)
        ? indexOfElement(branch, value, part, name)
        : find(branch, stringArgument(value, name), wantedText(part, name)),
    3: (branch, value, part, from) =>
      find(branch, stringArgument(value, name), wantedText(part, name), elementIndex(from, name)),
  };
}

function testing(name: string, test: (text: string, other: string) => boolean): Arities {
  return {
    2: (branch, value, part) => {
      const [text, other] = [stringArgument(value, name), stringArgument(part, name)];
      spendSearch(branch, text.length, other.length);
      return test(text, other);
    },
  };
}

function containsText(branch: Branch, value: Value, part: Value): boolean {
  const [text, other] = [stringArgument(value, ".contains"), stringArgument(part, ".contains")];
  spendSearch(branch, text.length, other.length);
  return text.includes(other);
}

function startsWithAt(branch: Branch, value: Value, part: Value, from: Value): boolean {
  const [text, prefix] = [
    stringArgument(value, ".startsWith"),
    stringArgument(part, ".startsWith"),
  ];
  const index = elementIndex(from, ".startsWith");
  spendText(branch, text.length);
  return (
    index >= 0 &&
    index <= countCharacters(branch, text) &&
    text.startsWith(prefix, unitOffset(branch, text, index))
  );
}

function outside(name: string, index: number, count: number): EvaluationError {
  return new EvaluationError(
    "index_error",
    `${name}: index ${String(index)} is outside a string of ${String(count)} characters`,
    {
      op: name,
      hint: "subs stops at the ends instead of failing",
    },
  );
}

function substring(
  branch: Branch,
  value: Value,
  startValue: Value,
  endValue: Value | undefined,
): string {
  const text = stringArgument(value, ".substring");
  chargeText(branch, text.length);
  const count = countCharacters(branch, text);
  const [start, end] = [
    finiteIndex(startValue),
    endValue === undefined ? count : finiteIndex(endValue),
  ];
  if (start < 0 || start > count) throw outside(".substring", start, count);
  if (end < start || end > count) throw outside(".substring", end, count);
  return sliceText(branch, text, start, end);
}

function finiteIndex(value: Value): number {
  if (typeof value === "number" && !Number.isFinite(value))
    throw wrongType(".substring", "an index", value);
  return elementIndex(value, ".substring");
}

function characterAt(branch: Branch, value: Value, indexValue: Value): string {
  const text = stringArgument(value, ".charAt");
  const index = elementIndex(indexValue, ".charAt");
  branch.charge(32 * text.length);
  spendText(branch, text.length);
  const all = characters(text);
  const character = all[index];
  if (character === undefined) throw outside(".charAt", index, all.length);
  return character;
}

function replaceLiterally(branch: Branch, value: Value, part: Value, replacement: Value): Result {
  const [text, wanted, other] = [
    stringArgument(value, ".replace"),
    stringArgument(part, ".replace"),
    stringArgument(replacement, ".replace"),
  ];
  return replaceString(branch, ".replace", "all", text, wanted, other);
}

/** Java's methods take a pattern as text. */
function patternValue(value: Value, name: string): RegexValue {
  return value instanceof RegexValue
    ? value
    : new RegexValue(stringArgument(value, name, "a pattern"));
}

function splitText(branch: Branch, value: Value, separator: Value, limit: Value): Result {
  return splitByPattern(
    branch,
    patternValue(separator, ".split"),
    stringArgument(value, ".split"),
    elementIndex(limit, ".split"),
    ".split",
  );
}

/** Like Java's `trim`, removes all characters up to the space at both ends. */
function trimControls(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && text.charCodeAt(start) <= 0x20) start++;
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end--;
  return text.slice(start, end);
}

function matches(branch: Branch, text: Value, pattern: Value): Result {
  const compiled = patternOf(branch, patternValue(pattern, ".matches"), ".matches");
  return after(
    matchWhole(branch, compiled, stringArgument(text, ".matches"), ".matches"),
    (match) => match !== undefined,
  );
}

function toText(branch: Branch, value: Value): string {
  return value === null
    ? stringArgument(value, ".toString", "a value")
    : textOf(branch, value, ".toString");
}

export const javaStringRows: readonly BuiltinRow[] = [
  ...javaCharacterRows,
  row(".toUpperCase", "(.toUpperCase s)", {
    doc: "Makes text upper case.",
    example: ['(.toUpperCase "abc")', '"ABC"'],
    arities: method(".toUpperCase", (_, text) => text.toUpperCase()),
  }),
  row(".toLowerCase", "(.toLowerCase s)", {
    doc: "Makes text lower case.",
    example: ['(.toLowerCase "ABC")', '"abc"'],
    arities: method(".toLowerCase", (_, text) => text.toLowerCase()),
  }),
  row(".trim", "(.trim s)", {
    doc: "Trims white space at both ends.",
    example: ['(.trim " a ")', '"a"'],
    arities: method(".trim", (_, text) => trimControls(text)),
  }),
  row(".length", "(.length s)", {
    doc: "Counts the characters.",
    example: ['(.length "hello")', "5"],
    arities: method(".length", countCharacters),
  }),
  row(".isEmpty", "(.isEmpty x)", {
    doc: "True if a text or a collection is empty.",
    example: ['(.isEmpty "")', "true"],
    arities: {
      1: (branch, value) =>
        isCollection(value)
          ? isEmptyCollection(branch, value)
          : stringArgument(value, ".isEmpty") === "",
    },
  }),
  ...moreStringRows,
  row(".matches", "(.matches s pattern)", {
    doc: "True if the pattern matches all of s.",
    example: ['(.matches "a1" "[a-z][0-9]")', "true"],
    clojure: false,
    arities: { 2: matches },
  }),
  row(".concat", "(.concat s other)", {
    doc: "Joins both texts.",
    example: ['(.concat "a" "b")', '"ab"'],
    clojure: false,
    arities: {
      2: (branch, text, other) =>
        joinTexts(branch, [stringArgument(text, ".concat"), stringArgument(other, ".concat")], ""),
    },
  }),
  row(".equals", "(.equals x y)", {
    doc: "True if two values are equal.",
    example: ['(.equals "a" "a")', "true"],
    clojure: false,
    arities: {
      2: (branch, left, right) => {
        if (left === null) throw wrongType(".equals", "a value", left, "use (= x y)");
        return equals(left, right, branch);
      },
    },
  }),
  row(".toString", "(.toString x)", {
    doc: "x as text; nil fails.",
    example: ["(.toString 42)", '"42"'],
    arities: { 1: toText },
  }),
  row(".indexOf", ["(.indexOf x part)", "(.indexOf s part from)"], {
    doc: "Returns the index of the first part in a text or element in a list, or -1.",
    example: ['(.indexOf "hello" "l")', "2"],
    arities: finding(".indexOf", firstIndex),
  }),
  row(".lastIndexOf", ["(.lastIndexOf x part)", "(.lastIndexOf s part from)"], {
    doc: "Returns the index of the last part in a text or element in a list, or -1.",
    example: ['(.lastIndexOf "hello" "l")', "3"],
    arities: finding(".lastIndexOf", lastIndex),
  }),
  row(".contains", "(.contains x part)", {
    doc: "True if a text, list or set contains part.",
    example: ['(.contains "hello" "ell")', "true"],
    arities: {
      2: (branch, value, part) =>
        isCollection(value)
          ? containsElement(branch, value, part)
          : containsText(branch, value, part),
    },
  }),
  {
    ...row(".startsWith", "(.startsWith s part)", {
      doc: "True if s, or s from an index, starts with part.",
      example: ['(.startsWith "hello" "l" 2)', "true"],
      arities: testing(".startsWith", (text, other) => text.startsWith(other)),
    }),
    forms: ["(.startsWith s part)", "(.startsWith s part from)"],
    arities: {
      ...row(".startsWith", "(.startsWith s part)", {
        doc: "",
        example: ["", ""],
        arities: testing(".startsWith", (text, other) => text.startsWith(other)),
      }).arities,
      3: startsWithAt,
    },
  },
  row(".endsWith", "(.endsWith s part)", {
    doc: "True if s ends with part.",
    example: ['(.endsWith "hello" "lo")', "true"],
    arities: testing(".endsWith", (text, other) => text.endsWith(other)),
  }),
  row(".equalsIgnoreCase", "(.equalsIgnoreCase s part)", {
    doc: "True if two texts are equal ignoring case.",
    example: ['(.equalsIgnoreCase "a" "A")', "true"],
    arities: testing(
      ".equalsIgnoreCase",
      // Java compares unit by unit, so texts of different lengths need no case folding.
      (text, other) => text.length === other.length && text.toLowerCase() === other.toLowerCase(),
    ),
  }),
  row(".substring", ["(.substring s start)", "(.substring s start end)"], {
    doc: "Cuts text from start up to end; fails outside the text.",
    example: ['(.substring "hello" 1 3)', '"el"'],
    arities: {
      2: (branch, text, start) => substring(branch, text, start, undefined),
      3: substring,
    },
  }),
  row(".charAt", "(.charAt s index)", {
    doc: "Returns the character at index; fails outside.",
    example: ['(.charAt "abc" 1)', '"b"'],
    arities: { 2: characterAt },
  }),
  row(".replace", "(.replace s part replacement)", {
    doc: "Replaces each literal part.",
    example: ['(.replace "a.b" "." "-")', '"a-b"'],
    arities: { 3: replaceLiterally },
  }),
  row(".split", ["(.split s pattern)", "(.split s pattern limit)"], {
    doc: "Splits s at matches of the pattern.",
    example: ['(.split "a,b" ",")', '["a" "b"]'],
    arities: {
      2: (branch, text, separator) => splitText(branch, text, separator, 0),
      3: splitText,
    },
  }),
];
