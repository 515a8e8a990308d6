// More methods of Java's strings: white space, repetition and the constructor.

import type { Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { EvaluationError } from "../../evaluation/errors/errors.ts";
import { elementIndex } from "../../evaluation/arguments/expectations.ts";
import { row, type Arities, type BuiltinRow } from "../row.ts";
import { stringArgument, wrongArgument } from "../../evaluation/arguments/string-argument.ts";
import { characterCount } from "../../sequence/characters.ts";
import { sliceText } from "../../sequence/text-positions.ts";
import { chargeText } from "./text-cost.ts";
import { skipWhiteSpace, skipWhiteSpaceBack } from "./white-space.ts";

function method(name: string, compute: (text: string) => Value): Arities {
  return {
    1: (branch, value) => {
      const text = stringArgument(value, name);
      chargeText(branch, text.length);
      return compute(text);
    },
  };
}

function repeated(branch: Branch, value: Value, times: Value): string {
  const operation = ".repeat";
  const text = stringArgument(value, operation);
  const count = elementIndex(times, operation);
  if (count < 0)
    throw wrongArgument(operation, `expected a count of at least 0, got ${String(count)}`);
  chargeText(branch, text.length * count);
  return text.repeat(count);
}

function codePointAt(branch: Branch, value: Value, position: Value): number {
  const operation = ".codePointAt";
  const text = stringArgument(value, operation);
  const index = elementIndex(position, operation);
  const character = sliceText(branch, text, Math.max(0, index), Math.max(0, index) + 1);
  if (index >= 0 && character !== "") return character.codePointAt(0) ?? 0;
  throw new EvaluationError(
    "index_error",
    `${operation}: index ${String(index)} is outside a text of ${String(characterCount(text))} characters`,
    { op: operation, hint: "indexes start at 0" },
  );
}

export const moreStringRows: readonly BuiltinRow[] = [
  row(".codePointAt", "(.codePointAt s index)", {
    doc: "Returns the code of the character at an index, also of a digit.",
    example: ['(.codePointAt "a5" 1)', "53"],
    arities: { 2: codePointAt },
  }),
  row(".isBlank", "(.isBlank s)", {
    doc: "True if the text is empty or white space.",
    example: ['(.isBlank " ")', "true"],
    arities: method(".isBlank", (text) => skipWhiteSpace(text) === text.length),
  }),
  row(".strip", "(.strip s)", {
    doc: "Trims white space at both ends.",
    example: ['(.strip " a ")', '"a"'],
    arities: method(".strip", (text) =>
      text.slice(skipWhiteSpace(text), Math.max(skipWhiteSpace(text), skipWhiteSpaceBack(text))),
    ),
  }),
  row(".stripLeading", "(.stripLeading s)", {
    doc: "Trims white space at the start.",
    example: ['(.stripLeading " a ")', '"a "'],
    arities: method(".stripLeading", (text) => text.slice(skipWhiteSpace(text))),
  }),
  row(".stripTrailing", "(.stripTrailing s)", {
    doc: "Trims white space at the end.",
    example: ['(.stripTrailing " a ")', '" a"'],
    arities: method(".stripTrailing", (text) => text.slice(0, skipWhiteSpaceBack(text))),
  }),
  row(".repeat", "(.repeat s n)", {
    doc: "The text n times.",
    example: ['(.repeat "ab" 3)', '"ababab"'],
    arities: { 2: repeated },
  }),
  row(["String.", "java.lang.String."], ["(String.)", "(String. s)"], {
    doc: "Returns the text s unchanged.",
    example: ['(String. "abc")', '"abc"'],
    arities: { 0: () => "", 1: (_, value) => stringArgument(value, "String.") },
  }),
];
