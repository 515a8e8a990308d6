// Tests that an output of a batch that breaks its contract is reported, with the program at fault.
import { expect, test } from "vitest";
import { problemsOfAnswers } from "./answers.ts";

const requests = [
  { id: "a", program: "1" },
  { id: "b", program: "(" },
];
const goodAnswers = [
  '{"id":"a","ok":true,"text":"1"}',
  '{"id":"b","ok":false,"fail":{"reason":"parse_error","message":"Unclosed ("}}',
];

test("reports nothing for one well-formed answer per program, in order", () => {
  expect(problemsOfAnswers(requests, `${goodAnswers.join("\n")}\n`)).toEqual([]);
});

test.each([
  ["a missing answer", goodAnswers.slice(0, 1), "b: no answer"],
  ["answers out of order", goodAnswers.toReversed(), "a: answered by the answer to b"],
  ["a stray line on standard output", [...goodAnswers, "debug"], "1 lines more than requests"],
  [
    "a line that is not JSON",
    ["oops", ...goodAnswers.slice(1)],
    "a: answered by something that is not JSON: oops",
  ],
  [
    "a success without its text",
    ['{"id":"a","ok":true}', ...goodAnswers.slice(1)],
    "a: ok without a text",
  ],
  [
    "a failure without its reason",
    [...goodAnswers.slice(0, 1), '{"id":"b","ok":false,"fail":null}'],
    "b: failed without a reason and a message",
  ],
])("reports %s", (_what, lines, expected) => {
  expect(problemsOfAnswers(requests, lines.join("\n"))).toContain(expected);
});
