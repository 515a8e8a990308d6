import { describe, expect, test } from "vitest";
import { stripThinking } from "./strip-thinking.ts";

const block = "```clojure\n(+ 1 2)\n```";

describe("stripThinking", () => {
  test.each([
    ["what precedes the block", `thinking:\nSome reasoning\n${block}`, block],
    ["nothing where nothing precedes it", block, block],
    [
      "other blocks before the program",
      `It looks like\n\`\`\`json\n{}\n\`\`\`\nso\n${block}\nDone.`,
      `${block}\nDone.`,
    ],
    ["text on the line of the fence", `So: ${block}`, block],
    [
      "thinking between tags",
      `<think>\n${block}\n</think>\n\n~~~lisp\r\n(a)\r\n~~~`,
      "~~~lisp\r\n(a)\r\n~~~",
    ],
    ["thinking before a bare program", "<think>Maybe.</think>\n(+ 1 2)", "(+ 1 2)"],
  ])("drops %s", (_title, answer, kept) => {
    expect(stripThinking(answer)).toBe(kept);
  });

  test.each([
    ["without a program", "<think>Hm.</think>\nI am not sure."],
    ["of nothing", ""],
    ["with a bare program", "I add.\n(+ 1 2)"],
    ["of a JSON answer", '{"program": "(a)"}'],
    ["that thinks only", "<think>\n(a)\n</think>"],
  ])("leaves an answer %s as it is", (_title, answer) => {
    expect(stripThinking(answer)).toBe(answer);
  });

  test("keeps all programs, so that what is said of them is understood", () => {
    expect(stripThinking(`First:\n${block}\nThen:\n${block.replace("2", "3")}`)).toBe(
      `${block}\nThen:\n${block.replace("2", "3")}`,
    );
  });
});
