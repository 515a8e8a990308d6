// Strings: creating, cutting, case and white space. See string-search.ts for searching,
// string-replace.ts for replacing, string-split.ts for splitting, string-parsing.ts for reading
// numbers, and java-strings.ts for Java's methods.

import { FunctionValue, MapValue, SetValue, Vector, type Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { characters } from "../../sequence/characters.ts";
import { elementsOf } from "../../sequence/elements.ts";
import type { Result } from "../../evaluation/result.ts";
import { EvaluationError } from "../../evaluation/errors/errors.ts";
import { elementIndex, wrongType } from "../../evaluation/arguments/expectations.ts";
import { formatRow } from "./format.ts";
import { javaStringRows } from "./java-strings.ts";
import { joinTexts, textOf } from "./printed-text.ts";
import { javaConstructorRows } from "./java-number-constructors.ts";
import { parsingRows } from "./string-parsing.ts";
import { replaceRows } from "./string-replace.ts";
import { searchRows } from "./string-search.ts";
import { splitRows } from "./string-split.ts";
import { stringArgument } from "../../evaluation/arguments/string-argument.ts";
import { receiverText } from "./string-arguments.ts";
import { chargeText, spendText } from "./text-cost.ts";
import { sliceText } from "../../sequence/text-positions.ts";
import { skipWhiteSpace, skipWhiteSpaceBack } from "./white-space.ts";
import { row, type Arities, type BuiltinRow } from "../row.ts";

/** Returns the arities of a function from a text to another of about its length. */
function onText(
  name: string,
  read: typeof receiverText,
  change: (text: string) => string,
): Arities {
  return {
    1: (branch, value) => {
      const text = read(branch, value, name);
      chargeText(branch, text.length);
      return change(text);
    },
  };
}

function capitalize(text: string): string {
  const [first = ""] = text;
  return first.toUpperCase() + text.slice(first.length).toLowerCase();
}

function trimNewline(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === "\n" || text[end - 1] === "\r")) end--;
  return text.slice(0, end);
}

/**
 * Cuts a part out of the text. Indexes out of range give a shorter or empty result (DIV-22). Like
 * in Clojure, an end before the start is an error.
 */
function substring(
  branch: Branch,
  value: Value,
  startValue: Value,
  endValue: Value | undefined,
): string {
  const text = stringArgument(value, "subs");
  const start = elementIndex(startValue, "subs");
  const end = endValue === undefined ? Infinity : elementIndex(endValue, "subs");
  if (end < start)
    throw new EvaluationError(
      "index_error",
      `subs: the end ${String(end)} is before the start ${String(start)}`,
      { op: "subs", hint: "write (subs s start end): both count from the beginning of s" },
    );
  if (start < 0 || end === start) return "";
  chargeText(branch, text.length);
  return sliceText(branch, text, start, end);
}

function isBlank(branch: Branch, value: Value): boolean {
  if (value === null) return true;
  const text = stringArgument(value, "blank?");
  spendText(branch, text.length);
  return skipWhiteSpace(text) === text.length;
}

function join(branch: Branch, separator: Value, collection: Value): Result {
  if (
    separator instanceof Vector ||
    separator instanceof MapValue ||
    separator instanceof SetValue ||
    separator instanceof FunctionValue
  ) {
    throw wrongType(
      "join",
      "a separator string",
      separator,
      'the separator comes first: (join ", " coll)',
    );
  }
  const between = textOf(branch, separator, "join");
  const elements = elementsOf(branch, collection, "join");
  branch.charge(8 * elements.count);
  return joined(branch, elements, between, "", 0);
}

/** The texts that are joined at a time. */
const textsTogether = 1024;

/** Joins the elements from `start` on to `before`. */
function joined(
  branch: Branch,
  elements: Vector<Value>,
  between: string,
  before: string,
  start: number,
): Result {
  let text = before;
  let index = start;
  do {
    const texts: string[] = index === 0 ? [] : [""];
    const end = Math.min(index + textsTogether, elements.count);
    for (; index < end; index++) {
      if (--branch.ticks < 0) branch.refill();
      texts.push(textOf(branch, elements.at(index), "join"));
    }
    text += joinTexts(branch, texts, between);
    if (index < elements.count && branch.mayAwait && branch.turnIsOver)
      return branch.inNextTurn(joined, branch, elements, between, text, index);
  } while (index < elements.count);
  return text;
}

function concatenated(branch: Branch, values: readonly Value[]): string {
  return joinTexts(
    branch,
    values.map((value) => textOf(branch, value, "str")),
    "",
  );
}

