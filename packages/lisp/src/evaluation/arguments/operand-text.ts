// The words of an error about an operand, from which a model repairs its program: what was
// expected, what came, where it was read and at which element. Each of these is said once, as the
// innermost that knew it said it.

import {
  FunctionValue,
  LazySequence,
  MapValue,
  SetValue,
  Temporal,
  Vector,
  type Value,
} from "@ptc/core/values";
import { described } from "./expectations.ts";
import { OperandError, mistakeOf, type OperandMistake, type OperandNote } from "./operand-error.ts";
import { printShort } from "../errors/print-short.ts";
import type { Site } from "../site.ts";

interface MessageParts {
  readonly op: string;
  /** `expected a number, got nil`; where the operand came from is said behind it. */
  readonly problem: string;
  /** What follows on that. */
  readonly rest?: string;
  /** Between the problem and what the operand was read from; default: `from`. */
  readonly link?: string;
  readonly hint: string | undefined;
  /** The operand that is wrong: its place among the arguments, counted from 0. */
  readonly index: number;
  readonly operand: Value;
}

/**
 * `error`, or the mistake of a program that it stands for, with its message and hint in words. It
 * was thrown at `site`, unless it knows better.
 */
export function inWords<Thrown>(error: Thrown, site: Site | undefined): Thrown | OperandError {
  const mistake = mistakeOf(error);
  if (mistake instanceof OperandError && !mistake.isInWords) {
    mistake.nameOperand(mistake.site ?? site);
    addMessage(mistake);
  }
  return mistake;
}

function addMessage(error: OperandError): void {
  const parts = messagePartsOf(error.mistake);
  const { origin, element = "" } = gathered(parts, error.notes);
  const { op, problem, rest = "", link = "from" } = parts;
  const read = origin === undefined ? "" : ` ${link} ${origin}`;
  error.say(
    `${op}: ${problem}${read}${rest}${element}`,
    parts.operand === null && origin?.startsWith(":") === true ? hintOfField(origin) : parts.hint,
  );
}

interface Gathered {
  /** What the operand was read from. */
  readonly origin?: string | undefined;
  readonly element?: string | undefined;
}

function gathered({ op, index }: MessageParts, notes: readonly OperandNote[]): Gathered {
  let origin: string | undefined;
  let element: string | undefined;
  for (const { site, found, key, location } of notes) {
    if (site?.operation === op) origin ??= site.operands?.[index];
    else if (site?.operation === "apply") origin ??= `argument ${String(index + 1)}`;
    origin ??= key;
    element ??= location ?? (found && elementLocation(found.index, found.element));
  }
  return { origin, element };
}

function elementLocation(index: number, element: Value): string {
  const isShown = element instanceof MapValue || element instanceof Vector;
  return `, in item ${String(index + 1)}${isShown ? ` ${printShort(element, 80)}` : ""}`;
}

function hintOfField(field: string): string {
  return `look whether the data has a field ${field}; where it may be missing, leave those out first, (filter ${field} rows), or use (or x 0)`;
}

const nilHint =
  "look whether the data has a field of that name; where a value may be missing, use (or x 0)";

const textHint = "read numbers from text with parse-long or parse-double";

function messagePartsOf(mistake: OperandMistake): MessageParts {
  if (mistake.type === "type")
    return wrongOperand(mistake.op, mistake.operand, mistake.index, mistake.expected);
  const { op, left, right, indexes } = mistake;
  return mistake.type === "pair"
    ? notComparable(op, left, right, indexes)
    : withoutOrder(op, left, right);
}

function wrongOperand(
  op: string,
  operand: Value,
  index: number,
  expected = "a number",
): MessageParts {
  return {
    op,
    problem: `expected ${expected}, got ${described(operand)}`,
    hint: operand === null ? nilHint : typeof operand === "string" ? textHint : undefined,
    index,
    operand,
  };
}

function isNumeric(value: Value): boolean {
  return typeof value === "number" || typeof value === "bigint";
}

function quantityName(value: Value): string | undefined {
  if (isNumeric(value)) return "a number";
  if (typeof value === "string") return "a string";
  return value instanceof Temporal ? `a ${value.kind}` : undefined;
}

/** For `<` and its like, which compare numbers, two texts or two times of one kind. */
function notComparable(
  op: string,
  left: Value,
  right: Value,
  indexes: readonly [left: number, right: number],
): MessageParts {
  // The wrong one is nil, or what is no quantity, or the one that is no number.
  const isLeft =
    left === null ||
    (right !== null &&
      (quantityName(left) === undefined ||
        (quantityName(right) !== undefined && !isNumeric(left))));
  const [operand, other] = isLeft ? [left, right] : [right, left];
  const index = indexes[isLeft ? 0 : 1];
  const expected = quantityName(other);
  if (operand === null) return wrongOperand(op, operand, index, expected);
  return {
    op,
    problem:
      expected === undefined || quantityName(operand) === undefined
        ? `expected numbers, two strings or two dates, got ${described(operand)}`
        : `expected ${expected}, got ${described(operand)}`,
    rest: expected === undefined ? "" : ` to compare with ${described(other)}`,
    hint: hintForPair(operand, other) ?? "for the order that sort follows, write (compare a b)",
    index,
    operand,
  };
}

function hintForPair(left: Value, right: Value): string | undefined {
  const isText = typeof left === "string" || typeof right === "string";
  if (isText && (isNumeric(left) || isNumeric(right))) return textHint;
  const hasTime = left instanceof Temporal || right instanceof Temporal;
  if (isText && hasTime)
    return "read dates from text with (LocalDate/parse s), moments with (Instant/parse s)";
  return hasTime ? "compare times of one kind" : undefined;
}

/** For `compare`, `sort` and sorted collections, which put values of one kind in order. */
function withoutOrder(op: string, left: Value, right: Value): MessageParts {
  const hasNone = [left, right].find(isWithoutOrder);
  return {
    op,
    problem:
      hasNone === undefined
        ? `${described(left)} and ${described(right)} have no order between them`
        : `${described(hasNone)} has no order`,
    link: "at",
    hint:
      hasNone === undefined
        ? (hintForPair(left, right) ??
          "compare values of one type; (sort-by str coll) goes by text")
        : hintWithoutOrder(hasNone),
    index: 0,
    operand: left,
  };
}

function isWithoutOrder(value: Value): boolean {
  return (
    value instanceof MapValue ||
    value instanceof SetValue ||
    value instanceof LazySequence ||
    value instanceof FunctionValue
  );
}

function hintWithoutOrder(value: Value): string {
  if (value instanceof MapValue)
    return "maps are sorted by what they hold: (sort-by :field coll), (sort-by (juxt :a :b) coll)";
  return value instanceof FunctionValue
    ? "the comparator stands before the collection: (sort > coll)"
    : "make vectors of them first: (sort-by vec coll)";
}
