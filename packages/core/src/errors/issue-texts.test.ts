import { expect, test } from "vitest";
import type { StandardIssue } from "../contracts/index.ts";
import { issueTexts } from "./issue-texts.ts";

test("issue texts contain the location and the message on one line", () => {
  expect(
    issueTexts([{ message: "expected int", path: ["rows", 1, "a\nb"] }, { message: "x\ny" }]),
  ).toEqual(["rows[1].a\\u000ab: expected int", "x\\u000ay"]);
  expect(issueTexts([{ message: "x".repeat(5_000) }])[0]).toHaveLength(1_001);
});

test("reads only as many issues as are listed", () => {
  let written = 0;
  const issue: StandardIssue = {
    get message() {
      written += 1;
      return "wrong";
    },
  };
  const texts = issueTexts(Array<StandardIssue>(1_000_000).fill(issue));
  expect([texts.length, texts.at(-1)]).toEqual([22, "and 999979 more"]);
  expect(written).toBeLessThan(100);
});
