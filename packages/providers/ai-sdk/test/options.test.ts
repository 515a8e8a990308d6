// Tests the options of `aiSdkModel`, and the detected capabilities.

import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { wrapLanguageModel } from "ai";
import { MockLanguageModelV3, MockLanguageModelV4 } from "ai/test";
import { describe, expect, test, vi } from "vitest";
import { aiSdkModel } from "../src/index.ts";
import { hello } from "./mock.ts";

type Given = Parameters<typeof aiSdkModel>;

const mock = (more: ConstructorParameters<typeof MockLanguageModelV4>[0] = {}) =>
  new MockLanguageModelV4(more);

const plain = {
  specificationVersion: "v4",
  provider: "amazon-bedrock",
  modelId: "nova",
  doGenerate: () => Promise.reject(new Error("not called")),
  doStream: () => Promise.reject(new Error("not called")),
} as const;

test.each<readonly [string, unknown, unknown, string]>([
  ["a name", "openai/gpt-5", {}, 'got the string "openai/gpt-5": create it'],
  ["v3", new MockLanguageModelV3(), {}, "specification v4, got v3: update the provider's package"],
  [
    "v2",
    { ...plain, specificationVersion: "v2" },
    {},
    "wrapLanguageModel({ model, middleware: [] })",
  ],
  ["nothing", undefined, {}, "expected an AI SDK language model (specification v4)"],
  ["no name", mock({ provider: " " }), {}, "expected an AI SDK language model (specification v4)"],
  [
    "a model for something else",
    { specificationVersion: "v4", provider: "x", modelId: "y", doEmbed: () => 1 },
    {},
    "(specification v4) with provider, modelId, doGenerate and doStream",
  ],
  ["no options", mock(), null, "expected options: timeoutMs, totalTimeoutMs, capabilities"],
  [
    "an unknown option",
    mock(),
    { apiKey: "k" },
    "apiKey: unknown option (expected timeoutMs, totalTimeoutMs, capabilities)",
  ],
  ["no time", mock(), { timeoutMs: 0 }, "timeoutMs: expected a whole number"],
  ["too long a time", mock(), { timeoutMs: 2 ** 31 }, "timeoutMs: expected a whole number"],
  ["no capabilities", mock(), { capabilities: "all" }, "capabilities: expected an object"],
])("rejects %s", (_, model, options, message) => {
  const make = () => aiSdkModel(model as Given[0], options as Given[1]);
  expect(make).toThrow(TypeError);
  expect(make).toThrow(message);
});

test("a model of an earlier specification works after the conversion that the error suggests", async () => {
  const model = wrapLanguageModel({
    model: new MockLanguageModelV3({
      doGenerate: {
        content: [{ type: "text", text: "Good day." }],
        finishReason: { unified: "stop", raw: "stop" },
        usage: {
          inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 2, text: 2, reasoning: 0 },
        },
        warnings: [],
      },
    }),
    middleware: [],
  });
  expect((await aiSdkModel(model).generate(hello)).text).toBe("Good day.");
});

describe("capabilities", () => {
  test("of an unknown provider are those of the specification", () => {
    expect(aiSdkModel(mock()).capabilities).toEqual({
      streaming: true,
      toolCalls: true,
      structuredOutput: "none",
      thinking: false,
    });
  });

  test.each([
    ["anthropic.messages", "schema", true, true],
    ["vertex.anthropic.messages", "schema", true, true],
    ["amazon-bedrock", "schema", true, true],
    ["google.generative-ai", "schema", true, true],
    ["google.vertex.chat", "schema", true, true],
    ["openai.responses", "schema", true, true],
    ["azure.chat", "schema", true, true],
    ["mistral.chat", "schema", false, true],
    ["xai.responses", "schema", true, true],
    ["groq.chat", "none", false, false],
  ])("of %s are detected", (provider, structuredOutput, thinking, takesImages) => {
    const { capabilities } = aiSdkModel(mock({ provider }));
    expect([capabilities.structuredOutput, capabilities.thinking]).toEqual([
      structuredOutput,
      thinking,
    ]);
    expect(capabilities.files?.includes("image/png") ?? false).toBe(takesImages);
  });

  test("of a real model include the files it accepts as URLs", () => {
    const { fileUrls } = aiSdkModel(
      createAnthropic({ apiKey: "k" })("claude-sonnet-5"),
    ).capabilities;
    expect(fileUrls).toEqual([
      "image/png",
      "image/jpeg",
      "image/gif",
      "image/webp",
      "application/pdf",
    ]);
  });

  test("of a model include schemas if it reports structured outputs", () => {
    const server = { name: "acme", baseURL: "http://localhost/v1" };
    const held = createOpenAICompatible({ ...server, supportsStructuredOutputs: true })("m1");
    expect(aiSdkModel(held).capabilities.structuredOutput).toBe("schema");
    const free = createOpenAICompatible(server)("m1");
    expect(aiSdkModel(free).capabilities.structuredOutput).toBe("none");
  });

  test("exclude URLs if a model accepts only some", () => {
    const model = { ...plain, supportedUrls: { "image/*": [/^s3:/] } };
    expect(aiSdkModel(model).capabilities.fileUrls).toBeUndefined();
    const any = { ...plain, supportedUrls: { "*": [/^https?:/] } };
    const capabilities = { files: ["image/png"] };
    expect(aiSdkModel(any, { capabilities }).capabilities.fileUrls).toEqual(["image/png"]);
  });

  test("can be overridden by the user", () => {
    const capabilities = { toolCalls: false, contextWindow: 8_000, fileUrls: ["image/gif"] };
    expect(
      aiSdkModel(mock({ provider: "openai.chat" }), { capabilities }).capabilities,
    ).toMatchObject({ ...capabilities, structuredOutput: "schema" });
  });

  test("don't wait for asynchronous URL support, and handle its rejection", async () => {
    const rejected = vi.fn();
    process.on("unhandledRejection", rejected);
    const supportedUrls = () => Promise.reject(new Error("no"));
    aiSdkModel(mock({ provider: "openai.chat", supportedUrls }));
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", rejected);
    expect(rejected).not.toHaveBeenCalled();
  });
});

test("the provider's name is the one its options use", () => {
  const names = ["anthropic.messages", "openai", " acme .chat", ".odd"].map(
    (provider) => aiSdkModel(mock({ provider })).provider,
  );
  expect(names).toEqual(["anthropic", "openai", "acme", ".odd"]);
});
