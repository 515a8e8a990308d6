// How the keys of a sorted collection are ordered: as `compare`, `<` or `>` orders them, or by a
// function of a program. The language supplies the last kind, since calling a function takes the
// branch of a run.

import type { FunctionValue } from "./opaque.ts";
import { OrderError, isOrderable, quantityOrder, relativeOrder } from "./compare.ts";
import type { Value } from "./value.ts";
import type { WorkMeter } from "./work-meter.ts";

/** An order of keys; keys that compare as 0 are one key. */
export interface KeyOrder {
  /** The name by which the order is encoded, or the function that decides. */
  readonly comparator: "compare" | "<" | ">" | FunctionValue;
  /**
   * Negative, zero or positive when `left` comes before, together with or after `right`; NaN when
   * they have no order. When a function decides, `meter` must be the branch that calls it.
   */
  compare(left: Value, right: Value, meter?: WorkMeter, depth?: number): number;
}

/** The order of `compare`, in which nil comes first. */
export const naturalOrder: KeyOrder = { comparator: "compare", compare: relativeOrder };

/** That of `<`: numbers, texts or times of one kind. */
export const ascendingOrder: KeyOrder = { comparator: "<", compare: quantityOrder };

/** That of `>`. */
export const descendingOrder: KeyOrder = {
  comparator: ">",
  compare: (left, right, meter) => quantityOrder(right, left, meter),
};

/** The order that is encoded by a name. */
export function orderNamed(name: unknown): KeyOrder | undefined {
  return [naturalOrder, ascendingOrder, descendingOrder].find(
    ({ comparator }) => comparator === name,
  );
}

/**
 * The order of two keys of which one is to be placed by the other.
 * @throws OrderError when they have none
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
 * A single key is compared with nothing; as on the JVM, one without any order is refused all the
 * same where no function decides.
 */
export function assertOrderable(order: KeyOrder, key: Value): void {
  if (order === naturalOrder && !isOrderable(key)) throw withoutOrder(order, key, key);
}

function withoutOrder({ comparator }: KeyOrder, left: Value, right: Value): OrderError {
  return new OrderError(left, right, typeof comparator === "string" ? comparator : "compare");
}
