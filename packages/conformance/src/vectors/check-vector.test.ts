// Tests that wrong claims of a vector about its oracles are found, and that answers are compared
// with the expected one.
import { expect, test } from "vitest";
import type { Answer } from "../oracles/answer.ts";
import { oracleAgrees, ourAnswerAgrees } from "./agreement.ts";
import { problemsOfVector } from "./check-vector.ts";
import { parseVectors } from "./parse-vectors.ts";
import { draftOf, record } from "./recording.ts";
import type { Vector } from "./vector.ts";

function vectorOf(text: string): Vector {
  const [vector] = parseVectors(text, "f.repl");
  if (vector === undefined) throw new Error("no vector");
  return vector;
}

const value = (text: string, ...output: string[]): Answer => ({ kind: "value", text, output });
const failure = (error: string): Answer => ({ kind: "error", error, message: "no" });
const nothing: Answer = { kind: "none", message: "Unable to resolve symbol: f" };

test("reports an oracle with a different answer, and an agreeing one that the vector doesn't name", () => {
  const vector = vectorOf(";; f-01 | f | clojure\nuser=> (f 1)\n[1 2]");
  expect(
    problemsOfVector(
      vector,
      new Map([
        ["clojure", value("[1 2.0]")],
        ["nbb", value("(1 2)")],
      ]),
    ),
  ).toEqual([]);
  expect(problemsOfVector(vector, new Map([["clojure", value("[1 3]")]]))).toEqual([
    "f.repl:1: f-01: clojure answers [1 3]",
  ]);
  expect(problemsOfVector(vector, new Map([["clojure", nothing]]))).toEqual([
    "f.repl:1: f-01: clojure answers no answer (Unable to resolve symbol: f)",
  ]);
  expect(
    problemsOfVector(
      vector,
      new Map([
        ["clojure", value("[1 2]")],
        ["nbb", value("[1 2]")],
      ]),
    ),
  ).toEqual(["f.repl:1: f-01: nbb gives this answer too and is not named"]);
});

test("an expected error matches any error of an oracle, but only the same kind of ours", () => {
  const vector = vectorOf(";; f-01 | f | clojure\nuser=> (f 1)\n;=> error type_error");
  expect(
    [failure("any"), value("nil"), nothing].map((answer) => oracleAgrees(answer, vector)),
  ).toEqual([true, false, false]);
  expect(
    [failure("type_error"), failure("arity_error"), value("nil")].map((answer) =>
      ourAnswerAgrees(answer, vector),
    ),
  ).toEqual([true, false, false]);
});

test("an unknown name in an oracle matches only an expected unknown name", () => {
  expect(
    oracleAgrees(nothing, vectorOf(";; f-01 | f | clojure\nuser=> (f 1)\n;=> error unbound_var")),
  ).toBe(true);
});

test("printed output is part of the answer", () => {
  const vector = vectorOf(";; f-01 | f | clojure\nuser=> (f 1)\n[1 2]\nnil");
  expect(
    [value("nil", "[1 2.0]"), value("nil"), value("nil", "[1 3]")].map((answer) =>
      oracleAgrees(answer, vector),
    ),
  ).toEqual([true, false, false]);
});

test("a recording needs JVM Clojure's agreement, or a decision with a reason", () => {
  const kindOf = (line: string, ours: Answer, clojure: Answer): string =>
    record(draftOf(line), "f-01", ours, new Map([["clojure", clojure]])).kind;
  expect(kindOf("f | (f)", value("1"), value("1"))).toBe("vector");
  expect(kindOf("f | (f)", value("1"), value("2"))).toBe("disagreement");
  expect(kindOf("f | (f)", value("1"), nothing)).toBe("disagreement");
  expect(kindOf("f | (f) | 1 | decided", value("1"), value("2"))).toBe("vector");
  expect(kindOf("f | (f) | 1", value("1"), value("2"))).toBe("disagreement");
  expect(kindOf("f | (f) | 2 | fails: not mended", value("1"), value("2"))).toBe("vector");
  expect(kindOf("f | (f) | 1 | fails: mended already", value("1"), value("2"))).toBe(
    "disagreement",
  );
});
