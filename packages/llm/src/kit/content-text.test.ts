import { expect, test } from "vitest";
import { contentText } from "./content-text.ts";

test("contentText joins the text parts of a message without separator", () => {
  expect(contentText("plain")).toBe("plain");
  expect(
    contentText([
      { type: "thinking", text: "no" },
      { type: "text", text: "a " },
      { type: "tool-call", toolCallId: "1", toolName: "t", input: {} },
      { type: "text", text: "b" },
    ]),
  ).toBe("a b");
  expect(contentText([{ type: "tool-result", toolCallId: "1", toolName: "t", output: "no" }])).toBe(
    "",
  );
});
