// Chat Completions in the variant of DeepSeek and others, for `@ai-sdk/openai-compatible`: thinking
// has no signature, and the last chunk has the usage.

import type { WireAnswer, WireFailure, WireFormat } from "@ptc/llm/testing";
import { readRequest } from "./read-chat.ts";
import { json, pieces, statuses, type Fields } from "./wire-shared.ts";

const event = (chunk: Fields): string => `data: ${JSON.stringify(chunk)}\n\n`;

export const wire: WireFormat = {
  streamType: "text/event-stream",
  answer: (answer) => ({ status: 200, headers: json, body: JSON.stringify(completionOf(answer)) }),
  events: (answer) => [...chunksOf(answer).map(event), "data: [DONE]\n\n"],
  failure: (failure) => ({
    status: statuses[failure.kind],
    headers: json,
    body: JSON.stringify({ error: errorOf(failure) }),
  }),
  failureEvent: (failure) => event({ error: errorOf(failure) }),
  pings: [": keep-alive\n\n", 'data: {"choices": [{"index": 0, "delta": {}}]}\n\n'],
  brokenEvent: 'data: {"id": "x", "choi\n\n',
  read: readRequest,
};

const finishReasons = {
  stop: "stop",
  length: "length",
  tool_calls: "tool_calls",
  content_filtered: "content_filter",
} as const satisfies Record<WireAnswer["finishReason"], string>;

const codes: Readonly<Record<WireFailure["kind"], string | number | null>> = {
  rate_limited: "rate_limit_exceeded",
  // OpenRouter sends statuses as codes.
  overloaded: 529,
  server_error: null,
  auth: "invalid_api_key",
  invalid_request: null,
  context_too_long: "context_length_exceeded",
  content_filtered: "content_policy_violation",
};

function errorOf({ kind, message }: WireFailure): Fields {
  return { message, code: codes[kind], type: null, param: null };
}

function textOf({ parts }: WireAnswer, type: "text" | "thinking"): string {
  return parts.flatMap((part) => (part.type === type ? [part.text] : [])).join("");
}

function usageOf({ usage }: WireAnswer): Fields {
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: usage.inputTokens + usage.outputTokens,
    prompt_tokens_details: { cached_tokens: usage.cachedInputTokens },
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
  };
}

function laterFields({ hasUnknownFields }: WireAnswer): Fields {
  return hasUnknownFields === true ? { next_version: { deep: [1] } } : {};
}

function callsOf({ parts }: WireAnswer): readonly Fields[] {
  return parts.flatMap((part) =>
    part.type === "tool-call"
      ? [
          {
            type: "function",
            id: part.id,
            function: { name: part.name, arguments: part.inputText },
          },
        ]
      : [],
  );
}

function completionOf(answer: WireAnswer): Fields {
  const { id, modelId: model, finishReason } = answer;
  const more = laterFields(answer);
  const text = textOf(answer, "text");
  const thinking = textOf(answer, "thinking");
  const calls = callsOf(answer);
  const message = {
    role: "assistant",
    content: text === "" ? null : text,
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    ...(thinking === "" ? {} : { reasoning_content: thinking }),
    ...more,
  };
  return {
    id,
    object: "chat.completion",
    created: 1_790_000_000,
    model,
    choices: [{ index: 0, finish_reason: finishReasons[finishReason], message, ...more }],
    usage: usageOf(answer),
    ...more,
  };
}

function chunksOf(answer: WireAnswer): readonly Fields[] {
  const { id, modelId: model, finishReason } = answer;
  const more = laterFields(answer);
  const chunk = (choices: readonly Fields[], usage: Fields | null = null): Fields => ({
    id,
    object: "chat.completion.chunk",
    created: 1_790_000_000,
    model,
    choices,
    usage,
    ...more,
  });
  const deltas: readonly Fields[] = [
    { role: "assistant", content: "" },
    ...pieces(textOf(answer, "thinking")).map((text) => ({ reasoning_content: text })),
    ...pieces(textOf(answer, "text")).map((content) => ({ content })),
    ...callsOf(answer).flatMap(callDeltas),
  ];
  return [
    ...deltas.map((delta) => chunk([{ index: 0, delta, finish_reason: null, ...more }])),
    chunk([{ index: 0, delta: {}, finish_reason: finishReasons[finishReason] }], usageOf(answer)),
  ];
}

/** The name comes before the arguments. */
function callDeltas(call: Fields, index: number): readonly Fields[] {
  const { name, arguments: inputText } = call["function"] as Readonly<Record<string, string>>;
  return [
    { tool_calls: [{ ...call, index, function: { name, arguments: "" } }] },
    ...pieces(inputText ?? "").map((text) => ({
      tool_calls: [{ index, function: { arguments: text } }],
    })),
  ];
}
