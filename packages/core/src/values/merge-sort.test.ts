import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeSort } from "./merge-sort.ts";

test("mergeSort sorts like the host's stable sort, and does not change its input", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ key: fc.nat(9), id: fc.nat() }), { maxLength: 100 }),
      (items) => {
        const before = items.slice();
        expect(mergeSort(items, (left, right) => left.key - right.key)).toEqual(
          items.toSorted((left, right) => left.key - right.key),
        );
        expect(items).toEqual(before);
      },
    ),
  );
});

test("mergeSort makes at most n log n comparisons", () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: 1, maxLength: 200 }), (items) => {
      let comparisons = 0;
      mergeSort(items, (left, right) => {
        comparisons++;
        return left - right;
      });
      expect(comparisons).toBeLessThanOrEqual(items.length * (32 - Math.clz32(items.length)));
    }),
  );
});
