// The orders of keys in sorted collections: those of `compare`, `<` and `>`, or a program's
// function. The language supplies the last kind, because calling a function requires the branch of
// a run.

import type { FunctionValue } from "./opaque.ts";
import { OrderError, isOrderable, quantityOrder, relativeOrder } from "./compare.ts";
import { Keyword } from "./keyword.ts";
import type { Value } from "./value.ts";
import type { WorkMeter } from "./work-meter.ts";

/** An order of keys. Keys that compare as 0 are the same key. */
export interface KeyOrder {
  /** The name under which the order is encoded, or the function that defines it. */
  readonly comparator: "compare" | "<" | ">" | FunctionValue;
  /**
   * Returns a negative number, zero or a positive number if `left` comes before, equals or comes
   * after `right`, and NaN if they have no order. If a function defines the order, `meter` must be
   * the branch that calls it.
   */
  compare(left: Value, right: Value, meter?: WorkMeter, depth?: number): number;
}

/** The order of `compare`, in which nil comes first. */
export const naturalOrder: KeyOrder = { comparator: "compare", compare: relativeOrder };

/**
 * The natural order of keys that come from a map of fields, which may spell some fields as keywords
 * and others as strings. Orders these by their names. If the names are the same, the string comes
 * first. Extends the natural order, so a map keeps its order when it becomes a map of fields.
 */
const fieldOrder: KeyOrder = {
  comparator: "compare",
  compare: (left, right, meter, depth) =>
    typeof left === "string" && right instanceof Keyword
      ? besideKeyword(left, right, meter)
      : left instanceof Keyword && typeof right === "string"
        ? -besideKeyword(right, left, meter)
        : relativeOrder(left, right, meter, depth),
};

/** Keywords with a namespace come last, as they do among keywords. */
function besideKeyword(text: string, keyword: Keyword, meter?: WorkMeter): number {
  return keyword.namespace === undefined && quantityOrder(text, keyword.text, meter) > 0 ? 1 : -1;
}

/** Returns the order to use for the keys of a collection that is sorted by `order`. */
export function orderOfKeys(order: KeyOrder, areOfFields: boolean): KeyOrder {
  return areOfFields && order === naturalOrder ? fieldOrder : order;
}

/** The order of `<`: numbers, texts or times of one kind. */
export const ascendingOrder: KeyOrder = { comparator: "<", compare: quantityOrder };

/** The order of `>`. */
export const descendingOrder: KeyOrder = {
  comparator: ">",
  compare: (left, right, meter) => quantityOrder(right, left, meter),
};

/** Returns the order that is encoded under `name`. */
export function orderNamed(name: unknown): KeyOrder | undefined {
  return [naturalOrder, ascendingOrder, descendingOrder].find(
    ({ comparator }) => comparator === name,
  );
}

/**
 * Returns the order of two keys, one of which is being inserted relative to the other.
 * @throws OrderError if they have no order
 */
export function placeBetween(
  order: KeyOrder,
  left: Value,
  right: Value,
  meter: WorkMeter | undefined,
  depth = 0,
): number {
  const place = order.compare(left, right, meter, depth);
  if (Number.isNaN(place)) throw withoutOrder(order, left, right);
  return place;
}

/**
 * Checks a single key, which isn't compared with others. As on the JVM, a key without any order is
 * still rejected, unless a function defines the order.
 */
export function assertOrderable(order: KeyOrder, key: Value): void {
  if (order === naturalOrder && !isOrderable(key)) throw withoutOrder(order, key, key);
}

function withoutOrder({ comparator }: KeyOrder, left: Value, right: Value): OrderError {
  return new OrderError(left, right, typeof comparator === "string" ? comparator : "compare");
}
