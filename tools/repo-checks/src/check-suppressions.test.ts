// A suppression of the linter without a reason is found.
import { expect, test } from "vitest";
import { problemsOfSource } from "./check-suppressions.ts";

test("a suppression with a reason is no problem", () => {
  expect(
    problemsOfSource(
      "a.ts",
      "// eslint-disable-next-line no-eval -- the attack suite needs the real thing\neval(x);\n",
    ),
  ).toEqual([]);
});

test("a suppression without a reason is named by its line", () => {
  expect(problemsOfSource("a.ts", "const a = 1;\n/* eslint-disable no-eval */\n")).toEqual([
    'a.ts:2: a suppression without its reason (add " -- why")',
  ]);
  expect(problemsOfSource("a.ts", "// eslint-disable-next-line no-eval -- ok\n")).toHaveLength(1);
});
