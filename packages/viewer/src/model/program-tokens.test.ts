import { expect, test } from "vitest";
import { programTokens } from "./program-tokens.ts";

function shown(source: string): readonly (readonly [string, string])[] {
  return programTokens(source).map(({ kind, start, end }) => [kind, source.slice(start, end)]);
}

test("the tokens of a program have the kinds of its forms", () => {
  expect(shown('(def n (tool/rows {:id "a"})) ; all\n(count data/rows 1 nil)')).toEqual([
    ["special", "def"],
    ["symbol", "n"],
    ["tool", "tool/rows"],
    ["keyword", ":id"],
    ["string", '"a"'],
    ["comment", "; all"],
    ["call", "count"],
    ["data", "data/rows"],
    ["number", "1"],
    ["constant", "nil"],
  ]);
});

test("a program that can't be read is highlighted up to the form that is wrong", () => {
  expect(shown("(def a 1)\n(def b (]")).toEqual([
    ["special", "def"],
    ["symbol", "a"],
    ["number", "1"],
  ]);
  expect(shown("(((")).toEqual([]);
});
