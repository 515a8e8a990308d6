// Explains why the reader stopped, from the tokens around the location. The first row of the table
// that recognizes the situation gives the message. The rows about brackets come first, because a
// wrong bracket makes everything after it look wrong.

import { shortened } from "@ptc/core/internal/printing";
import { visibleText } from "@ptc/core/printing";
import { positionAt } from "@ptc/core/internal/source";
import { signatureError, type SignatureError } from "../signature-error.ts";
import { kindsByName, knownTypeFor } from "../type-names.ts";
import {
  closerOf,
  isFieldBracket,
  isFieldStart,
  isTypeEnd,
  isTypeStart,
  openText,
  situationAt,
  touches,
  type Neighbour,
  type Situation,
} from "./situation.ts";

interface Explanation {
  readonly when: (situation: Situation) => boolean;
  readonly problem: (situation: Situation, text: string) => string;
  readonly hint?: (situation: Situation) => string;
}

/** Returns the error for a text that the reader refused at `offset`. */
export function explainSyntax(text: string, offset: number): SignatureError {
  const situation = situationAt(text, offset);
  const explanation = explanations.find(({ when }) => when(situation)) ?? unexpected;
  const problem = explanation.problem(situation, text);
  const hint = explanation.hint === undefined ? {} : { hint: explanation.hint(situation) };
  return signatureError(text, { offset: situation.next.start, problem, ...hint });
}

const brackets: readonly Explanation[] = [
  {
    when: (situation) => openText(situation) !== undefined,
    problem: (situation, text) =>
      `the text of ${placeOf(text, openText(situation) ?? situation.next)} has no closing quote`,
    hint: (situation) => `write ${openText(situation)?.text.charAt(0) ?? ""} at its end`,
  },
  {
    when: ({ next, open }) => next.kind === "close" && open.kind === "edge",
    problem: ({ next }) => `nothing is open for the ${next.text}`,
    hint: () => "remove it",
  },
  {
    when: ({ next, open }) => next.kind === "close" && closerOf(open) !== next.text,
    problem: ({ next, open }, text) =>
      `the ${open.text} of ${placeOf(text, open)} is closed by a ${next.text}`,
    hint: ({ open }) => `write ${closerOf(open)}`,
  },
  {
    when: ({ previous, next }) => previous.text === "[" && next.text === "]",
    problem: () => "the list has no element type",
    hint: () => "write [:any], or name it as in [:string]",
  },
];

