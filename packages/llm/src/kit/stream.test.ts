// Checks that a stream and a response of the same content are equivalent.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ModelResponse } from "../contract/model-response.ts";
import type { ResponsePart } from "../contract/response-part.ts";
import type { ModelStreamEvent } from "../contract/stream-event.ts";
import { ModelError } from "../errors/model-error.ts";
import { collectStream } from "./collect-stream.ts";
import { contentText } from "./content-text.ts";
import { streamResponse } from "./stream-response.ts";

async function* streamOf(...events: readonly ModelStreamEvent[]): AsyncGenerator<ModelStreamEvent> {
  for (const event of events) {
    await Promise.resolve();
    yield event;
  }
}

const finish: ModelStreamEvent = { type: "finish", finishReason: "stop" };

describe("collectStream", () => {
  test("joins deltas into parts, in order", async () => {
    const response = await collectStream(
      streamOf(
        {
          type: "response-start",
          modelId: "exact",
          responseId: "r1",
          warnings: [{ option: "topK", message: "not known" }],
        },
        { type: "thinking-delta", text: "let me " },
        { type: "thinking-delta", text: "see" },
        { type: "thinking-end", providerData: { p: { signature: "s" } } },
        { type: "text-delta", text: "It is " },
        { type: "text-delta", text: "3." },
        { type: "usage", usage: { inputTokens: 10, outputTokens: 1 } },
        { type: "usage", usage: { inputTokens: 10, outputTokens: 5 } },
        { type: "finish", finishReason: "stop", rawFinishReason: "end_turn" },
      ),
    );
    expect(response).toEqual({
      content: [
        { type: "thinking", text: "let me see", providerData: { p: { signature: "s" } } },
        { type: "text", text: "It is 3." },
      ],
      text: "It is 3.",
      finishReason: "stop",
      rawFinishReason: "end_turn",
      modelId: "exact",
      responseId: "r1",
      warnings: [{ option: "topK", message: "not known" }],
      usage: { inputTokens: 10, outputTokens: 5 },
    });
  });

  test("separates interleaved tool calls and parses their arguments", async () => {
    const { content } = await collectStream(
      streamOf(
        { type: "tool-call-start", toolCallId: "a", toolName: "search" },
        { type: "tool-call-delta", toolCallId: "a", inputText: '{"q":' },
        { type: "tool-call-start", toolCallId: "b", toolName: "now" },
        { type: "tool-call-delta", toolCallId: "a", inputText: '"x"}' },
        { type: "tool-call-end", toolCallId: "b" },
        { type: "tool-call-end", toolCallId: "a" },
        { type: "tool-call-start", toolCallId: "c", toolName: "bad" },
        { type: "tool-call-delta", toolCallId: "c", inputText: '{"q":' },
        { type: "tool-call-end", toolCallId: "c" },
        { type: "tool-call-start", toolCallId: "d", toolName: "whole" },
        { type: "tool-call-end", toolCallId: "d", input: { n: 1 } },
        { type: "finish", finishReason: "tool_calls" },
      ),
    );
    expect(content).toEqual([
      { type: "tool-call", toolCallId: "a", toolName: "search", input: { q: "x" } },
      { type: "tool-call", toolCallId: "b", toolName: "now", input: {} },
      { type: "tool-call", toolCallId: "c", toolName: "bad", input: null, malformedInput: '{"q":' },
      { type: "tool-call", toolCallId: "d", toolName: "whole", input: { n: 1 } },
    ]);
  });

  test("separates two thinking blocks, even one without text", async () => {
    const { content } = await collectStream(
      streamOf(
        { type: "thinking-delta", text: "one" },
        { type: "thinking-end" },
        { type: "thinking-delta", text: "two" },
        { type: "thinking-end" },
        { type: "thinking-end", providerData: { p: { sealed: "…" } } },
        finish,
      ),
    );
    expect(content).toEqual([
      { type: "thinking", text: "one" },
      { type: "thinking", text: "two" },
      { type: "thinking", text: "", providerData: { p: { sealed: "…" } } },
    ]);
  });

  test("separates blocks that grow at the same time by their ids", async () => {
    const { content } = await collectStream(
      streamOf(
        { type: "thinking-delta", id: "1", text: "It is " },
        { type: "text-delta", id: "1", text: "The first" },
        { type: "text-delta", id: "2", text: "The second" },
        { type: "thinking-delta", id: "1", text: "long." },
        { type: "text-delta", id: "1", text: " block." },
        { type: "thinking-end", id: "1", providerData: { p: { signature: "s" } } },
        { type: "text-end", id: "1" },
        { type: "text-delta", id: "2", text: " block." },
        { type: "text-delta", id: "1", text: "The third." },
        { type: "finish", finishReason: "stop" },
      ),
    );
    expect(content).toEqual([
      { type: "thinking", text: "It is long.", providerData: { p: { signature: "s" } } },
      { type: "text", text: "The first block." },
      { type: "text", text: "The second block." },
      { type: "text", text: "The third." },
    ]);
  });

  test("starts a new part after a tool call", async () => {
    const { content, text } = await collectStream(
      streamOf(
        { type: "text-delta", text: "a" },
        { type: "tool-call-start", toolCallId: "1", toolName: "t" },
        { type: "text-delta", text: "b" },
        { type: "tool-call-end", toolCallId: "1" },
        { type: "thinking-delta", text: "c" },
        { type: "text-delta", text: "d" },
        finish,
      ),
    );
    expect(content.map((part) => (part.type === "tool-call" ? part.toolName : part.text))).toEqual([
      "a",
      "t",
      "b",
      "c",
      "d",
    ]);
    expect(text).toBe("abd");
  });

  test.each(["length", "stopped", "content_filtered"] as const)(
    "doesn't treat a call cut off before its arguments as one without arguments: %s",
    async (finishReason) => {
      const { content } = await collectStream(
        streamOf(
          { type: "tool-call-start", toolCallId: "a", toolName: "list" },
          { type: "tool-call-end", toolCallId: "a" },
          { type: "tool-call-start", toolCallId: "b", toolName: "remove" },
          { type: "finish", finishReason },
        ),
      );
      expect(content).toEqual([
        { type: "tool-call", toolCallId: "a", toolName: "list", input: {} },
        {
          type: "tool-call",
          toolCallId: "b",
          toolName: "remove",
          input: null,
          malformedInput: "",
        },
      ]);
    },
  );

  test.each([
    [{ type: "text-delta" }, "a text-delta without its text"],
    [{ type: "tool-call-start", toolCallId: "a" }, "a tool-call-start without its toolName"],
  ])("rejects an event without its required text: %j", async (event, problem) => {
    await expect(collectStream(streamOf(event as ModelStreamEvent, finish))).rejects.toMatchObject({
      kind: "invalid_response",
      message: `the model's stream has ${problem}`,
    });
  });

  test("ignores events of unknown types", async () => {
    const unknown = { type: "constructor" } as unknown as ModelStreamEvent;
    expect(
      (
        await collectStream(streamOf(unknown, { type: "text-delta", text: "x" }, finish), {
          modelId: "m",
        })
      ).text,
    ).toBe("x");
  });

  test("rejects with the usage so far if the stream ends before the response does", async () => {
    const usage = { inputTokens: 7, outputTokens: 1 };
    await expect(
      collectStream(streamOf({ type: "text-delta", text: "It is" }, { type: "usage", usage })),
    ).rejects.toMatchObject({
      kind: "network",
      retryable: true,
      usage,
      message: "the model's stream ended before its answer did",
    });
  });

  test("rejects with the stream's error, sent or thrown, and the usage so far", async () => {
    const usage = { inputTokens: 7, outputTokens: 1 };
    const overloaded = new ModelError({ kind: "overloaded", requestId: "r" });
    await expect(
      collectStream(streamOf({ type: "usage", usage }, { type: "error", error: overloaded })),
    ).rejects.toMatchObject({ kind: "overloaded", requestId: "r", usage });
    async function* throwing(): AsyncGenerator<ModelStreamEvent> {
      yield* streamOf({ type: "usage", usage });
      throw Object.assign(new Error("gone"), { code: "ECONNRESET" });
    }
    await expect(collectStream(throwing(), { modelId: "m" })).rejects.toMatchObject({
      name: "ModelError",
      kind: "network",
      usage,
      modelId: "m",
    });
  });

  test.each<[string, ModelStreamEvent[]]>([
    [
      'the model\'s stream continues the tool call "x", which it never started',
      [{ type: "tool-call-delta", toolCallId: "x", inputText: "{" }],
    ],
    [
      'the model\'s stream starts the tool call "x" twice',
      [
        { type: "tool-call-start", toolCallId: "x", toolName: "t" },
        { type: "tool-call-start", toolCallId: "x", toolName: "t" },
      ],
    ],
  ])("rejects a stream with events out of order: %s", async (message, events) => {
    await expect(collectStream(streamOf(...events, finish))).rejects.toMatchObject({
      kind: "invalid_response",
      message,
    });
  });

  test("leaves and closes a hanging stream when the signal aborts", async () => {
    const controller = new AbortController();
    let isClosed = false;
    const hanging: AsyncIterable<ModelStreamEvent> = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => undefined),
        return: () => {
          isClosed = true;
          return Promise.reject(new Error("cannot close"));
        },
      }),
    };
    const pending = collectStream(hanging, { signal: controller.signal });
    controller.abort();
    await expect(pending).rejects.toMatchObject({ kind: "cancelled" });
    expect(isClosed).toBe(true);
  });
});

