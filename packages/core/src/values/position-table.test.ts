import fc from "fast-check";
import { expect, test } from "vitest";
import { PositionTable } from "./position-table.ts";

test("PositionTable finds every hash at its position, and no others", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer(), { maxLength: 200 }), fc.integer(), (hashes, other) => {
      const table = new PositionTable();
      for (const [position, hash] of hashes.entries()) {
        expect(table.get(hash)).toBe(undefined);
        table.set(hash, position);
      }
      expect(hashes.map((hash) => table.get(hash))).toEqual(hashes.map((_, position) => position));
      const position = hashes.indexOf(other);
      expect(table.get(other)).toBe(position < 0 ? undefined : position);
    }),
  );
});

test.each([
  ["in their lowest bits", (index: number) => index],
  ["in their highest bits", (index: number) => index << 16],
])("hashes that differ only %s do not slow down each other", (_, hashOf) => {
  const table = new PositionTable();
  for (let index = 0; index < 60_000; index++) table.set(hashOf(index), index);
  let wrong = 0;
  for (let index = 0; index < 60_000; index++) if (table.get(hashOf(index)) !== index) wrong++;
  expect(wrong).toBe(0);
});