const fields: readonly Explanation[] = [
  {
    when: ({ previous, next }) => previous.kind === "name" && next.kind === "question",
    problem: ({ previous }) => `the ? belongs after the type of ${shown(previous)}`,
    hint: ({ previous }) => `write ${shown(previous)} :any?, or a narrower type`,
  },
  {
    when: ({ beforePrevious, previous, next }) =>
      beforePrevious.kind === "name" && previous.kind === "colon" && next.kind === "name",
    problem: ({ beforePrevious }) => `the colon belongs to the type of ${shown(beforePrevious)}`,
    hint: ({ beforePrevious, next }) => `write ${shown(beforePrevious)} ${typeText(next)}`,
  },
  {
    when: ({ previous, next }) => previous.kind === "name" && next.kind === "name",
    problem: () => "a type starts with a colon",
    hint: ({ previous, next }) => `write ${shown(previous)} ${typeText(next)}`,
  },
  {
    when: ({ previous, next, open }) =>
      previous.kind === "name" &&
      isFieldBracket(open) &&
      ["edge", "close", "comma", "arrow"].includes(next.kind),
    problem: ({ previous }) => `${shown(previous)} has no type`,
    hint: ({ previous }) => `write ${shown(previous)} :any, or a narrower type`,
  },
  {
    when: ({ previous, next, open }) =>
      previous.kind === "name" && isFieldBracket(open) && next.kind === "text",
    problem: ({ previous }) => `${shown(previous)} has no type`,
    hint: ({ previous }) => `write it before the text, as in ${shown(previous)} :string "…"`,
  },
  {
    when: ({ previous, next, open }) =>
      isTypeEnd(previous) && isTypeStart(next) && isFieldBracket(open),
    problem: () => "a field has one type",
    hint: () => "write a comma and a name before the next field, or a union as :int|:string",
  },
  {
    when: ({ previous, next }) => isFieldStart(previous) && next.kind === "type",
    problem: () => "a name can't have a colon",
    hint: ({ next }) => `write ${shown(next).slice(1)} and then its type`,
  },
  {
    when: ({ previous, next }) => isFieldStart(previous) && /["'`]/u.test(next.text),
    problem: () => "unexpected quotes around a name",
    hint: () => "remove them",
  },
  {
    when: ({ previous, next }) =>
      (isFieldStart(previous) && next.kind === "constant") ||
      ((isFieldStart(previous) || touches(previous, next)) && next.kind === "other"),
    problem: ({ next }) => `unexpected ${shown(next)} in a name`,
    hint: () => "a name is letters a to z, digits, _ and -, and starts with a letter or _",
  },
  {
    when: ({ previous, next }) => isFieldStart(previous) && next.kind === "comma",
    problem: () => "one comma too many",
    hint: () => "remove it",
  },
  {
    when: ({ previous, next, open }) =>
      isTypeEnd(previous) && next.kind === "name" && isFieldBracket(open),
    problem: ({ next }) => `the comma before ${shown(next)} is missing`,
    hint: ({ next }) => `write , ${shown(next)}`,
  },
];

const texts: readonly Explanation[] = [
  {
    when: ({ previous, next }) =>
      next.kind === "text" &&
      (isTypeEnd(previous) || previous.text === "#{") &&
      unknownEscape.test(next.text),
    problem: () => "the text has an unknown escape",
    hint: () => String.raw`known are \" \' \\ \n \t \r \f \b \u0041`,
  },
  {
    when: ({ previous, next }) => previous.kind === "text" && next.kind === "text",
    problem: () => "a field can have only one description",
    hint: () => "put both into one text",
  },
  {
    when: ({ previous, next, open }) =>
      isTypeEnd(previous) && next.kind === "text" && !isFieldBracket(open) && open.text !== "#{",
    problem: () => "a description follows the type of a field",
    hint: () => 'write it inside the braces, as in {count :int "how many"}',
  },
];

const unionForm = "write it as in :int|:string or :int|nil";

const types: readonly Explanation[] = [
  {
    when: ({ previous, next }) => previous.kind === "question" && next.kind === "bar",
    problem: () => "only the last type of a union has a mark",
    hint: () => "write it as in :int|:string? or :int|:string|nil",
  },
  {
    when: ({ next }) => next.kind === "bar",
    problem: () => "a type is missing before the |",
    hint: () => unionForm,
  },
  {
    when: ({ previous, next }) =>
      previous.kind === "bar" && next.kind !== "name" && next.kind !== "colon",
    problem: () => "a type is missing after the |",
    hint: () => unionForm,
  },
  {
    when: ({ next, open }) => open.text === "#{" && next.kind !== "edge",
    problem: ({ next }) => `unexpected ${shown(next)} in an enum`,
    hint: () => 'its values are words or texts, as in #{open "in progress"}',
  },
  {
    when: ({ previous, next }) => previous.kind === "colon" && next.kind === "name",
    problem: () => "a type name must directly follow its colon",
    hint: ({ next }) => `write ${typeText(next)}`,
  },
  {
    when: ({ previous }) => previous.kind === "colon",
    problem: () => "the colon has no type name after it",
    hint: () => "write :any, or a narrower type",
  },
  {
    when: ({ next }) => next.kind === "colon",
    problem: () => "the colon has no type name after it",
    hint: () => "write :any, or a narrower type",
  },
  {
    when: ({ previous, next }) => previous.kind === "question" && next.kind === "question",
    problem: () => "the type is marked twice",
    hint: () => "T? may be missing or nil, T|nil may be nil: write one of them",
  },
  {
    when: ({ previous, next }) => isTypeEnd(previous) && next.kind === "question",
    problem: () => "the ? of an optional type must directly follow it",
    hint: () => "remove the space before it",
  },
  {
    when: ({ previous, next, open }) =>
      isTypeEnd(previous) && open.text === "[" && next.kind !== "edge" && next.kind !== "arrow",
    problem: () => "a list has one element type",
    hint: () => "close it with ]; a list of mixed elements is [:int|:string]",
  },
];

const outline: readonly Explanation[] = [
  {
    when: ({ previous, next }) => previous.kind === "edge" && next.kind === "edge",
    problem: () => "the signature is empty",
    hint: () => "write the type of the result, such as {count :int} or :any",
  },
  {
    when: ({ previous, open }) => previous.text === "type" && open.kind === "edge",
    problem: () => "a definition starts with the name of its type",
    hint: () => "write it as in type Order {id :int}",
  },
  {
    when: ({ beforePrevious, open }) => beforePrevious.text === "type" && open.kind === "edge",
    problem: ({ previous }) => `the type ${shown(previous)} has no definition`,
    hint: ({ previous }) =>
      `write type ${shown(previous)} {id :int}, or any other type after the name`,
  },
  {
    when: ({ previous, next, open }) =>
      isTypeEnd(previous) && next.kind === "edge" && open.kind === "edge",
    problem: () => "the signature after the definitions is missing",
    hint: () => "write it there, such as () -> :any",
  },
  {
    when: ({ next }) => next.kind === "otherArrow",
    problem: ({ next }) => `the arrow is not written ${shown(next)}`,
    hint: () => "write ->",
  },
  {
    when: ({ previous, next, open }) =>
      open.kind === "edge" && isTypeEnd(previous) && next.kind === "arrow",
    problem: () => "parameters before an arrow need parentheses",
    hint: () => "write them as in (query :string) ->",
  },
  {
    when: ({ next, open }) =>
      open.kind !== "edge" && (next.kind === "edge" || next.kind === "arrow"),
    problem: ({ open }, text) => `the ${open.text} of ${placeOf(text, open)} is still open`,
    hint: ({ open }) => `write ${closerOf(open)}`,
  },
  {
    when: ({ previous, next }) => previous.text === ")" && next.kind === "edge",
    problem: () => "the output type is missing",
    hint: () => "write -> and the type, such as -> :any",
  },
  {
    when: ({ previous, next }) => previous.kind === "arrow" && next.kind === "edge",
    problem: () => "the output type is missing",
    hint: () => "write it after the arrow, such as -> :any",
  },
  {
    when: ({ previous, next }) => previous.text === ")" && isTypeStart(next),
    problem: () => "the arrow before the output type is missing",
    hint: () => "write ->",
  },
  {
    when: ({ next }) => next.text === "(",
    problem: () => "parentheses contain the parameters, once, before the arrow",
    hint: () => "write a map with named fields as {name :type}, a union as :int|:string",
  },
  {
    when: ({ previous, open }) => open.kind === "edge" && isTypeEnd(previous),
    problem: ({ next }) => `the signature is complete before ${shown(next)}`,
    hint: () => "remove the rest, or put several values into a map {name :type}",
  },
  {
    when: ({ next }) => next.kind === "name",
    problem: () => "a type starts with a colon",
    hint: ({ next }) => `write ${typeText(next)}`,
  },
];

const explanations: readonly Explanation[] = [
  ...brackets,
  ...fields,
  ...texts,
  ...types,
  ...outline,
];

const unknownEscape = /\\(?![\\"'ntrfb]|u[0-9a-fA-F]{4})./u;

const unexpected: Explanation = {
  when: () => true,
  problem: ({ next }) =>
    next.kind === "edge" ? "the signature ends too early" : `unexpected ${shown(next)}`,
};

function shown({ text }: Neighbour): string {
  return visibleText(shortened(text, 40));
}

/** Returns the type that a word without a colon most likely means. */
function typeText(word: Neighbour): string {
  return kindsByName.has(word.text) ? `:${word.text}` : knownTypeFor(word.text);
}

function placeOf(text: string, { start }: Neighbour): string {
  const { line, column } = positionAt(text, start);
  return `line ${String(line)}, column ${String(column)}`;
}