describe("streamResponse", () => {
  const text = fc.string({ unit: "binary", maxLength: 80 });
  const providerData = fc.record({ p: fc.record({ signature: fc.string() }) });
  const textPart = fc.record(
    { type: fc.constantFrom("text", "thinking"), text, providerData },
    { requiredKeys: ["type", "text"] },
  );
  const toolCall = fc.record({
    toolName: fc.string(),
    input: fc.jsonValue(),
    isMalformed: fc.boolean(),
  });
  const parts = fc.array(fc.oneof(textPart, toolCall)).map((list) =>
    list.map((part, index): ResponsePart => {
      if ("type" in part) return part;
      const call = {
        type: "tool-call",
        toolCallId: String(index),
        toolName: part.toolName,
      } as const;
      return part.isMalformed
        ? { ...call, input: null, malformedInput: `{:${part.toolName}` }
        : { ...call, input: part.input };
    }),
  );
  const optional = fc.record(
    {
      usage: fc.record({ inputTokens: fc.nat(), outputTokens: fc.nat() }),
      responseId: fc.string(),
      rawFinishReason: fc.string(),
      providerData,
    },
    { requiredKeys: [] },
  );

  test("is the inverse of collectStream", async () => {
    await fc.assert(
      fc.asyncProperty(parts, optional, async (content, rest) => {
        const response: ModelResponse = {
          content,
          text: contentText(content),
          finishReason: "other",
          modelId: "m",
          ...rest,
        };
        expect(await collectStream(streamResponse(response))).toEqual(response);
      }),
    );
  });

  test("never ends a delta inside a surrogate pair", async () => {
    const response: ModelResponse = {
      content: [{ type: "text", text: `a${"😀".repeat(40)}` }],
      text: "",
      finishReason: "stop",
      modelId: "m",
    };
    for await (const event of streamResponse(response))
      if (event.type === "text-delta") expect(event.text).not.toMatch(/[\uD800-\uDBFF]$/);
  });

  test("stops between events when the signal aborts", async () => {
    const controller = new AbortController();
    const response: ModelResponse = {
      content: [{ type: "text", text: "x".repeat(100) }],
      text: "",
      finishReason: "stop",
      modelId: "m",
    };
    const seen: string[] = [];
    const read = async (): Promise<void> => {
      for await (const event of streamResponse(response, controller.signal)) {
        seen.push(event.type);
        if (event.type === "text-delta") controller.abort();
      }
    };
    await expect(read()).rejects.toMatchObject({ kind: "cancelled" });
    expect(seen).toEqual(["response-start", "text-delta"]);
  });
});
