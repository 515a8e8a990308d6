import { expect, test } from "vitest";
import { expectFailures } from "../../../test/expect-failures.ts";
import { expectPrinted, printed } from "../../../test/evaluate.ts";

test("replaces strings literally", async () => {
  await expectPrinted([
    [
      '[(replace "banana" "a" "o") (replace "a.b" "." "$1") (replace "abc" "" "-") (replace "" "" "-") (replace "aaa" \\a \\b)]',
      '["bonono" "a$1b" "-a-b-c-" "-" "bbb"]',
    ],
    [
      '[(replace-first "aaa" "a" "b") (replace-first "abc" "" "-") (replace-first "abc" "z" "-")]',
      '["baa" "-abc" "abc"]',
    ],
  ]);
});

test("replaces patterns with text that refers to groups", async () => {
  await expectPrinted([
    [
      '[(replace "a1b2" #"\\d" "#") (replace "John Smith" #"(\\w+) (\\w+)" "$2 $1") (replace "a1" #"(\\d)" "$12") (replace "a1b" #"(x)?\\d" "<$1>")]',
      '["a#b#" "Smith John" "a12" "a<>b"]',
    ],
    [
      '[(replace "a1" #"(?<n>\\d)" "[${n}]") (replace "a1" #"\\d" "\\\\$1") (replace "abc" #"" "-") (replace "aaa" #"^a" "x")]',
      '["a[1]" "a$1" "-a-b-c-" "xaa"]',
    ],
    ['(replace-first "a1b2" #"(\\d)" "<$1>")', '"a<1>b2"'],
  ]);
  await expectFailures([
    [
      '(replace "a1" #"\\d" "$$")',
      "argument_error",
      "replace: $ in the replacement has no meaning",
      "write \\\\$ for a dollar sign and \\\\\\\\ for a backslash",
    ],
    [
      '(replace "a1" #"\\d" "$1")',
      "argument_error",
      "replace: the replacement uses group 1, but the pattern has 0",
    ],
    [
      '(replace "a1" #"(\\d)" "${x}")',
      "argument_error",
      "replace: the replacement uses group x, but the pattern has 1",
    ],
    [
      '(replace "a1" "1" 2)',
      "type_error",
      "replace: expected a string to put in its place, got number 2",
    ],
    [
      '(replace "a1" #"\\d" nil)',
      "type_error",
      "replace: expected a string to put in its place, got nil",
      'use "" to delete',
    ],
    ['(replace nil "1" "2")', "type_error", "replace: expected a string, got nil"],
  ]);
});

test("replaces patterns with the result of a function", async () => {
  await expectPrinted([
    ['(replace "a1b2" #"\\d" (fn [m] (str "<" m ">")))', '"a<1>b<2>"'],
    ['(replace "a1b2" #"([a-z])(\\d)" (fn [[_ letter digit]] (str digit letter)))', '"1a2b"'],
    [
      '[(replace "hello" #"[el]" {"e" "3" "l" "1"}) (replace "a1" #"\\d" (constantly "$1"))]',
      '["h311o" "a$1"]',
    ],
  ]);
  await expectFailures([
    [
      '(replace "a1" #"\\d" count)',
      "type_error",
      "replace: expected a string from the replacing function, got number 1",
      "wrap its result: (str …)",
    ],
  ]);
});

test("the replacement function may call a tool", async () => {
  const tools = {
    look_up: async ({ key }: { key?: unknown }) => Promise.resolve(`<${String(key)}>`),
  };
  expect(await printed('(replace "a1b2" #"\\d" (fn [m] (tool/look-up {:key m})))', { tools })).toBe(
    '"a<1>b<2>"',
  );
});

test("replace with two arguments replaces elements of a collection", async () => {
  await expectPrinted([
    [
      "[(replace {:a :x, :b nil} [:a :b :c]) (replace [10 20 30] [0 1 2 0]) (replace {:a 1} nil)]",
      "[[:x nil :c] [10 20 30 10] ()]",
    ],
  ]);
});

test("replace with only a map is a transducer", async () => {
  await expectPrinted([
    [
      "[(into [] (replace {:a 1 :b nil}) [:a :b :c]) (transduce (comp (replace {1 10}) (map inc)) + [1 2]) (into [] (replace [:zero :one]) [1 0 7])]",
      "[[1 nil :c] 14 [:one :zero 7]]",
    ],
  ]);
  await expectFailures([
    [
      "(into [] (replace 5) [1])",
      "type_error",
      "replace: expected a map of replacements, got number 5",
      "to replace in a string: (replace s part replacement)",
    ],
  ]);
});
