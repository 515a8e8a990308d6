import { expect, test } from "vitest";
import { docLines, isDocCall } from "./doc-lines.ts";

test("formats documentation within the width", () => {
  const text = [
    "upper-case, clojure.string/upper-case",
    "function",
    "(upper-case s)",
    "The text in capitals, as the rules of its own letters have it.",
    '(upper-case "a") => "A"',
  ].join("\n");
  expect(docLines(text, 40)).toEqual([
    "upper-case, clojure.string/upper-case",
    "(function)",
    "  (upper-case s)",
    "  The text in capitals, as the rules of",
    "  its own letters have it.",
    '  Example: (upper-case "a") => "A"',
  ]);
});

test("wraps the documentation of an unknown name", () => {
  expect(docLines("there is no mapp; did you mean `map`, or `mapv`?", 30)).toEqual([
    "there is no mapp; did you mean",
    "`map`, or `mapv`?",
  ]);
});

test("escapes control characters in the documentation of a tool", () => {
  expect(docLines("tool/x\ntool\n\u001b[2Jred", 40)).toEqual(["tool/x (tool)", "  \\u001b[2Jred"]);
});

test("formats only the result of a single doc call as documentation", () => {
  expect(["(doc map)", ' (doc "map") '].map(isDocCall)).toEqual([true, true]);
  expect(["(str (doc map))", "(doc map) 1", "doc", "(my/doc map)", "(doc"].map(isDocCall)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});
