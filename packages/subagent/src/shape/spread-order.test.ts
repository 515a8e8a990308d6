import { expect, test } from "vitest";
import { spreadOrder } from "./spread-order.ts";

test.each([0, 1, 2, 3, 5, 8, 89, 100, 1_000, 1_001])(
  "returns every index once for a length of %i",
  (count) => {
    const order = [...spreadOrder(count, Infinity)];
    expect(order.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: count }, (_, index) => index),
    );
  },
);

test.each([100, 1_000, 999_983, 4_294_967_295])(
  "every prefix of the order is spread over a length of %i",
  (count) => {
    for (const taken of [8, 20, 80]) {
      const order = [0, ...spreadOrder(count, taken), count].toSorted((one, other) => one - other);
      const gaps = order.slice(1).map((place, index) => place - (order[index] ?? 0));
      expect(Math.max(...gaps)).toBeLessThan((4 * count) / taken);
    }
  },
);
