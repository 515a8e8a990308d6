// Tests that every builtin and every special form has at least three vectors.
import { expect, test } from "vitest";
// @ptc/lisp doesn't export the tables; this package is private and tests them.
import { builtins } from "../../../lisp/src/builtins/library/table.ts";
import { specialForms } from "../../../lisp/src/analysis/special-forms.ts";
import { gapsOf, idleVectors, isEdgeCase, unknownNames, type Subject } from "./coverage.ts";
import { parseVectors } from "./parse-vectors.ts";
import { readVectorFiles } from "./vector-files.ts";

const rows = [...new Set([...builtins.values()].map((builtin) => builtin.row))];
const subjects: readonly Subject[] = [
  ...rows,
  ...[...specialForms.keys()].map((name) => ({ names: [name] })),
];
const vectors = readVectorFiles().flatMap((file) => file.vectors);

test("each builtin and special form has three vectors, one of them an edge case", () => {
  expect(gapsOf(subjects, vectors)).toEqual([]);
});

test("every name that a vector covers exists", () => {
  expect(unknownNames(subjects, vectors)).toEqual([]);
});

test("the program of each vector mentions the names that it covers", () => {
  expect(idleVectors(subjects, vectors)).toEqual([]);
});

const example = parseVectors(
  [
    ";; join-01 | join | clojure",
    "user=> (str/join [1])",
    '"1"',
    "",
    ";; join-02 | join | clojure",
    "user=> (str/join [])",
    '""',
    "",
    ";; join-03 | join, nope | clojure",
    "user=> (+ 1)",
    "1",
  ].join("\n"),
  "example.repl",
);

test("reports too few vectors, unknown names, and programs without the names that they cover", () => {
  const examples = [{ names: ["join", "clojure.string/join"] }, { names: ["split"] }];
  expect(gapsOf(examples, example)).toEqual(["split: 0 of 3 vectors"]);
  expect(gapsOf(examples, example.slice(0, 1))).toEqual([
    "join, clojure.string/join: 1 of 3 vectors",
    "split: 0 of 3 vectors",
  ]);
  expect(unknownNames(examples, example)).toEqual(["example.repl:9: nope"]);
  expect(idleVectors(examples, example)).toEqual([
    "example.repl:9: join is not in the program",
    "example.repl:9: nope is not in the program",
  ]);
});

test.each([
  ["(f nil)", "1", true],
  ["(f [])", "1", true],
  ['(f "")', "1", true],
  ["(f 0)", "1", true],
  ["(f -3)", "1", true],
  ["(f 1)", "nil", true],
  ["(f ##Inf)", "1", true],
  ["(f 1)", ";=> error type_error", true],
  ["(f 10.0 x-1 nil?)", "1", false],
  ["(f [1] {:a 1})", "105", false],
])("%s => %s is an edge case: %s", (program, answer, expected) => {
  const [vector] = parseVectors(`;; f-01 | f | clojure\nuser=> ${program}\n${answer}`, "f.repl");
  expect(vector === undefined ? undefined : isEdgeCase(vector)).toBe(expected);
});
