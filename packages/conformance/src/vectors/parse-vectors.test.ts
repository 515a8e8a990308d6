// Tests that a file of vectors is parsed strictly, and that printing the parsed vectors gives the
// same text.
import { expect, test } from "vitest";
import { parseVectors } from "./parse-vectors.ts";
import { printVector } from "./print-vector.ts";

const text = `;;; A remark about the family.

;; join-01 | join | clojure nbb
user=> (str/join ", " [1 2 3])
"1, 2, 3"

;; println-01 | println, do | clojure
user=> (do
  #_=>   (println "a" 1))
a 1
nil

;; get-01 | get, data | ptc | keys are found flexibly
;; with {"context":{"row":{"a":1}}}
user=> (get data/row :a)
1

;; inc-01 | inc | ptc | fails: nil is no number
user=> (inc nil)
;=> error type_error`;

test("parses every part of a vector", () => {
  const [join, println, get, inc] = parseVectors(text, "all.repl");
  expect(join).toEqual({
    id: "join-01",
    covers: ["join"],
    authorities: ["clojure", "nbb"],
    reason: undefined,
    input: undefined,
    program: '(str/join ", " [1 2 3])',
    output: [],
    expectation: { kind: "value", text: '"1, 2, 3"' },
    place: "all.repl:3",
  });
  expect(println).toMatchObject({
    covers: ["println", "do"],
    program: '(do\n  (println "a" 1))',
    output: ["a 1"],
    expectation: { text: "nil" },
  });
  expect(get).toMatchObject({
    input: { context: { row: { a: 1 } } },
    reason: "keys are found flexibly",
  });
  expect(inc).toMatchObject({
    reason: "fails: nil is no number",
    expectation: { kind: "error", error: "type_error" },
  });
});

test("prints vectors as they were written", () => {
  const printed = parseVectors(text, "all.repl").map(printVector).join("\n\n");
  expect(`;;; A remark about the family.\n\n${printed}`).toBe(text);
});

test.each([
  ["no header", "; join-01 | join | clojure\nuser=> 1\n1", "x.repl:1: expected a header"],
  [
    "an id without a number",
    ";; join | join | clojure\nuser=> 1\n1",
    'x.repl:1: expected an id such as join-01, got "join"',
  ],
  [
    "nothing covered",
    ";; join-01 |  | clojure\nuser=> 1\n1",
    "x.repl:1: it says nothing of what it covers",
  ],
  [
    "an unknown authority",
    ";; join-01 | join | elixir\nuser=> 1\n1",
    "x.repl:1: the authorities are clojure, nbb, ptc",
  ],
  [
    "no authority",
    ";; join-01 | join\nuser=> 1\n1",
    "x.repl:1: the authorities are clojure, nbb, ptc",
  ],
  [
    "an answer of our own without a reason",
    ";; join-01 | join | ptc\nuser=> 1\n1",
    "x.repl:1: an answer that is not JVM Clojure's needs a reason",
  ],
  ["no program", ";; join-01 | join | clojure\n1", "x.repl:2: expected a line that begins with"],
  ["no answer", "\n;; join-01 | join | clojure\nuser=> 1", "x.repl:3: the program has no answer"],
  [
    "no blank line between two",
    ";; a-01 | a | clojure\nuser=> 1\n1\n;; b-01 | b | clojure\nuser=> 2\n2",
    "x.repl:4: expected a blank line",
  ],
  [
    "input that is not JSON",
    ";; a-01 | a | clojure\n;; with {\nuser=> 1\n1",
    "x.repl:2: what follows",
  ],
  [
    "a strange kind of error",
    ";; a-01 | a | clojure\nuser=> 1\n;=> error Type Error",
    "x.repl:3: expected a kind of error",
  ],
  [
    "one id twice",
    ";; a-01 | a | clojure\nuser=> 1\n1\n\n;; a-01 | a | clojure\nuser=> 2\n2",
    "x.repl:5: the id a-01 stands at x.repl:1 already",
  ],
])("reports %s with file and line", (_what, source, message) => {
  expect(() => parseVectors(source, "x.repl")).toThrow(message);
});
