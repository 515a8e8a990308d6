import { expect, test } from "vitest";
import { jsonSize } from "./json-size.ts";

const bounds = { characters: 1_000, levels: 10 };

test("counts the characters of texts and names, and eight for each value", () => {
  expect(jsonSize({ name: "abc", list: [1, null] }, bounds)).toBe(8 + 4 + 8 + 3 + 4 + 8 + 16 + 16);
});

test.each<readonly [string, () => unknown, string]>([
  ["a long text", () => "x".repeat(1_001), "characters"],
  ["a long list", () => Array<number>(200).fill(0), "characters"],
  ["a list that claims to be long", () => Array<number>(4_000_000_000), "characters"],
  ["deep data", () => JSON.parse("[".repeat(12) + "]".repeat(12)) as unknown, "levels"],
  [
    "what contains itself many times",
    () => {
      const self: unknown[] = [];
      self.push(self, self, self);
      return self;
    },
    "characters",
  ],
])("stops at the bound for %s", (_, make, bound) => {
  expect(jsonSize(make(), bounds)).toBe(bound);
});
