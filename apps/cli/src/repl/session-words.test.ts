import { expect, test } from "vitest";
import { sessionWord } from "./session-words.ts";

test.each([
  ["exit", "exit"],
  [" (quit)\n", "exit"],
  [":q", "exit"],
  ["help", "help"],
  ["?", "help"],
  ["(help 1)", undefined],
  ["exits", undefined],
  ["(+ 1 2)", undefined],
])("%j asks for %j", (source, wanted) => {
  expect(sessionWord(source, [])).toBe(wanted);
});

test("a definition of the session comes first", () => {
  expect(sessionWord("help", ["help"])).toBeUndefined();
  expect(sessionWord("(exit)", ["exit"])).toBeUndefined();
  expect(sessionWord("exit", ["help"])).toBe("exit");
});
