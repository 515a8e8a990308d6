// Chat Completions, by its documentation and the types of the SDK, with thinking as OpenRouter
// documents it.

import type { ChatCompletion, ChatCompletionChunk } from "openai/resources/chat/completions";
import type { CompletionUsage } from "openai/resources/completions";
import type { WireAnswer, WireFormat } from "@ptc/llm/testing";
import { readRequest } from "./read-chat.ts";
import { errorOf, failureReply, json, pieces, type Reasoning } from "./wire-shared.ts";

const event = (chunk: object): string => `data: ${JSON.stringify(chunk)}\n\n`;

export const wire: WireFormat = {
  streamType: "text/event-stream",
  answer: (answer) => ({ status: 200, headers: json, body: JSON.stringify(completionOf(answer)) }),
  events: (answer) => [...chunksOf(answer).map(event), "data: [DONE]\n\n"],
  failure: failureReply,
  failureEvent: (failure) => event({ error: errorOf(failure) }),
  pings: [
    ": OPENROUTER PROCESSING\n\n",
    'data: {"choices": [{"index": 0, "delta": {"content": ""}}]}\n\n',
  ],
  brokenEvent: 'data: {"id": "x", "choi\n\n',
  read: readRequest,
};

const finishReasons = {
  stop: "stop",
  length: "length",
  tool_calls: "tool_calls",
  content_filtered: "content_filter",
} as const satisfies Record<WireAnswer["finishReason"], ChatCompletion.Choice["finish_reason"]>;

function textOf({ parts }: WireAnswer, type: "text" | "thinking"): string {
  return parts.flatMap((part) => (part.type === type ? [part.text] : [])).join("");
}

function signatureOf({ parts }: WireAnswer): string | undefined {
  return parts.flatMap((part) => (part.type === "thinking" ? [part.signature] : []))[0];
}

function detail(more: { readonly text?: string; readonly signature?: string | null }): Reasoning {
  const { text } = more;
  return {
    ...(text === undefined ? {} : { reasoning: text }),
    reasoning_details: [
      { type: "reasoning.text", format: "anthropic-claude-v1", index: 0, ...more },
    ],
  };
}

function usageOf({ usage }: WireAnswer): CompletionUsage {
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: usage.inputTokens + usage.outputTokens,
    prompt_tokens_details: { cached_tokens: usage.cachedInputTokens },
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
  };
}

function completionOf(answer: WireAnswer): ChatCompletion {
  const { id, modelId: model, parts, finishReason } = answer;
  const more = answer.hasUnknownFields === true ? { next_version: { deep: [1] } } : {};
  const text = textOf(answer, "text");
  const signature = signatureOf(answer);
  const calls = parts.flatMap((part) =>
    part.type === "tool-call"
      ? [
          {
            type: "function" as const,
            id: part.id,
            function: { name: part.name, arguments: part.inputText },
            ...more,
          },
        ]
      : [],
  );
  const message: ChatCompletion.Choice["message"] & Reasoning = {
    role: "assistant",
    content: text === "" ? null : text,
    refusal: null,
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    ...(signature === undefined ? {} : detail({ text: textOf(answer, "thinking"), signature })),
    ...more,
  };
  const finish_reason = finishReasons[finishReason];
  return {
    id,
    object: "chat.completion",
    created: 1_790_000_000,
    model,
    choices: [{ index: 0, finish_reason, logprobs: null, message, ...more }],
    usage: usageOf(answer),
    ...more,
  };
}

type Delta = ChatCompletionChunk.Choice.Delta & Reasoning;

function chunksOf(answer: WireAnswer): readonly ChatCompletionChunk[] {
  const { id, modelId: model, finishReason } = answer;
  const more = answer.hasUnknownFields === true ? { next_version: { deep: [1] } } : {};
  const chunk = (choices: ChatCompletionChunk["choices"]): ChatCompletionChunk => ({
    id,
    object: "chat.completion.chunk",
    created: 1_790_000_000,
    model,
    choices,
    usage: null,
    ...more,
  });
  const last = finishReasons[finishReason];
  return [
    ...deltasOf(answer).map((delta) => chunk([{ index: 0, delta, finish_reason: null, ...more }])),
    chunk([{ index: 0, delta: {}, finish_reason: last }]),
    { ...chunk([]), usage: usageOf(answer) },
  ];
}

function deltasOf(answer: WireAnswer): readonly Delta[] {
  const signature = signatureOf(answer);
  const calls = answer.parts.filter((part) => part.type === "tool-call");
  return [
    { role: "assistant", content: "" },
    ...pieces(textOf(answer, "thinking")).map((text) => detail({ text })),
    ...(signature === undefined ? [] : [detail({ signature })]),
    ...pieces(textOf(answer, "text")).map((content) => ({ content })),
    ...calls.flatMap(({ id, name, inputText }, index): readonly Delta[] => [
      { tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] },
      ...pieces(inputText).map((text) => ({
        tool_calls: [{ index, function: { arguments: text } }],
      })),
    ]),
  ];
}
