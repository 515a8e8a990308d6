// Writes the message of an error about an operand, which helps models to repair their programs. It
// says what was expected, what was found, where it was read and at which element. Of several notes
// about the same thing, the innermost counts.

import {
  FunctionValue,
  Keyword,
  LazySequence,
  MapValue,
  SetValue,
  Temporal,
  Vector,
  type Value,
} from "@ptc/core/values";
import { nearestNames } from "@ptc/core/internal/errors";
import { keyName } from "@ptc/core/internal/values";
import { described } from "./expectations.ts";
import { OperandError, mistakeOf, type OperandMistake, type OperandNote } from "./operand-error.ts";
import { noElementsText } from "./no-elements.ts";
import { notCallableText } from "../errors/not-callable.ts";
import { printShort } from "../errors/print-short.ts";
import { missingFieldMessage, nearFields } from "../host/missing-field.ts";
import type { Site } from "../site.ts";

interface MessageParts {
  readonly op: string;
  /** The problem, such as `expected a number, got nil`. The origin of the operand follows it. */
  readonly problem: string;
  /** Text after the origin. */
  readonly rest?: string;
  /** The word between the problem and the origin; default: `from`. */
  readonly link?: string;
  readonly hint: string | undefined;
  /**
   * The position of the wrong operand among the arguments, counted from 0, if it is known. -1 for
   * elements of an argument.
   */
  readonly index: number | undefined;
  readonly operand: Value;
}

