import { describe, expect, test } from "vitest";
import { addUsage, estimateTokens, estimateUsage } from "./usage.ts";

describe("addUsage", () => {
  test("adds counts that both sides have, and keeps those of one side", () => {
    const first = { inputTokens: 10, outputTokens: 2, cachedInputTokens: 4 };
    const second = { inputTokens: 1, outputTokens: 1, cachedInputTokens: 1, reasoningTokens: 1 };
    expect(addUsage(first, second)).toEqual({
      inputTokens: 11,
      outputTokens: 3,
      cachedInputTokens: 5,
      reasoningTokens: 1,
    });
    expect(addUsage(second, first)).toEqual(addUsage(first, second));
  });

  test("omits counts that neither side has", () => {
    expect(
      Object.keys(
        addUsage({ inputTokens: 1, outputTokens: 1 }, { inputTokens: 1, outputTokens: 1 }),
      ),
    ).toEqual(["inputTokens", "outputTokens"]);
  });

  test("marks the sum as estimated if either side is", () => {
    expect(
      addUsage(
        { inputTokens: 1, outputTokens: 1 },
        { inputTokens: 1, outputTokens: 1, estimated: true },
      ).estimated,
    ).toBe(true);
  });
});

describe("estimateTokens and estimateUsage", () => {
  test("count a token per four characters, rounded up", () => {
    expect([
      estimateTokens(""),
      estimateTokens("a"),
      estimateTokens("abcd"),
      estimateTokens("abcde"),
    ]).toEqual([0, 1, 1, 2]);
  });

  test("include every text of the request and mark the result as estimated", () => {
    const circular: unknown[] = [];
    circular.push(circular);
    const usage = estimateUsage(
      {
        messages: [
          { role: "system", content: "12345678" },
          {
            role: "assistant",
            content: [
              { type: "thinking", text: "1234" },
              { type: "tool-call", toolCallId: "1", toolName: "find", input: { a: 1 } },
            ],
          },
          {
            role: "tool",
            content: [
              { type: "tool-result", toolCallId: "1", toolName: "find", output: "12345678" },
              { type: "tool-result", toolCallId: "2", toolName: "x", output: circular },
            ],
          },
        ],
      },
      { content: [{ type: "text", text: "12345" }] },
    );
    expect(usage).toEqual({ inputTokens: 2 + 1 + 1 + 2 + 2, outputTokens: 2, estimated: true });
  });
});
