import { expect, test } from "vitest";
import { problemOfTitle } from "./check-commits.ts";

test.each([
  "perf(lisp): make Compilation a class so sessions retain less",
  "test: run the slow suites in full only in .ci/run",
  "feat(subagent)!: rename compile to compileAgent",
  "fix(ai-sdk): JSON numbers beyond 2^53 keep their digits",
])("accepts the title %j", (title) => {
  expect(problemOfTitle(title)).toBeUndefined();
});

test.each([
  ["A generator that is lost is asked for once, again", "expected `type(scope): summary`"],
  ["feat(lisp) add a function", "expected `type(scope): summary`"],
  ["feature(lisp): add a function", 'unknown type "feature"'],
  ["feat(lisp): Add a function", "start the summary with a lower-case verb"],
  ["feat(lisp): add a function.", "remove the period at the end"],
  ["feat(lisp): ", "expected `type(scope): summary`"],
  [`fix(lisp): ${"a".repeat(62)}`, "the title has 73 characters (at most 72)"],
])("rejects the title %j", (title, problem) => {
  expect(problemOfTitle(title.trimEnd())).toContain(problem);
});
