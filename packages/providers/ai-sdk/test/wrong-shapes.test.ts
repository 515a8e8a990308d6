// Tests responses that violate every specification: each causes a ModelError with an explanation.

import { expect, test } from "vitest";
import { answering, failureOf, hello, returning, streamed, streaming, whole } from "./mock.ts";

const odd: readonly unknown[] = [undefined, null, 7, "text", [], Symbol("odd"), () => 1];

test.each<readonly [string, object, string]>([
  ["no content", { content: undefined }, "content: expected an array"],
  ["content that is a text", { content: "Hello." }, "content: expected an array"],
  ["a part that is none", { content: [null] }, "content[0]: expected an object"],
  ["a part of no type", { content: [{ text: "x" }] }, "content[0].type: expected a string"],
  ["a text without one", { content: [{ type: "text" }] }, "content[0].text: expected a string"],
  ["thinking that is a number", { content: [{ type: "reasoning", text: 7 }] }, "content[0].text"],
  [
    "a call without an id",
    { content: [{ type: "tool-call", toolName: "look", input: "{}" }] },
    "content[0].toolCallId: expected a string",
  ],
  [
    "a call of nothing",
    { content: [{ type: "tool-call", toolCallId: "c", toolName: "", input: "{}" }] },
    "content[0].toolName: expected a name",
  ],
  [
    "arguments that are data",
    { content: [{ type: "tool-call", toolCallId: "c", toolName: "look", input: { a: 1 } }] },
    "content[0].input: expected a string",
  ],
  [
    "data of a provider that is a text",
    { content: [{ type: "text", text: "x", providerMetadata: { acme: "x" } }] },
    "providerMetadata.acme: expected an object",
  ],
  ["no end", { finishReason: undefined }, "finishReason: expected an object"],
  [
    "an end of an earlier specification",
    { finishReason: "stop" },
    "finishReason: expected an object",
  ],
])("a response with %s is invalid", async (_, result, message) => {
  const error = await failureOf(answering(result).model.generate(hello));
  expect([error.kind, error.retryable]).toEqual(["invalid_response", true]);
  expect(error.message).toContain(message);
  // Paid usage is counted.
  expect(error.usage?.inputTokens).toBe(12);
});

test.each<readonly [string, unknown, string]>([
  ["nothing", undefined, "a part of the stream: expected an object"],
  ["a text", "Hello.", "a part of the stream: expected an object"],
  ["a part of no type", { delta: "x" }, "the type of a part: expected a string"],
  [
    "a piece without text",
    { type: "text-delta", id: "0" },
    "the delta of a block: expected a string",
  ],
  [
    "a piece of no block",
    { type: "text-delta", delta: "x" },
    "the id of a block: expected a string",
  ],
  ["thinking of numbers", { type: "reasoning-delta", id: "0", delta: 7 }, "the delta of a block"],
  ["a call without an id", { type: "tool-input-start", toolName: "look" }, "the id of a call"],
  [
    "a call of nothing",
    { type: "tool-input-start", id: "c" },
    "the toolName of a call: expected a string",
  ],
  [
    "a piece of no call",
    { type: "tool-input-delta", id: "c", delta: "{}" },
    "a piece of a call comes before its start",
  ],
  [
    "arguments that are data",
    { type: "tool-call", toolCallId: "c", toolName: "look", input: { a: 1 } },
    "the input of a call: expected a string",
  ],
  ["an end without a reason", { type: "finish" }, "finishReason: expected an object"],
  [
    "data of a provider that is a list",
    { type: "text-end", id: "0", providerMetadata: [] },
    "providerMetadata: expected an object",
  ],
])("a stream with %s is invalid", async (_, part, message) => {
  const error = await failureOf(streamed(streaming(whole([part]))));
  expect([error.kind, error.retryable]).toEqual(["invalid_response", true]);
  expect(error.message).toContain(message);
});

test("rejects arguments that are not JSON and differ from their deltas", async () => {
  const parts = [
    { type: "tool-input-start", id: "c", toolName: "look" },
    { type: "tool-input-delta", id: "c", delta: "{}" },
    { type: "tool-call", toolCallId: "c", toolName: "look", input: '{"a"' },
  ];
  const { kind, message } = await failureOf(streamed(streaming(whole(parts))));
  expect(kind).toBe("invalid_response");
  expect(message).toContain("differ from their pieces");
});

test("rejects an invalid result in both methods", async () => {
  for (const result of odd) {
    const mock = returning(() => result);
    for (const asked of [mock.model.generate(hello), streamed(mock)])
      expect((await failureOf(asked)).kind).toBe("invalid_response");
  }
  for (const stream of odd)
    expect((await failureOf(streamed(returning(() => ({ stream }))))).kind).toBe(
      "invalid_response",
    );
});

test("a stream that ends without a finish part is a broken connection", async () => {
  const { kind } = await failureOf(streamed(streaming([{ type: "stream-start", warnings: [] }])));
  expect(kind).toBe("network");
});

test.each([
  ["blocks", (id: string) => ({ type: "text-start", id })],
  [
    "calls that the provider makes",
    (id: string) => ({
      type: "tool-input-start",
      id,
      toolName: "web",
      providerExecuted: true,
    }),
  ],
])("rejects a stream with too many %s", async (_, part) => {
  const parts = Array.from({ length: 1_001 }, (_none, index) => part(`i${String(index)}`));
  expect((await streamed(streaming(whole(parts.slice(1))))).finishReason).toBe("stop");
  const { kind, message } = await failureOf(streamed(streaming(whole(parts))));
  expect(kind).toBe("invalid_response");
  expect(message).toContain("more than 1000 blocks or calls at once");
});
