import fc from "fast-check";
import { expect, test } from "vitest";
import { run } from "@ptc/lisp";
import { callableName, isToolName } from "./tool-name.ts";

const called = async (name: string): Promise<boolean> => {
  const step = await run(`(tool/${name} {})`, { tools: Object.fromEntries([[name, () => 7]]) });
  return step.ok && step.return === 7;
};

test.each([
  "find",
  "get_user",
  "getUser",
  "get-user!",
  "a.b",
  "a/b",
  "é",
  "->x",
  "a:b",
  ":a",
  "__proto__",
  "nil",
])("accepts %s as a tool name", async (name) => {
  expect(isToolName(name)).toBe(true);
  expect(await called(name)).toBe(true);
});

test.each<readonly [string, string]>([
  ["get user", "get-user"],
  ["1st", "tool-1st"],
  ["a/", "a"],
  ["/a", "a"],
  ["a//b", "a-b"],
  ["f(x)", "f-x"],
  ["a{b", "a-b"],
  ['say "hi"', "say-hi"],
  ["a,b", "a-b"],
  ["a:", "a"],
  ["", "tool"],
  ["  ", "tool"],
  ["a\u200bb", "a-b"],
  ["mail@home", "mail-home"],
])("refuses %j as a tool name and suggests %s", async (name, advised) => {
  expect(isToolName(name)).toBe(false);
  expect(await called(name)).toBe(false);
  expect(callableName(name)).toBe(advised);
  expect(isToolName(advised)).toBe(true);
});

test("accepted and suggested tool names can be called, whatever the input", async () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 8 }),
    fc.string({
      unit: fc.constantFrom(...Array.from("ab1/:.-'#\"(){}[] ,;@^~\\`%&|_é")),
      maxLength: 6,
    }),
  );
  await fc.assert(
    fc.asyncProperty(text, async (name) => {
      if (isToolName(name)) expect(await called(name)).toBe(true);
      const advised = callableName(name);
      expect(isToolName(advised)).toBe(true);
      expect(await called(advised)).toBe(true);
    }),
    { numRuns: process.env["PTC_TESTS"] === undefined ? 500 : 2_000 },
  );
});
