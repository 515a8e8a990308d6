import { describe, expect, test } from "vitest";
import { isEmptyProgram, isIncomplete } from "./is-incomplete.ts";

describe("a program", () => {
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
  ])("goes on after %j", (source) => {
    expect(isIncomplete(source)).toBe(true);
  });

  test.each(["(+ 1 2)", "1", "", ")", "(]", "[1 2}", "(+ 1 2) ; (", "\\", ":"])(
    "does not go on after %j",
    (source) => {
      expect(isIncomplete(source)).toBe(false);
    },
  );

  test("of white space and comments is empty", () => {
    expect([" \n", "; only a comment", "#_ (dropped)", "nil"].map(isEmptyProgram)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});
