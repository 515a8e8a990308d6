import { describe, expect, test } from "vitest";
import { WorkCounter } from "../../test/work-counter.ts";
import { compareValues } from "./compare.ts";
import { equals } from "./equality.ts";
import { SortedSet } from "./sorted-set.ts";
import { TrieMap } from "./trie-map.ts";
import { ascendingOrder } from "./sorted-order.ts";

/** Creates equal integers with separate digits. */
const huge = (): bigint => BigInt(`0x1${"0".repeat(130_000)}`);

describe("comparison of large integers", () => {
  const workOf = (compare: (counter: WorkCounter) => unknown): number => {
    const counter = new WorkCounter();
    compare(counter);
    return counter.elements;
  };

  test("charges comparisons of large integers by size, even if they are equal", () => {
    for (const compare of [equals, compareValues]) {
      expect(workOf((counter) => compare(huge(), huge(), counter))).toBe(256);
      expect(workOf((counter) => compare(-huge(), -huge(), counter))).toBe(256);
      expect(workOf((counter) => compare(huge(), huge() + 1n, counter))).toBe(256);
      // Integers of different lengths compare immediately.
      expect(workOf((counter) => compare(huge(), 2n ** 70n, counter))).toBe(0);
      expect(workOf((counter) => compare(2n ** 70n, 2n ** 70n + 1n, counter))).toBe(0);
      expect(workOf((counter) => compare(huge(), 1e308, counter))).toBe(0);
    }
  });

  test("collections are charged for comparing large integers", () => {
    const integers = Array.from({ length: 100 }, huge);
    expect(workOf((counter) => SortedSet.of(integers, ascendingOrder, counter))).toBeGreaterThan(
      100 * 256,
    );
    expect(workOf((counter) => TrieMap.empty().assoc(huge(), 1).find(huge(), counter))).toBe(256);
  });

  test("assoc does not compare large integers as values", () => {
    const map = TrieMap.empty().assoc("a", huge());
    expect(map.assoc("a", huge())).not.toBe(map);
  });
});
