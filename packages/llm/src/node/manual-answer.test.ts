import { describe, expect, test } from "vitest";
import { manualAnswer } from "./manual-answer.ts";

describe("manualAnswer", () => {
  test("reads text, or JSON with text and calls", () => {
    expect(manualAnswer("a.txt", "\uFEFF(return 1)\r\n")).toEqual({ text: "(return 1)" });
    const json =
      '{"text": "I look.", "calls": [{"tool": "look", "arguments": {"at": 1}}, {"tool": "x"}]}';
    expect(manualAnswer("a.json", json)).toEqual({
      content: [
        { type: "text", text: "I look." },
        { type: "tool-call", toolCallId: "call_1", toolName: "look", input: { at: 1 } },
        { type: "tool-call", toolCallId: "call_2", toolName: "x", input: {} },
      ],
    });
  });

  test.each([
    ["{", "a.json: not JSON; expected {"],
    ["[]", "a.json: expected an object, got an array"],
    ["{}", "a.json: it has neither text nor calls"],
    ['{"calls": [{"name": "look"}]}', "a.json: calls[0].tool: expected a string, got nothing"],
    ['{"__proto__": {"text": "x"}}', "a.json: it has neither text nor calls"],
  ])("rejects a file that is %s and names the location", (json, message) => {
    expect(() => manualAnswer("a.json", json)).toThrow(message);
  });
});
