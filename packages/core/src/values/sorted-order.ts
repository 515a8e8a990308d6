// The orders of keys in sorted collections: those of `compare`, `<` and `>`, or a program's
// function. The language supplies the last kind, because calling a function requires the branch of
// a run.

import type { FunctionValue } from "./opaque.ts";
import { OrderError, isOrderable, quantityOrder, relativeOrder } from "./compare.ts";
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
