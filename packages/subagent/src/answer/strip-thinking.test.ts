import { describe, expect, test } from "vitest";
import { stripThinking } from "./strip-thinking.ts";

const block = "```clojure\n(+ 1 2)\n```";

describe("stripThinking", () => {
  test.each([
    ["text before the block", `thinking:\nSome reasoning\n${block}`, block],
    ["nothing if the block comes first", block, block],
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
  ])("drops %s", (_title, answer, stripped) => {
    expect(stripThinking(answer)).toBe(stripped);
  });

  test.each([
    ["without a program", "<think>Hm.</think>\nI am not sure."],
    ["without text", ""],
    ["with a bare program", "I add.\n(+ 1 2)"],
    ["of a JSON answer", '{"program": "(a)"}'],
    ["with nothing but thinking", "<think>\n(a)\n</think>"],
  ])("returns an answer %s unchanged", (_title, answer) => {
    expect(stripThinking(answer)).toBe(answer);
  });

  test("keeps all programs of an answer, so that comments about them make sense", () => {
    expect(stripThinking(`First:\n${block}\nThen:\n${block.replace("2", "3")}`)).toBe(
      `${block}\nThen:\n${block.replace("2", "3")}`,
    );
  });
});
