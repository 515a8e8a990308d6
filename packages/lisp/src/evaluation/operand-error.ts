// The error for an operand of arithmetic or of a comparison: nil where a number is expected, a text
// beside a number, values that have no order. A model repairs it from its text alone, so what knows
// more adds to that: the call says which field or name the operand was read from, a loop says at
// which element. Each is added once, by the innermost that knows it.

import {
  FunctionValue,
  LazySequence,
  MapValue,
  OrderError,
  SetValue,
  Temporal,
  Vector,
  type Value,
} from "@ptc/core/values";
import type { Branch } from "./branch.ts";
import { EvaluationError } from "./errors.ts";
import { described } from "./expectations.ts";
import { shownValue } from "./shown-value.ts";
import type { Site } from "./site.ts";

interface Told {
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

export class OperandError extends EvaluationError {
  private readonly told: Told;
  private origin: string | undefined = undefined;
  private element: string | undefined = undefined;

  constructor(told: Told) {
    const { op, problem, rest = "", hint } = told;
    super("type_error", `${op}: ${problem}${rest}`, hint === undefined ? { op } : { op, hint });
    this.told = told;
  }

  override get hint(): string | undefined {
    const { operand, hint } = this.told;
    if (operand !== null || this.origin === undefined) return hint;
    return this.origin.startsWith(":")
      ? `look whether the data has a field ${this.origin}; where it may be missing, leave those out first, (filter ${this.origin} rows), or use (or x 0)`
      : hint;
  }

  /** Says what the operand was read from, when `site` is the call that it was given to. */
  nameOperand(site: Site | undefined): void {
    if (this.origin !== undefined || site === undefined) return;
    const { index, op } = this.told;
    if (site.operation === op) this.origin = site.operands?.[index];
    else if (site.operation === "apply") this.origin = `argument ${String(index + 1)}`;
    if (this.origin !== undefined) this.say();
  }

  /** Says at which element, counted from 0, the function of a loop failed. */
  nameElement(site: Site | undefined, index: number, element: Value): void {
    this.nameOperand(site);
    if (this.element !== undefined) return;
    const isShown = element instanceof MapValue || element instanceof Vector;
    this.element = `, in item ${String(index + 1)}${isShown ? ` ${shownValue(element, 80)}` : ""}`;
    this.say();
  }

  get isNil(): boolean {
    return this.told.operand === null;
  }

  /** The same where keys were compared: what read them, and which elements they are of. */
  nameKey(key: string | undefined, place: string): void {
    this.origin ??= key;
    this.element ??= place;
    this.say();
  }

  private say(): void {
    const { op, problem, rest = "", link = "from" } = this.told;
    const origin = this.origin === undefined ? "" : ` ${link} ${this.origin}`;
    this.message = `${op}: ${problem}${origin}${rest}${this.element ?? ""}`;
  }
}

const nilHint =
  "look whether the data has a field of that name; where a value may be missing, use (or x 0)";

const textHint = "read numbers from text with parse-long or parse-double";

/** `inc: expected a number, got nil`. */
export function notNumber(
  operand: Value,
  op: string,
  index = 0,
  expected = "a number",
): OperandError {
  return new OperandError({
    op,
    problem: `expected ${expected}, got ${described(operand)}`,
    hint: operand === null ? nilHint : typeof operand === "string" ? textHint : undefined,
    index,
    operand,
  });
}

function isNumeric(value: Value): boolean {
  return typeof value === "number" || typeof value === "bigint";
}

function quantityName(value: Value): string | undefined {
  if (isNumeric(value)) return "a number";
  if (typeof value === "string") return "a string";
  return value instanceof Temporal ? `a ${value.kind}` : undefined;
}

/**
 * For `<` and its like, which compare numbers, two texts or two times of one kind. `indexes` are
 * the places of both among the arguments.
 */
export function notComparable(
  op: string,
  left: Value,
  right: Value,
  indexes: readonly [left: number, right: number] = [0, 1],
): OperandError {
  // The wrong one is nil, or what is no quantity, or the one that is no number.
  const isLeft =
    left === null ||
    (right !== null &&
      (quantityName(left) === undefined ||
        (quantityName(right) !== undefined && !isNumeric(left))));
  const [operand, other] = isLeft ? [left, right] : [right, left];
  const index = indexes[isLeft ? 0 : 1];
  const expected = quantityName(other);
  if (operand === null) return notNumber(operand, op, index, expected);
  return new OperandError({
    op,
    problem:
      expected === undefined || quantityName(operand) === undefined
        ? `expected numbers, two strings or two dates, got ${described(operand)}`
        : `expected ${expected}, got ${described(operand)}`,
    rest: expected === undefined ? "" : ` to compare with ${described(other)}`,
    hint: hintForPair(operand, other) ?? "for the order that sort follows, write (compare a b)",
    index,
    operand,
  });
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
function withoutOrder(op: string, left: Value, right: Value): OperandError {
  const hasNone = [left, right].find(isWithoutOrder);
  return new OperandError({
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
  });
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

/** The mistake of a program behind an `OrderError`; `op` where the operation is known. */
export function orderMistake({ left, right, comparator }: OrderError, op?: string): OperandError {
  return comparator === "compare"
    ? withoutOrder(op ?? "compare", left, right)
    : notComparable(comparator, left, right);
}

/** `error`, or the mistake of a program that an `OrderError` stands for. */
export function mistakeOf<Thrown>(error: Thrown, op?: string): Thrown | OperandError {
  return error instanceof OrderError ? orderMistake(error, op) : error;
}

/**
 * The error to throw in place of `error` by a loop over elements: one about an operand says where
 * it was found.
 */
export function atElement(error: unknown, branch: Branch, index: number, element: Value): unknown {
  const mistake = mistakeOf(error);
  if (mistake instanceof OperandError) mistake.nameElement(branch.site, index, element);
  return mistake;
}

/** The same for a loop over a vector, whose element is read only when it is to be shown. */
export function atElementOf(
  error: unknown,
  branch: Branch,
  elements: Vector<Value>,
  index: number,
  before = 0,
): unknown {
  return error instanceof OperandError || error instanceof OrderError
    ? atElement(error, branch, before + index, elements.at(index))
    : error;
}
