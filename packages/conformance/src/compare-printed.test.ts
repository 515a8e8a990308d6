// Tests that printed results of different hosts differ only if their meaning differs.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { printedAgree } from "./compare-printed.ts";

test.each([
  ["an integer and its double", "5", "5.0"],
  ["floats that differ in the tenth digit", "0.30000000000000004", "0.3"],
  ["a ratio and its quotient", "(7/2)", "(3.5)"],
  ["a big integer with and without its mark", "36893488147419103232N", "36893488147419103232"],
  ["spellings of one double", "1.0E10", "10000000000"],
  ["maps in another order, with commas and without", "{:a 1, :b [2 3]}", "{:b [2 3] :a 1}"],
  ["sets in another order", "#{1 2 3.0}", "#{3 1 2}"],
  ["a character and its text", "[\\a \\newline \\space \\u0041 \\\\]", '["a" "\n" " " "A" "\\\\"]'],
  ["two spellings of a control character", '"a\\u0007\\n"', '"a\u0007\n"'],
  ["functions", '[#object[clojure.core$inc 0x1f "clojure.core$inc@1f"] 1]', "[#<function inc> 1]"],
  ["an atom", "#object[cljs.core.Atom {:val 1}]", "#<atom>"],
  ["not a number", "##NaN", "##NaN"],
  ["an instant", '#inst "2024-01-01T00:00:00Z"', '"2024-01-01T00:00:00Z"'],
  ["brackets inside strings and patterns", '["(" #"[(]" "\\""]', '["(", #"[(]", "\\""]'],
])("%s agree", (_what, left, right) => {
  expect(printedAgree(left, right)).toBe(true);
  expect(printedAgree(right, left)).toBe(true);
});

test.each([
  ["neighbouring integers", "12345678901234", "12345678901235"],
  ["an infinity and a great integer", "##Inf", "9223372036854775807"],
  ["floats that differ in the eighth digit", "1.0000001", "1.0000002"],
  ["a sequence and its beginning", "[1 2]", "[1]"],
  ["a list and a vector", "[(1 2)]", "[[1 2]]"],
  ["a sequence and a set", "[1]", "#{1}"],
  ["nil and an empty sequence", "nil", "()"],
  ["a keyword and its name", ":a", '"a"'],
  ["a number and its text", "1", '"1"'],
  ["a set and one with a member twice replaced", "#{1 2}", "#{1 3}"],
  ["maps with values exchanged", "{:a 1, :b 2}", "{:a 2, :b 1}"],
  ["a text and a longer one", '"a"', '"a "'],
  ["two values and the first of them", "1 2", "1"],
  ["brackets that do not fit", "(1", "[1]"],
  ["nil and nothing", "nil", ""],
])("%s differ", (_what, left, right) => {
  expect(printedAgree(left, right)).toBe(false);
  expect(printedAgree(right, left)).toBe(false);
});

test("keywords equal the strings of their names with keywordsAreTexts", () => {
  expect(printedAgree('{"a" ["b"]}', "{:a [:b]}", { keywordsAreTexts: true })).toBe(true);
  expect(printedAgree('{"a" ["b"]}', "{:a [:c]}", { keywordsAreTexts: true })).toBe(false);
});

test("a list equals a vector with listsAreVectors", () => {
  expect(printedAgree("(1 2 (3))", "[1 2 [3]]", { listsAreVectors: true })).toBe(true);
  expect(printedAgree("(1 2 (3))", "[1 2 [4]]", { listsAreVectors: true })).toBe(false);
});

describe("any printed value", () => {
  const scalar = fc.oneof(
    fc.integer().map(String),
    fc.constantFrom("nil", "true", ":a", ":b/c", "1.5", "##NaN"),
    fc.string().map((text) => JSON.stringify(text)),
  );
  const { value } = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      scalar,
      fc.array(tie("value"), { maxLength: 4 }).map((items) => `[${items.join(" ")}]`),
      fc.array(tie("value"), { maxLength: 4 }).map((items) => `#{${items.join(" ")}}`),
    ),
  }));

  test("agrees with itself, with commas, and as a set in another order", () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 5 }), (items) => {
        expect(printedAgree(`[${items.join(" ")}]`, `[${items.join(", ")}]`)).toBe(true);
        expect(printedAgree(`#{${items.join(" ")}}`, `#{${items.toReversed().join(" ")}}`)).toBe(
          true,
        );
      }),
      { numRuns: 200 },
    );
  });

  test("differs from itself with one more element", () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 5 }), value, (items, more) => {
        expect(printedAgree(`[${items.join(" ")}]`, `[${[...items, more].join(" ")}]`)).toBe(false);
      }),
      { numRuns: 200 },
    );
  });
});
