import { expect, test } from "vitest";
import { wordAtEnd } from "./word-at-end.ts";

test.each([
  ["(ma", "ma"],
  ["(map :na", ":na"],
  ["[data/ro", "data/ro"],
  ["(let [a 1]\n  (+ a", "a"],
  ["#(str", "str"],
  ["#'ab", "ab"],
  ["'ab", "ab"],
  ['(str "a;b" c', "c"],
  ["; a comment\n(f", "f"],
  ['(str \\" x', "x"],
  ["(f ", ""],
])("the word at the end of %j is %j", (source, word) => {
  expect(wordAtEnd(source)).toBe(word);
});

test.each(['(str "ma', '(str "a\\" ma', "(map ; ma", "\\ma".slice(0, 2), "", "(map\n  "])(
  "completes nothing in %j",
  (source) => {
    expect(wordAtEnd(source)).toBeUndefined();
  },
);
