import fc from "fast-check";
import { expect, test } from "vitest";
import { arbitraryKeys } from "../../test/arbitrary-value.ts";
import { formOf } from "../../test/form-of.ts";
import { NamedFunction } from "../../test/named-function.ts";
import { WorkCounter } from "../../test/work-counter.ts";
import { printValue } from "../printing/index.ts";
import { equals, hashValue, toHost } from "./index.ts";
import { SortedSet, TrieSet, ascendingOrder, naturalOrder, type KeyOrder } from "./internal.ts";

test("a sorted set contains the distinct values in order, however it was built", () => {
  fc.assert(
    fc.property(arbitraryKeys(30), ({ keys, order }) => {
      const distinct = TrieSet.of(keys)
        .toArray()
        .sort((left, right) => order.compare(left, right));
      const made = SortedSet.of(keys, order);
      const grown = keys.reduce<SortedSet>((set, value) => set.add(value), SortedSet.empty(order));
      expect(formOf(made)).toEqual({ members: distinct.map(formOf), order: order.comparator });
      expect(formOf(grown)).toEqual(formOf(made));
      expect([
        equals(made, TrieSet.of(keys)),
        equals(TrieSet.of(keys), made),
        hashValue(made, 0) === hashValue(TrieSet.of(keys), 0),
      ]).toEqual([true, true, true]);
      for (const [index, value] of distinct.entries())
        expect([made.has(value), formOf(made.at(index) ?? null)]).toEqual([true, formOf(value)]);
      expect(keys.reduce<SortedSet>((set, value) => set.delete(value), made).count).toBe(0);
    }),
  );
});

test("compares a sorted set with another set by equality", () => {
  const sorted = SortedSet.of([1, 2], naturalOrder);
  const mixed = TrieSet.of([1, "2"]);
  expect([equals(sorted, mixed), equals(mixed, sorted)]).toEqual([false, false]);
});

test("keeps and finds the first of several members that compare as 0", () => {
  const byLength: KeyOrder = {
    comparator: new NamedFunction("by-length"),
    compare: (left, right) => printValue(left).length - printValue(right).length,
  };
  const set = SortedSet.of(["ab", "cd", "e"], byLength, new WorkCounter());
  expect(set.toArray()).toEqual(["e", "ab"]);
  expect([set.find("xy", new WorkCounter()), set.find("xy"), set.find("ab")]).toEqual([
    "ab",
    undefined,
    "ab",
  ]);
  expect(set.add("xy", new WorkCounter())).toBe(set);
});

test("a sorted set becomes an array in its order on the host", () => {
  expect(toHost(SortedSet.of([3, 1, 2], ascendingOrder))).toEqual([1, 2, 3]);
});