/**
 * Writes the message and hint of `error` and returns it. An `OrderError` is first converted to a
 * mistake of the program. `site` is where the error was thrown, unless it has a site of its own.
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
  const { mistake } = error;
  if (mistake.type === "field") {
    const { name, names } = mistake;
    error.say(missingFieldMessage(name, names), nearFields(name, names));
    return;
  }
  if (mistake.type === "call") {
    error.say(...notCallableText(mistake.callee, mistake.from));
    return;
  }
  if (mistake.type === "elements") {
    error.say(...noElementsText(mistake.op, mistake.value));
    return;
  }
  const parts = messagePartsOf(mistake);
  const { origin, element = "", isFirst, row } = gathered(parts, error.notes);
  const { op, problem, rest = "", link = "from" } = parts;
  const read = origin === undefined ? "" : ` ${link} ${origin}`;
  error.say(
    `${op}: ${problem}${read}${rest}${element}`,
    hintOf(parts, origin, isFirst === true, row),
  );
}

function hintOf(
  { problem, operand, hint }: MessageParts,
  origin: string | undefined,
  isFirst: boolean,
  row: MapValue<Value> | undefined,
): string | undefined {
  if (operand === null && origin !== undefined)
    return hintOfNil(problem.includes("a string") ? '""' : "0", origin, hint, row);
  // A fold over rows starts with a row if it has no start value.
  return isFirst && (operand instanceof MapValue || operand instanceof Vector)
    ? "without a start value the first item is it: write (reduce f 0 coll)"
    : hint;
}

function hintOfNil(
  instead: string,
  origin: string,
  hint: string | undefined,
  row: MapValue<Value> | undefined,
): string | undefined {
  const [, parser, field = origin] = /^(parse-\S+) of (.*)$/.exec(origin) ?? [];
  const other = row === undefined ? undefined : otherSpelling(field, row);
  if (other !== undefined) {
    const read = plainName.test(other) ? `(:${other} item)` : `(get item ${JSON.stringify(other)})`;
    return `the item has the field ${other}: did you mean ${read}? If the value may be missing, use (or x ${instead})`;
  }
  if (parser !== undefined)
    return `${parser} returns nil for nil and for text that isn't a number: check the field, or use (or x 0)`;
  if (!field.startsWith(":")) return hint;
  return `check that the data has a field ${field}; if it may be missing, filter the rows first, (filter ${field} rows), or use (or x ${instead})`;
}

const plainName = /^[\p{L}_][\p{L}\p{N}_]*$/u;
const mostFields = 200;

/** Returns the field of the row whose name differs only in case, hyphens, a plural or a typo. */
function otherSpelling(field: string, row: MapValue<Value>): string | undefined {
  const wanted = field.replace(/^:|"/g, "");
  const names: string[] = [];
  row.every((key) => {
    const name = keyName(key);
    if (name !== undefined) names.push(name);
    return names.length < mostFields;
  });
  const other =
    names.find((name) => letters(name) === letters(wanted)) ?? nearestNames(wanted, names, 1)[0];
  // The field itself is nil.
  return names.includes(wanted) || other === wanted.replaceAll("-", "_") ? undefined : other;
}

function letters(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replace(/s$/, "");
}

interface Gathered {
  /** The field or name that the operand was read from. */
  readonly origin?: string | undefined;
  readonly element?: string | undefined;
  /** True if the operand is the first item of a fold without a start value. */
  readonly isFirst?: boolean;
  /** The item, if it is a map. */
  readonly row?: MapValue<Value> | undefined;
}

function gathered({ op, index, operand }: MessageParts, notes: readonly OperandNote[]): Gathered {
  let origin: string | undefined;
  let element: string | undefined;
  let isFirst = false;
  let row: MapValue<Value> | undefined;
  for (const { site, found, key, location } of notes) {
    if (site !== undefined && isOperation(site.operation, op)) origin ??= nameAt(site, index);
    else if (site?.operation === "apply" && index !== undefined && index >= 0)
      origin ??= `argument ${String(index + 1)}`;
    origin ??= key;
    isFirst ||= element === undefined && found?.index === 1 && startsWith(found, operand);
    element ??= location ?? (found && elementLocation(found, operand));
    if (found?.element instanceof MapValue) row ??= found.element;
  }
  return { origin, element, isFirst, row };
}

/** True for `str/trim` and `trim`. */
function isOperation(written: string, op: string): boolean {
  return written === op || written.slice(written.lastIndexOf("/") + 1) === op;
}

/** Returns the name of an argument. Without its index, the only field or name of all arguments. */
function nameAt({ operands = [] }: Site, index: number | undefined): string | undefined {
  if (index !== undefined) return operands[index];
  const names = operands.filter((name) => name !== undefined);
  const fields = names.filter((name) => /^[:"[]|^parse-\S+ of /.test(name));
  const [only, ...others] = fields.length > 0 ? fields : names;
  return others.length === 0 ? only : undefined;
}

type FoundElement = NonNullable<OperandNote["found"]>;

/** True if the operand is the value that a fold starts from, and not the item. */
function startsWith({ element, initial }: FoundElement, operand: Value): boolean {
  return initial !== undefined && operand === initial && operand !== element;
}

/** A fold starts from a value or from its first item, and either may be the wrong operand. */
function elementLocation(found: FoundElement, operand: Value): string {
  const { index, element, initial = null } = found;
  if (!startsWith(found, operand)) return itemLocation(index, element);
  return index === 0 ? ", the start value" : itemLocation(0, initial);
}

function itemLocation(index: number, element: Value): string {
  const isShown = element instanceof MapValue || element instanceof Vector;
  return `, in item ${String(index + 1)}${isShown ? ` ${printShort(element, 80)}` : ""}`;
}

const nilHint =
  "check that the data has a field of that name; if a value may be missing, use (or x 0)";

const textHint = "read numbers from text with parse-long or parse-double";

function messagePartsOf(
  mistake: Exclude<OperandMistake, { type: "field" | "call" | "elements" }>,
): MessageParts {
  if (mistake.type === "type")
    return {
      ...wrongOperand(mistake.op, mistake.operand, mistake.index, mistake.expected),
      ...("advice" in mistake ? { hint: mistake.advice } : {}),
    };
  const { op, left, right, indexes } = mistake;
  return mistake.type === "pair"
    ? notComparable(op, left, right, indexes)
    : withoutOrder(op, left, right);
}

function wrongOperand(
  op: string,
  operand: Value,
  index: number | undefined,
  expected = "a number",
): MessageParts {
  return {
    op,
    problem: `expected ${expected}, got ${described(operand)}`,
    hint: operandHint(op, operand),
    index,
    operand,
  };
}

function operandHint(op: string, operand: Value): string | undefined {
  if (operand === null) return nilHint;
  if (typeof operand === "string") return textHint;
  if (operand instanceof FunctionValue) return "call the function, and calculate with its result";
  const isSequence = operand instanceof Vector || operand instanceof LazySequence;
  if (!isSequence && !(operand instanceof SetValue)) return undefined;
  const [whole, each] = [`(apply ${op} coll)`, `(map #(${op} % …) coll)`];
  if (op === "max" || op === "min") return `for the items of a collection write ${whole}`;
  return manyOperands.has(op)
    ? `for all items of a collection write ${whole}, for each of them ${each}`
    : `for each item of a collection write ${each}`;
}

/** Operations that take any number of operands. */
const manyOperands: ReadonlySet<string> = new Set(["+", "-", "*", "/"]);

function isNumeric(value: Value): boolean {
  return typeof value === "number" || typeof value === "bigint";
}

function quantityName(value: Value): string | undefined {
  if (isNumeric(value)) return "a number";
  if (typeof value === "string") return "a string";
  return value instanceof Temporal ? `a ${value.kind}` : undefined;
}

/**
 * Describes operands of `<` and similar operations, which compare numbers, two strings or two
 * times of one kind.
 */
function notComparable(
  op: string,
  left: Value,
  right: Value,
  indexes: readonly [left: number, right: number],
): MessageParts {
  // The wrong operand is nil, else one that can't be compared at all, else the one that isn't a
  // number.
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
    hint: hintForPair(operand, other) ?? "for the order used by sort, write (compare a b)",
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
  return hasTime ? "compare times of the same kind" : undefined;
}

/** Keys of a row can be keywords and strings, which only a map of fields orders. */
function sortedHint(op: string): string | undefined {
  return op === "sorted-map"
    ? "use keys of one type; to sort the fields of a row, write (into (sorted-map) row)"
    : undefined;
}

/**
 * Describes operands of `compare`, `sort` and sorted collections, which order values of one kind.
 */
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
        ? (sortedHint(op) ??
          hintForPair(left, right) ??
          `compare values of one type; (sort-by ${areNames(left, right) ? "name" : "str"} coll) sorts by text`)
        : hintWithoutOrder(hasNone),
    index: -1,
    operand: left,
  };
}

/** True for a keyword and a string, which sort by `name` as one would expect. */
function areNames(left: Value, right: Value): boolean {
  const named = left instanceof Keyword ? right : right instanceof Keyword ? left : null;
  return typeof named === "string";
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
    return "sort maps by their fields: (sort-by :field coll), (sort-by (juxt :a :b) coll)";
  return value instanceof FunctionValue
    ? "the comparator comes first: (sort > coll)"
    : "make them vectors first: (sort-by vec coll)";
}
