import fc from "fast-check";
import { expect, test } from "vitest";
import { arbitraryData } from "../../test/arbitrary-value.ts";
import { formOf } from "../../test/form-of.ts";
import { NamedFunction } from "../../test/named-function.ts";
import { WorkCounter } from "../../test/work-counter.ts";
import { printValue } from "../printing/index.ts";
import {
  SortedSet,
  TrieSet,
  ascendingOrder,
  compareValues,
  descendingOrder,
  equals,
  hashValue,
  toHost,
  type KeyOrder,
} from "./index.ts";

test("a sorted set is the distinct values in order, however it was made", () => {
  fc.assert(
    fc.property(fc.array(arbitraryData, { maxLength: 30 }), (values) => {
      const distinct = TrieSet.of(values)
        .toArray()
        .sort((left, right) => compareValues(right, left));
      const made = SortedSet.of(values, descendingOrder);
      const grown = values.reduce<SortedSet>(
        (set, value) => set.add(value),
        SortedSet.empty(descendingOrder),
      );
      expect(formOf(made)).toEqual({ members: distinct.map(formOf), order: ">" });
      expect(formOf(grown)).toEqual(formOf(made));
      expect([
        equals(made, TrieSet.of(values)),
        equals(TrieSet.of(values), made),
        hashValue(made, 0) === hashValue(TrieSet.of(values), 0),
      ]).toEqual([true, true, true]);
      for (const [index, value] of distinct.entries())
        expect([made.has(value), formOf(made.at(index) ?? null)]).toEqual([true, formOf(value)]);
      expect(values.reduce<SortedSet>((set, value) => set.delete(value), made).count).toBe(0);
    }),
  );
});

test("the first of values that compare as equal stays, and is what is found", () => {
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

test("crosses to the host in order", () => {
  expect(toHost(SortedSet.of([3, 1, 2], ascendingOrder))).toEqual([1, 2, 3]);
});