/** Like `concatenated`, for the two or three values of most texts. */
function together(branch: Branch, first: Value, second: Value, third: Value = ""): string {
  const [start, middle] = [textOf(branch, first, "str"), textOf(branch, second, "str")];
  const end = textOf(branch, third, "str");
  chargeText(branch, start.length + middle.length + end.length);
  return start + middle + end;
}

const makingRows: readonly BuiltinRow[] = [
  row(["str", "String/valueOf"], "(str x ...)", {
    doc: "Joins the arguments as text; nil adds nothing.",
    example: ['(str "n=" 42 nil :a [1 "b"])', '"n=42:a[1 \\"b\\"]"'],
    arities: {
      0: () => "",
      1: (branch, value) => textOf(branch, value, "str"),
      2: together,
      3: together,
      rest: { from: 4, apply: concatenated },
    },
  }),
  row("subs", ["(subs s start)", "(subs s start end)"], {
    doc: 'Returns characters from start up to end; less or "" out of range.',
    example: ['(subs "hello" 1 3)', '"el"'],
    arities: {
      2: (branch, text, start) => substring(branch, text, start, undefined),
      3: (branch, text, start, end) => substring(branch, text, start, end),
    },
  }),
  row(["join", "clojure.string/join", "String/join"], ["(join coll)", "(join separator coll)"], {
    doc: "Joins the elements as text with the separator.",
    example: ['(join ", " [1 2 3])', '"1, 2, 3"'],
    arities: { 1: (branch, collection) => join(branch, "", collection), 2: join },
  }),
  formatRow,
];

const changingRows: readonly BuiltinRow[] = [
  row(["upper-case", "upcase", "clojure.string/upper-case"], "(upper-case s)", {
    doc: "Makes text upper case.",
    example: ['(upper-case "abc")', '"ABC"'],
    readsElements: false,
    arities: onText("upper-case", receiverText, (text) => text.toUpperCase()),
  }),
  row(["lower-case", "downcase", "clojure.string/lower-case"], "(lower-case s)", {
    doc: "Makes text lower case.",
    example: ['(lower-case "ABC")', '"abc"'],
    readsElements: false,
    arities: onText("lower-case", receiverText, (text) => text.toLowerCase()),
  }),
  row(["capitalize", "clojure.string/capitalize"], "(capitalize s)", {
    doc: "Makes the first letter upper case and the rest lower case.",
    example: ['(capitalize "hELLO")', '"Hello"'],
    arities: onText("capitalize", receiverText, capitalize),
  }),
  row(["trim", "clojure.string/trim"], "(trim s)", {
    doc: "Trims white space at both ends.",
    example: ['(trim "  a b ")', '"a b"'],
    readsElements: false,
    arities: onText("trim", trimmable, (text) =>
      text.slice(skipWhiteSpace(text), skipWhiteSpaceBack(text)),
    ),
  }),
  row(["triml", "clojure.string/triml"], "(triml s)", {
    doc: "Trims white space at the start.",
    example: ['(triml "  a ")', '"a "'],
    arities: onText("triml", trimmable, (text) => text.slice(skipWhiteSpace(text))),
  }),
  row(["trimr", "clojure.string/trimr"], "(trimr s)", {
    doc: "Trims white space at the end.",
    example: ['(trimr "  a ")', '"  a"'],
    arities: onText("trimr", trimmable, (text) => text.slice(0, skipWhiteSpaceBack(text))),
  }),
  row(["trim-newline", "clojure.string/trim-newline"], "(trim-newline s)", {
    doc: "Trims newlines at the end.",
    example: ['(trim-newline "a\\r\\n")', '"a"'],
    arities: onText("trim-newline", trimmable, trimNewline),
  }),
  row("clojure.string/reverse", "(clojure.string/reverse s)", {
    doc: "Reverses the characters of the text.",
    example: ['(clojure.string/reverse "abc")', '"cba"'],
    arities: onText("clojure.string/reverse", reversible, (text) =>
      characters(text).reverse().join(""),
    ),
  }),
];

function trimmable(_branch: Branch, value: Value, operation: string): string {
  return stringArgument(value, operation);
}

/** Returns the text to reverse. Like in Clojure, it must be a string. */
function reversible(branch: Branch, value: Value, operation: string): string {
  const text = stringArgument(value, operation);
  branch.charge(32 * text.length);
  return text;
}

const blankRow: BuiltinRow = row(["blank?", "clojure.string/blank?"], "(blank? s)", {
  doc: "True if s is nil, empty or only white space.",
  example: ['(blank? " \\n")', "true"],
  readsElements: false,
  arities: { 1: isBlank },
});

export const stringRows: readonly BuiltinRow[] = [
  ...makingRows,
  ...changingRows,
  blankRow,
  ...searchRows,
  ...replaceRows,
  ...splitRows,
  ...parsingRows,
  ...javaConstructorRows,
  ...javaStringRows,
];
