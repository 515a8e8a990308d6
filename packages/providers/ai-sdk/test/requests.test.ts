// Tests the calls of an AI SDK model.

import { describe, expect, test } from "vitest";
import type { ModelMessage, ToolDefinition } from "@ptc/llm";
import { answering, callFor, failureOf, hello, promptFor } from "./mock.ts";

const look: ToolDefinition = { name: "look", inputSchema: { type: "object", properties: {} } };

test("every field of a request is converted", async () => {
  const { call } = await callFor({
    ...hello,
    temperature: 0.5,
    topP: 0.9,
    topK: 3,
    seed: 11,
    maxOutputTokens: 77,
    stopSequences: ["END"],
    tools: [{ ...look, description: "Looks.", strict: true }],
    toolChoice: { toolName: "look" },
    output: { name: "answer", description: "It.", schema: { type: "object" } },
    thinking: { effort: "low" },
    providerOptions: { acme: { tier: "best" } },
  });
  const { abortSignal, ...rest } = call;
  expect(abortSignal?.aborted).toBe(false);
  expect(rest).toEqual({
    prompt: [{ role: "user", content: [{ type: "text", text: "Hello." }] }],
    temperature: 0.5,
    topP: 0.9,
    topK: 3,
    seed: 11,
    maxOutputTokens: 77,
    stopSequences: ["END"],
    tools: [{ type: "function", description: "Looks.", strict: true, ...look }],
    toolChoice: { type: "tool", toolName: "look" },
    responseFormat: {
      type: "json",
      name: "answer",
      description: "It.",
      schema: { type: "object" },
    },
    reasoning: "low",
    providerOptions: { acme: { tier: "best" } },
  });
});

test("a conversation becomes a prompt with system texts first and nothing empty", async () => {
  const call = { type: "tool-call", toolCallId: "c1", toolName: "look", input: null } as const;
  const result = { type: "tool-result", toolCallId: "c1", toolName: "look" } as const;
  const messages: readonly ModelMessage[] = [
    { role: "user", content: "One." },
    { role: "system", content: "Be brief." },
    { role: "assistant", content: " \n" },
    {
      role: "assistant",
      content: [
        { type: "text", text: "\n" },
        { ...call, malformedInput: '{"a"' },
      ],
    },
    {
      role: "tool",
      content: [
        { ...result, output: "text" },
        { ...result, output: { a: 1 } },
        { ...result, output: "no", isError: true, providerOptions: { acme: { x: 1 } } },
        { ...result, output: undefined, isError: true },
      ],
    },
  ];
  expect(await promptFor(messages)).toEqual([
    { role: "system", content: "Be brief." },
    { role: "user", content: [{ type: "text", text: "One." }] },
    { role: "assistant", content: [{ ...call, input: {} }] },
    {
      role: "tool",
      content: [
        { ...result, output: { type: "text", value: "text" } },
        { ...result, output: { type: "json", value: { a: 1 } } },
        {
          ...result,
          output: { type: "error-text", value: "no" },
          providerOptions: { acme: { x: 1 } },
        },
        { ...result, output: { type: "error-json", value: null } },
      ],
    },
  ]);
});

test("files are sent as bytes or as their unchanged URL", async () => {
  const url = "gs://bucket/A b.png";
  const data = Uint8Array.of(1, 2);
  const [message] = await promptFor([
    {
      role: "user",
      content: [
        { type: "file", mediaType: "image/png", filename: "a.png", data },
        { type: "file", mediaType: "image/png", url: "https://example.com/a.png" },
        { type: "file", mediaType: "image/png", url },
      ],
    },
  ]);
  expect(message?.content).toEqual([
    { type: "file", mediaType: "image/png", filename: "a.png", data: { type: "data", data } },
    {
      type: "file",
      mediaType: "image/png",
      data: { type: "url", url: new URL("https://example.com/a.png") },
    },
    {
      type: "file",
      mediaType: "image/png",
      data: { type: "url", url: new URL(url), originalUrl: url },
    },
  ]);
  const file = { type: "file", mediaType: "image/png", url: "a.png" } as const;
  const error = await failureOf(promptFor([{ role: "user", content: [file] }]));
  expect([error.kind, error.message]).toEqual([
    "invalid_request",
    'a file has an invalid URL: "a.png"',
  ]);
});

describe("thinking budgets", () => {
  const thinking = { maxTokens: 5_000 };

  test.each<readonly [string, object]>([
    ["anthropic.messages", { anthropic: { thinking: { type: "enabled", budgetTokens: 5_000 } } }],
    ["amazon-bedrock", { bedrock: { reasoningConfig: { type: "enabled", budgetTokens: 5_000 } } }],
    [
      "google.generative-ai",
      { google: { thinkingConfig: { includeThoughts: true, thinkingBudget: 5_000 } } },
    ],
  ])("become an option of %s", async (provider, providerOptions) => {
    const { call, warnings } = await callFor({ ...hello, thinking }, { provider });
    expect(call.providerOptions).toEqual(providerOptions);
    expect(warnings).toBeUndefined();
    const none = await callFor(
      { ...hello, thinking: { ...thinking, effort: "none" } },
      { provider },
    );
    expect([none.call.reasoning, none.call.providerOptions]).toEqual(["none", undefined]);
  });

  test("of other providers cause a warning and are not sent", async () => {
    const { call, warnings } = await callFor({ ...hello, thinking });
    expect(call.providerOptions).toBeUndefined();
    expect(warnings?.map(({ option }) => option)).toEqual(["thinking.maxTokens"]);
  });
});

test("warnings of the provider use the contract's names", async () => {
  const { model } = answering({
    warnings: [
      { type: "unsupported", feature: "topK" },
      { type: "compatibility", feature: "responseFormat", details: "By a tool." },
      { type: "unsupported", feature: "reasoning" },
      { type: "deprecated", setting: "x", message: "Use y." },
      { type: "other", message: "Hm." },
      7,
    ],
  });
  expect((await model.generate(hello)).warnings).toEqual([
    { option: "topK", message: "the provider does not know topK" },
    { option: "output", message: "By a tool." },
    { option: "thinking.effort", message: "the provider does not know thinking.effort" },
    { option: "x", message: "Use y." },
    { option: "request", message: "Hm." },
    { option: "request", message: "the provider does not know request" },
  ]);
});
