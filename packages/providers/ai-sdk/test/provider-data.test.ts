// Tests data that a provider attaches and needs back, and provider-specific options.

import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { describe, expect, test } from "vitest";
import type { ModelMessage, ModelRequest, ModelResponse } from "@ptc/llm";
import { aiSdkModel } from "../src/index.ts";
import { answering, failureOf, hello, promptFor, streamed, streaming, whole } from "./mock.ts";

describe("provider data goes back", () => {
  const signed = { acme: { signature: "c2lnbmVk" } };
  const call = { toolCallId: "c1", toolName: "look" };
  const later = [
    { role: "user", content: [{ type: "text", text: "Hello." }] },
    {
      role: "assistant",
      content: [
        { type: "reasoning", text: "Hm.", providerOptions: signed },
        { type: "reasoning", text: "So." },
        { type: "text", text: "I look.", providerOptions: { acme: { id: "t1" } } },
        { type: "tool-call", ...call, input: {}, providerOptions: { acme: { id: "c1" } } },
      ],
    },
  ];

  async function nextPrompt({ content }: ModelResponse) {
    return await promptFor([...hello.messages, { role: "assistant", content }]);
  }

  test("from a complete response", async () => {
    const { model } = answering({
      content: [
        { type: "reasoning", text: "Hm.", providerMetadata: signed },
        { type: "reasoning", text: "So." },
        { type: "text", text: "I look.", providerMetadata: { acme: { id: "t1" } } },
        { type: "tool-call", ...call, input: "{}", providerMetadata: { acme: { id: "c1" } } },
      ],
    });
    expect(await nextPrompt(await model.generate(hello))).toEqual(later);
  });

  test.each(["start", "delta", "end"])("from a stream, with the data at the %s", async (at) => {
    const block = (type: string, id: string, delta: string, metadata?: object) =>
      ["start", "delta", "end"].map((place) => ({
        type: `${type}-${place}`,
        id,
        ...(place === "delta" ? { delta } : {}),
        ...(place === at && metadata !== undefined ? { providerMetadata: metadata } : {}),
      }));
    const mock = streaming(
      whole([
        ...block("reasoning", "0", "Hm.", signed),
        ...block("reasoning", "0", "So."),
        ...block("text", "0", "I look.", { acme: { id: "t1" } }),
        { type: "tool-call", ...call, input: "{}", providerMetadata: { acme: { id: "c1" } } },
      ]),
    );
    expect(await nextPrompt(await streamed(mock))).toEqual(later);
  });

  test("to no other provider", async () => {
    const { model } = answering({ content: [{ type: "reasoning", text: "Hm." }] });
    const { content } = await model.generate(hello);
    const messages: readonly ModelMessage[] = [{ role: "assistant", content }, ...hello.messages];
    expect((await promptFor(messages)).map(({ role }) => role)).toEqual(["assistant", "user"]);
    const others = await promptFor(messages, { provider: "other.chat" });
    expect(others.map(({ role }) => role)).toEqual(["user"]);
  });
});

/** Returns the body that a real model sends for a request. */
async function bodyFor(
  make: (fetch: typeof globalThis.fetch) => Parameters<typeof aiSdkModel>[0],
  request: ModelRequest,
): Promise<Readonly<Record<string, unknown>>> {
  let body: unknown;
  const model = make((_, init) => {
    body = JSON.parse(init?.body as string);
    return Promise.resolve(new Response("", { status: 418 }));
  });
  await failureOf(aiSdkModel(model).generate(request));
  return body as Readonly<Record<string, unknown>>;
}

test("options that the provider's package knows are sent", async () => {
  const body = await bodyFor(
    (fetch) => createAnthropic({ apiKey: "k", fetch })("claude-opus-4-5"),
    {
      ...hello,
      thinking: { maxTokens: 2_000 },
      providerOptions: { anthropic: { serviceTier: "auto" }, other: { serviceTier: "foreign" } },
    },
  );
  expect(body).toMatchObject({
    service_tier: "auto",
    thinking: { type: "enabled", budget_tokens: 2_000 },
  });
  expect(JSON.stringify(body)).not.toContain("foreign");
});

test("thinking without a signature goes back to a server that expects its text", async () => {
  const messages: readonly ModelMessage[] = [
    ...hello.messages,
    {
      role: "assistant",
      content: [
        { type: "thinking", text: "Hm.", providerData: { deepseek: {} } },
        { type: "text", text: "Yes?" },
      ],
    },
  ];
  const named = (name: string) =>
    bodyFor(
      (fetch) => createOpenAICompatible({ name, baseURL: "http://localhost", fetch })("chat"),
      { messages },
    );
  expect((await named("deepseek"))["messages"]).toContainEqual({
    role: "assistant",
    content: "Yes?",
    reasoning_content: "Hm.",
  });
  expect((await named("acme"))["messages"]).toContainEqual({ role: "assistant", content: "Yes?" });
});
