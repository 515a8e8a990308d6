import { describe, expect, test } from "vitest";
import type { ModelAnswer, ModelFunction } from "../contract/model-function.ts";
import type { ModelRequest } from "../contract/model-request.ts";
import { isModelError } from "../errors/model-error.ts";
import { isLanguageModel, toLanguageModel } from "./to-language-model.ts";

const request: ModelRequest = { messages: [{ role: "user", content: "hello" }] };

function answering(answer: unknown): ModelFunction {
  return () => answer as ModelAnswer;
}

describe("a function as a model", () => {
  test("can return text", async () => {
    const model = toLanguageModel(async function echo({ messages }) {
      await Promise.resolve();
      return `${String(messages.length)} message`;
    });
    expect(model).toMatchObject({ contractVersion: 1, provider: "function", modelId: "echo" });
    expect(await model.generate(request)).toEqual({
      content: [{ type: "text", text: "1 message" }],
      text: "1 message",
      finishReason: "stop",
      modelId: "echo",
    });
  });

  test("can return a response with only some fields", async () => {
    const model = toLanguageModel(
      () => ({
        text: "hi",
        usage: { inputTokens: 1, outputTokens: 2 },
        finishReason: "length",
        modelId: "exact",
      }),
      { modelId: "asked" },
    );
    expect(await model.generate(request)).toEqual({
      content: [{ type: "text", text: "hi" }],
      text: "hi",
      finishReason: "length",
      modelId: "exact",
      usage: { inputTokens: 1, outputTokens: 2 },
    });
  });

  test("can return parts, from which the text and finish reason are derived", async () => {
    const content = [
      { type: "thinking", text: "hm" },
      { type: "text", text: "a" },
      { type: "text", text: "b" },
      { type: "tool-call", toolCallId: "1", toolName: "search", input: { q: 1 } },
    ] as const;
    expect(
      await toLanguageModel(() => ({ content, text: "ignored" })).generate(request),
    ).toMatchObject({ content, text: "ab", finishReason: "tool_calls" });
  });

  test.each([
    [undefined, "expected a string, or an object with text or content, got nothing"],
    [null, "expected a string, or an object with text or content, got null"],
    [42, "expected a string, or an object with text or content, got number"],
    [{}, "expected a string, or an object with text or content, got an object without"],
    [{ text: 1 }, "text: expected a string, got number"],
    [{ content: "x" }, "content: expected an array, got string"],
    [
      { content: [{ type: "text", text: "x" }, { type: "image" }] },
      "content[1].type: expected one of text, thinking, tool-call; got string",
    ],
    [
      { content: [{ type: "tool-call", toolCallId: "1" }] },
      "content[0].toolName: expected a string, got nothing",
    ],
    [
      { text: "x", finishReason: "done" },
      "finishReason: expected one of stop, length, tool_calls, content_filtered, stopped, other; got string",
    ],
    [
      { text: "x", usage: { inputTokens: -1, outputTokens: 0 } },
      "usage.inputTokens: expected a count, got -1",
    ],
  ])("rejects the function result %j with an explanation", async (answer, problem) => {
    await expect(toLanguageModel(answering(answer)).generate(request)).rejects.toMatchObject({
      kind: "invalid_response",
      retryable: false,
      message: `the model returned an invalid answer: ${problem}`,
    });
  });

  test("rejects with a model error if the function throws, synchronously or later", async () => {
    const atOnce = toLanguageModel(() => {
      throw new Error("out of order");
    });
    const later = toLanguageModel(() =>
      Promise.reject(Object.assign(new Error("slow down"), { status: 429 })),
    );
    await expect(atOnce.generate(request)).rejects.toMatchObject({
      name: "ModelError",
      kind: "unknown",
      message: "out of order",
      provider: "function",
    });
    await expect(later.generate(request)).rejects.toMatchObject({
      kind: "rate_limited",
      retryable: true,
    });
  });

  test("doesn't call the function if the signal has already aborted", async () => {
    let calls = 0;
    const model = toLanguageModel(() => {
      calls += 1;
      return "x";
    });
    await expect(model.generate({ ...request, signal: AbortSignal.abort() })).rejects.toMatchObject(
      { kind: "cancelled" },
    );
    expect(calls).toBe(0);
  });

  test("stops waiting for a hanging function on abort, and leaves no listener", async () => {
    const controller = new AbortController();
    let removed = 0;
    const remove = controller.signal.removeEventListener.bind(controller.signal);
    controller.signal.removeEventListener = (...args: Parameters<typeof remove>): void => {
      removed += 1;
      remove(...args);
    };
    let finish: (answer: string) => void = () => undefined;
    const pending = toLanguageModel(
      () =>
        new Promise<string>((resolve) => {
          finish = resolve;
        }),
    ).generate({ ...request, signal: controller.signal });
    controller.abort();
    const error: unknown = await pending.catch((reason: unknown) => reason);
    expect(isModelError(error) && error.kind).toBe("cancelled");
    finish("too late");
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    expect(removed).toBe(1);
  });

  test("a function that aborts its own signal and then fails causes one handled rejection", async () => {
    const controller = new AbortController();
    const model = toLanguageModel((): never => {
      controller.abort();
      throw new Error("after the abort");
    });
    await expect(model.generate({ ...request, signal: controller.signal })).rejects.toMatchObject({
      kind: "cancelled",
    });
  });
});

describe("toLanguageModel", () => {
  test("returns a model unchanged", () => {
    const model = toLanguageModel(() => "x");
    expect(toLanguageModel(model)).toBe(model);
    expect(isLanguageModel(model)).toBe(true);
  });

  test("reads the capabilities of a function from the options", () => {
    expect(toLanguageModel(() => "x").capabilities.toolCalls).toBe(false);
    expect(toLanguageModel(() => "x", { capabilities: { toolCalls: true } }).capabilities).toEqual({
      streaming: false,
      toolCalls: true,
      structuredOutput: "none",
      thinking: false,
    });
  });

  test.each<[unknown, string]>([
    ["gpt", "got string"],
    [null, "got null"],
    [{ contractVersion: 2, generate: () => "x" }, "got an object of contract version 2"],
    [{ generate: () => "x" }, "got an object"],
  ])("rejects %j", (value, problem) => {
    expect(isLanguageModel(value)).toBe(false);
    expect(() => toLanguageModel(value as ModelFunction)).toThrow(
      `model: expected a language model (contract version 1) or a function of the request, ${problem}`,
    );
  });
});
