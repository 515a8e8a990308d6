// Tests missions of an agent on AI SDK models, and stopped conversations.

import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { MockLanguageModelV4 } from "ai/test";
import { expect, test } from "vitest";
import { collectStream, type ModelMessage, type ResponsePart } from "@ptc/llm";
import { defineAgent, run } from "@ptc/subagent";
import { aiSdkModel } from "../src/index.ts";
import {
  eventsOf,
  hello,
  stop,
  streamed,
  streaming,
  streamFrom,
  streamOf,
  usage,
  whole,
} from "./mock.ts";

const program = (text: string) =>
  whole([
    { type: "reasoning-start", id: "0" },
    { type: "reasoning-delta", id: "0", delta: "Hm." },
    { type: "reasoning-end", id: "0", providerMetadata: { acme: { signature: "c2lnbmVk" } } },
    { type: "text-start", id: "1" },
    ...text.split(/(?<= )/).map((delta) => ({ type: "text-delta", id: "1", delta })),
    { type: "text-end", id: "1" },
  ]);

test("a mission reads a tool result, handles an error, and returns", async () => {
  const answers = [
    "(def orders (tool/orders))\n(println (count orders) (nth orders 9))",
    "(return (sum-by :amount orders))",
  ];
  const mock: MockLanguageModelV4 = new MockLanguageModelV4({
    provider: "acme.chat",
    modelId: "m1",
    doStream: () =>
      Promise.resolve({ stream: streamOf(program(answers[mock.doStreamCalls.length - 1] ?? "")) }),
  });
  const agent = defineAgent({
    prompt: "How much was paid?",
    signature: "() -> :int",
    tools: { orders: () => [{ amount: 20 }, { amount: 5 }] },
  });
  const step = await run(agent, { llm: aiSdkModel(mock) });
  expect(step.ok ? step.return : step.fail.message).toBe(25);
  expect(mock.doGenerateCalls).toEqual([]);
  expect(mock.doStreamCalls).toHaveLength(2);
  expect([step.usage?.inputTokens, step.usage?.outputTokens]).toEqual([24, 10]);
  // The thinking of the first response was sent back with its signature.
  expect(mock.doStreamCalls[1]?.prompt).toContainEqual(
    expect.objectContaining({
      role: "assistant",
      content: expect.arrayContaining([
        {
          type: "reasoning",
          text: "Hm.",
          providerOptions: { acme: { signature: "c2lnbmVk" } },
        },
      ]) as unknown,
    }),
  );
});

test("the conversation can continue after a stop at any event, and after an abort", async () => {
  const parts = [
    ...program("I look at both.").slice(0, -1),
    { type: "tool-input-start", id: "c1", toolName: "look" },
    { type: "tool-input-delta", id: "c1", delta: '{"at":' },
    { type: "tool-input-delta", id: "c1", delta: '"a"}' },
    { type: "tool-input-end", id: "c1" },
    { type: "tool-call", toolCallId: "c1", toolName: "look", input: '{"at":"a"}' },
    { type: "tool-call", toolCallId: "c2", toolName: "look", input: '{"at":"b"}' },
    { type: "finish", usage, finishReason: stop },
  ];
  const events = (await eventsOf(streaming(parts))).length;
  expect(events).toBeGreaterThan(12);
  for (let last = 1; last < events; last++) {
    const mock = streaming(parts);
    let seen = 0;
    const { content, finishReason } = await collectStream(streamFrom(mock), {
      onEvent: () => (++seen === last ? "stop" : undefined),
    });
    expect(finishReason).toBe("stopped");
    await streamed(mock, {
      messages: [...hello.messages, ...historyOf(content), { role: "user", content: "Go on." }],
    });
    isAccepted(mock.calls()[1]?.prompt ?? []);

    const stopping = new AbortController();
    const { signal } = stopping;
    seen = 0;
    const aborted = collectStream(streamFrom(mock, { ...hello, signal }), {
      signal,
      onEvent: () => {
        if (++seen === last) stopping.abort();
        return undefined;
      },
    });
    await expect(aborted).rejects.toMatchObject({ kind: "cancelled" });
  }
});

/** Returns messages with the partial response, and results for its calls. */
function historyOf(content: readonly ResponsePart[]): readonly ModelMessage[] {
  const results = content.flatMap((part) =>
    part.type === "tool-call"
      ? [
          {
            type: "tool-result" as const,
            toolCallId: part.toolCallId,
            toolName: part.toolName,
            output: "The call was not made: the answer was stopped.",
            isError: true,
          },
        ]
      : [],
  );
  return [
    { role: "assistant", content },
    ...(results.length === 0 ? [] : [{ role: "tool" as const, content: results }]),
  ];
}

/**
 * Asserts that APIs would accept the prompt: nothing empty, inputs that are objects, a result per
 * call.
 */
function isAccepted(prompt: LanguageModelV4Prompt): void {
  let open: readonly string[] = [];
  for (const { role, content } of prompt) {
    expect(content.length).toBeGreaterThan(0);
    const parts = typeof content === "string" ? [] : content;
    expect(parts.flatMap((part) => (part.type === "tool-result" ? part.toolCallId : []))).toEqual(
      role === "tool" ? open : [],
    );
    if (role !== "tool") expect(open).toEqual([]);
    open = parts.flatMap((part) => (part.type === "tool-call" ? part.toolCallId : []));
    for (const part of parts) {
      if (part.type === "text") expect(part.text.trim()).not.toBe("");
      if (part.type === "tool-call") expect(part.input).toBeTypeOf("object");
    }
  }
  expect(open).toEqual([]);
}
