// Finds linter suppressions without a reason.
import { expect, test } from "vitest";
import { problemsOfSource } from "./check-suppressions.ts";

test("accepts a suppression with a reason", () => {
  expect(
    problemsOfSource(
      "a.ts",
      "// eslint-disable-next-line no-eval -- the attack suite needs the real thing\neval(x);\n",
    ),
  ).toEqual([]);
});

test("reports a suppression without a reason by its line", () => {
  expect(problemsOfSource("a.ts", "const a = 1;\n/* eslint-disable no-eval */\n")).toEqual([
    'a.ts:2: a suppression without its reason (add " -- why")',
  ]);
  expect(problemsOfSource("a.ts", "// eslint-disable-next-line no-eval -- ok\n")).toHaveLength(1);
});
