import { test } from "vitest";
import { expectFailures } from "../../../test/expect-failures.ts";
import { expectPrinted } from "../../../test/evaluate.ts";

test("methods of Java strings work on strings", async () => {
  await expectPrinted([
    [
      '[(.toUpperCase "abc") (.toLowerCase "ABC") (.trim " a ") (.length "a😀") (.isEmpty "") (.toString 4.5)]',
      '["ABC" "abc" "a" 2 true "4.5"]',
    ],
    [
      '[(.indexOf "hello" "l") (.indexOf "hello" "l" 3) (.indexOf "hello" "z") (.indexOf "abc" 98) (.indexOf "😀a" "a")]',
      "[2 3 -1 1 1]",
    ],
    [
      '[(.lastIndexOf "ababa" "ba" 2) (.lastIndexOf "abc" "b" -1) (.lastIndexOf "abc" "" 4)]',
      "[1 -1 3]",
    ],
    [
      '[(.startsWith "abc" "b" 1) (.startsWith "abc" "a" -1) (.startsWith "abc" "" 4) (.endsWith "abc" "c") (.contains "abc" \\b) (.equalsIgnoreCase "a" "A")]',
      "[true false false true true true]",
    ],
    [
      '[(.substring "hello" 2) (.substring "hello" 1 3) (.substring "hello" 1.9 5) (.charAt "a😀b" 1)]',
      '["llo" "el" "ello" "😀"]',
    ],
    [
      '[(.replace "a.b" "." "-") (.replace "ab" "" "-") (.split "a,b,," ",") (.split "a1b2c" "\\\\d" 2)]',
      '["a-b" "-a-b-" ["a" "b"] ["a" "b2c"]]',
    ],
  ]);
});

test("methods of Java strings fail where Java fails", async () => {
  await expectFailures([
    ["(.length nil)", "type_error", ".length: expected a string, got nil"],
    [
      '(.substring "abc" 4)',
      "index_error",
      ".substring: index 4 is outside a string of 3 characters",
      "subs stops at the ends instead of failing",
    ],
    [
      '(.substring "abc" 2 1)',
      "index_error",
      ".substring: index 1 is outside a string of 3 characters",
    ],
    ['(.charAt "abc" 3)', "index_error", ".charAt: index 3 is outside a string of 3 characters"],
    ['(.contains "abc" 5)', "type_error", ".contains: expected a string, got number 5"],
    ["(.toString nil)", "type_error", ".toString: expected a value, got nil"],
  ]);
});
