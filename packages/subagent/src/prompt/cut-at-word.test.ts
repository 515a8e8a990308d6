import fc from "fast-check";
import { expect, test } from "vitest";
import { cutAtWord } from "./cut-at-word.ts";

test.each([
  ["Finds orders.", 13, "Finds orders."],
  ["Finds orders of a customer.", 13, "Finds orders…"],
  ["Finds orders of a customer.", 12, "Finds…"],
  ["Finds\n orders", 8, "Finds…"],
  ["x".repeat(20), 8, "xxxxxxx…"],
  [`ab ${"x".repeat(100)}`, 60, `ab ${"x".repeat(56)}…`],
  ["ab😀cd", 4, "ab…"],
  ["ab", 1, "…"],
  ["", 0, ""],
])("cuts %j to %i characters as %j", (text, maximum, cut) => {
  expect(cutAtWord(text, maximum)).toBe(cut);
});

test("the cut text fits and is a prefix of the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 80 }), (text, maximum) => {
      const cut = cutAtWord(text, maximum);
      expect(cut.length).toBeLessThanOrEqual(maximum);
      expect(cut === text || text.startsWith(cut.slice(0, -1))).toBe(true);
    }),
  );
});
