import { describe, expect, test } from "vitest";
import { isEmptyProgram, isIncomplete } from "./is-incomplete.ts";

describe("isIncomplete and isEmptyProgram", () => {
  test.each([
    "(+ 1",
    "[1 2",
    "{:a 1",
    "#{1",
    "(fn [x]\n  (let [y 1]",
    '"abc',
    '(str "a',
    '#"a+',
    "'",
    "(+ 1 ; not closed )\n",
    "@",
  ])("the program %j is incomplete", (source) => {
    expect(isIncomplete(source)).toBe(true);
  });

  test.each(["(+ 1 2)", "1", "", ")", "(]", "[1 2}", "(+ 1 2) ; (", "\\", ":"])(
    "the program %j is complete",
    (source) => {
      expect(isIncomplete(source)).toBe(false);
    },
  );

  test("white space and comments are an empty program", () => {
    expect([" \n", "; only a comment", "#_ (dropped)", "nil"].map(isEmptyProgram)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});
