// Explains a failure of the reader: the problem, its location, and the fix. Tries the explanations
// in order and uses the first one that recognizes the failure.
import { explainMisleadingCharacter, explainUnsupportedPrefix } from "./explain-characters.ts";
import { explainClosing, explainOddMap, explainUnclosed } from "./explain-delimiters.ts";
import { explainPrefix, explainTag } from "./explain-prefixes.ts";
import { explainEscape, explainUnclosedText } from "./explain-text.ts";
import {
  explainCharacter,
  explainKeyword,
  explainNumber,
  explainSymbol,
  explainSymbolicNumber,
} from "./explain-words.ts";
import { type Explanation, failureOf, quoted } from "./failure.ts";
import type { Refusal } from "./generated/reader.ts";
import type { ReadFailure } from "./generated/trace.ts";
import { type Complaint, placeOf } from "./parse-error.ts";

const explanations: readonly Explanation[] = [
  explainUnclosedText,
  explainEscape,
  explainMisleadingCharacter,
  explainUnsupportedPrefix,
  explainCharacter,
  explainNumber,
  explainSymbolicNumber,
  explainSymbol,
  explainKeyword,
  explainTag,
  explainPrefix,
  explainUnclosed,
  explainOddMap,
  explainClosing,
];

export function explain(source: string, readFailure: ReadFailure): Complaint {
  const failure = failureOf(source, readFailure);
  for (const explanation of explanations) {
    const complaint = explanation(failure);
    if (complaint !== undefined) return complaint;
  }
  const { at, expected } = failure;
  const found = failure.isAtEnd
    ? "end of the program"
    : quoted(String.fromCodePoint(source.codePointAt(at) ?? 0));
  return {
    message: `Unexpected ${found} at ${failure.place(at)}: expected ${expected.join(", ")}`,
    offset: at,
    expected,
  };
}

/**
 * Explains a text that the grammar accepts but an action refuses, such as a number out of range.
 */
export function explainRefusal(source: string, { start, end, message }: Refusal): Complaint {
  return {
    message: `Cannot read ${quoted(source.slice(start, end))} at ${placeOf(source, start)}: ${message}`,
    offset: start,
  };
}
