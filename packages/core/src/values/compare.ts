// The orders of values, as on the JVM. `compare` and `sort` use the natural order, in which nil
// comes first and each kind has its own order. `<` and similar functions use a narrower order, only
// for quantities: numbers, two texts, or two times of one kind. Values of different kinds have no
// order. Neither do maps, sets and lazily computed sequences. A function, pattern or atom is
// ordered only relative to itself. If two data values have an order, they compare as 0 exactly when
// they are equal.

import { Keyword } from "./keyword.ts";
import { OpaqueValue } from "./opaque.ts";
import { RegexValue } from "./regex.ts";
import { SymbolValue } from "./symbol.ts";
import { Temporal } from "./temporal.ts";
import { Vector } from "./vector.ts";
import { assertDepth } from "./depth.ts";
import { spendComparedIntegers } from "./integer-size.ts";
import { spendComparedText } from "./text-work.ts";
import type { Value } from "./value.ts";
import type { WorkMeter } from "./work-meter.ts";

/**
 * Thrown for two values that have no order. The language reports them and the reason to the
 * program.
 */
export class OrderError extends Error {
  readonly left: Value;
  readonly right: Value;
  /** The function that defines the order. */
  readonly comparator: "compare" | "<" | ">";

  constructor(left: Value, right: Value, comparator: "compare" | "<" | ">" = "compare") {
    super("the values have no order");
    this.name = "OrderError";
    this.left = left;
    this.right = right;
    this.comparator = comparator;
  }
}

/**
 * Returns -1, 0 or 1 if `left` comes before, equals or comes after `right`.
 * @throws OrderError for values that have no order; DataDepthError if the data is nested too deep
 */
export function compareValues(left: Value, right: Value, meter?: WorkMeter, depth = 0): number {
  const order = relativeOrder(left, right, meter, depth);
  if (Number.isNaN(order)) throw new OrderError(left, right);
  return order;
}

/**
 * Does the same as `compareValues`, but returns NaN for values that have no order. The number NaN
 * sorts before all other numbers and compares equal to itself, so sorts are consistent.
 * @throws DataDepthError if the data is nested too deep
 */
export function relativeOrder(left: Value, right: Value, meter?: WorkMeter, depth = 0): number {
  if (left === null || right === null) return Number(right === null) - Number(left === null);
  const order = quantityOrder(left, right, meter);
  if (!Number.isNaN(order)) return order;
  if (typeof left === "boolean" && typeof right === "boolean") return Number(left) - Number(right);
  if (left instanceof Vector && right instanceof Vector)
    return vectorOrder(left, right, meter, depth);
  if (
    (left instanceof Keyword && right instanceof Keyword) ||
    (left instanceof SymbolValue && right instanceof SymbolValue)
  )
    return nameOrder(left, right, meter);
  return left === right && isIdentity(left) ? 0 : NaN;
}

/** Compares numbers, two texts, or two times of one kind. Returns NaN for all other values. */
export function quantityOrder(left: Value, right: Value, meter?: WorkMeter): number {
  if (typeof left === "number" && typeof right === "number") return numberOrder(left, right);
  if (typeof left === "string" && typeof right === "string") return textOrder(left, right, meter);
  if (left instanceof Temporal && right instanceof Temporal) return timeOrder(left, right, meter);
  if (!isNumeric(left) || !isNumeric(right)) return NaN;
  if (typeof left === "bigint" && typeof right === "bigint")
    spendComparedIntegers(left, right, meter);
  return numberOrder(left, right);
}

/**
 * Compares times of one kind. Periods have no order, because the length of a month depends on its
 * date.
 */
function timeOrder(left: Temporal, right: Temporal, meter?: WorkMeter): number {
  if (left.kind !== right.kind || left.kind === "period") return NaN;
  return (
    numberOrder(left.amount, right.amount) ||
    numberOrder(left.offset, right.offset) ||
    textOrder(left.zone, right.zone, meter)
  );
}

/** True if the value has an order at all. For a vector, doesn't check the elements. */
export function isOrderable(value: Value): boolean {
  return value instanceof Vector || (!isIdentity(value) && relativeOrder(value, value) === 0);
}

function isIdentity(value: Value): boolean {
  return value instanceof OpaqueValue || value instanceof RegexValue;
}

function isNumeric(value: Value): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

function numberOrder(left: number | bigint, right: number | bigint): number {
  if (left < right) return -1;
  if (left > right) return 1;
  return Number(Number.isNaN(right)) - Number(Number.isNaN(left));
}

/** Compares by UTF-16 units, as on the JVM. */
function textOrder(left: string, right: string, meter: WorkMeter | undefined): number {
  spendComparedText(Math.min(left.length, right.length), meter);
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Names without a namespace come first. Others are ordered by namespace, then by name. */
function nameOrder(
  left: Keyword | SymbolValue,
  right: Keyword | SymbolValue,
  meter: WorkMeter | undefined,
): number {
  if (left === right) return 0;
  const [first, second] = [left.namespace, right.namespace];
  if (first === undefined && second === undefined) return textOrder(left.text, right.text, meter);
  if (first === undefined) return -1;
  if (second === undefined) return 1;
  return textOrder(first, second, meter) || textOrder(left.name, right.name, meter);
}

/**
 * Shorter vectors come first, as in Clojure. Vectors of equal length are compared element by
 * element.
 */
function vectorOrder(
  left: Vector<Value>,
  right: Vector<Value>,
  meter: WorkMeter | undefined,
  depth: number,
): number {
  if (left.count !== right.count) return left.count < right.count ? -1 : 1;
  assertDepth(depth);
  meter?.spend(left.count);
  for (let index = 0; index < left.count; index++) {
    const order = relativeOrder(left.at(index), right.at(index), meter, depth + 1);
    if (order !== 0) return order;
  }
  return 0;
}
