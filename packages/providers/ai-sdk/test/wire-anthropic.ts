// Anthropic's documented Messages API, for models of `@ai-sdk/anthropic`.

import type { WireAnswer, WireFailure, WireFormat, WirePart } from "@ptc/llm/testing";
import { readRequest } from "./read-anthropic.ts";
import { json, pieces, statuses, type Fields } from "./wire-shared.ts";

export const wire: WireFormat = {
  streamType: "text/event-stream",
  textArguments: ["stream"],
  answer: (answer) => ({ status: 200, headers: json, body: JSON.stringify(messageOf(answer)) }),
  events: (answer) => eventsOf(answer).map(event),
  failure: (failure) => ({
    status: statuses[failure.kind],
    headers: json,
    body: JSON.stringify(errorOf(failure)),
  }),
  failureEvent: (failure) => event(errorOf(failure)),
  pings: ['event: ping\ndata: {"type": "ping"}\n\n', ": keep-alive\n\n"],
  brokenEvent: 'event: content_block_delta\ndata: {"type": "content_block_de\n\n',
  read: readRequest,
};

function event(data: { readonly type: string }): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
}

const stopReasons = {
  stop: "end_turn",
  length: "max_tokens",
  tool_calls: "tool_use",
  content_filtered: "refusal",
} as const satisfies Record<WireAnswer["finishReason"], string>;

function messageOf(answer: WireAnswer): Fields {
  return {
    id: answer.id,
    type: "message",
    role: "assistant",
    model: answer.modelId,
    content: answer.parts.map(blockOf),
    stop_reason: stopReasons[answer.finishReason],
    stop_sequence: null,
    usage: usageOf(answer),
    ...(answer.hasUnknownFields === true ? { next_version: { deep: [1] } } : {}),
  };
}

function blockOf(part: WirePart): Fields {
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text };
    case "thinking":
      return { type: "thinking", thinking: part.text, signature: part.signature };
    case "tool-call": {
      const input: unknown = JSON.parse(part.inputText);
      return { type: "tool_use", id: part.id, name: part.name, input };
    }
  }
}

function usageOf({ usage }: WireAnswer): Fields {
  return {
    input_tokens: usage.inputTokens - usage.cachedInputTokens,
    cache_read_input_tokens: usage.cachedInputTokens,
    cache_creation_input_tokens: 0,
    output_tokens: usage.outputTokens,
    output_tokens_details: { thinking_tokens: usage.reasoningTokens },
  };
}

function eventsOf(answer: WireAnswer): readonly { readonly type: string }[] {
  const whole = messageOf({ ...answer, parts: [] });
  return [
    {
      type: "message_start",
      message: { ...whole, stop_reason: null, usage: { ...usageOf(answer), output_tokens: 1 } },
    } as { readonly type: string },
    ...answer.parts.flatMap(blockEvents),
    {
      type: "message_delta",
      delta: { stop_reason: stopReasons[answer.finishReason], stop_sequence: null },
      usage: usageOf(answer),
    } as { readonly type: string },
    { type: "message_stop" },
  ];
}

/** Returns the start, delta and stop events of a block. */
function blockEvents(part: WirePart, index: number): readonly { readonly type: string }[] {
  const { first, deltas } = growing(part);
  return [
    { type: "content_block_start", index, content_block: first },
    ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ] as readonly { readonly type: string }[];
}

function growing(part: WirePart): { readonly first: Fields; readonly deltas: readonly Fields[] } {
  switch (part.type) {
    case "text":
      return {
        first: { type: "text", text: "" },
        deltas: pieces(part.text).map((text) => ({ type: "text_delta", text })),
      };
    case "thinking":
      return {
        first: { type: "thinking", thinking: "", signature: "" },
        deltas: [
          ...pieces(part.text).map((thinking) => ({ type: "thinking_delta", thinking })),
          { type: "signature_delta", signature: part.signature },
        ],
      };
    case "tool-call":
      return {
        first: { type: "tool_use", id: part.id, name: part.name, input: {} },
        deltas: pieces(part.inputText).map((text) => ({
          type: "input_json_delta",
          partial_json: text,
        })),
      };
  }
}

const errorTypes: Readonly<Record<WireFailure["kind"], string>> = {
  rate_limited: "rate_limit_error",
  overloaded: "overloaded_error",
  server_error: "api_error",
  auth: "authentication_error",
  invalid_request: "invalid_request_error",
  context_too_long: "invalid_request_error",
  content_filtered: "invalid_request_error",
};

function errorOf({ kind, message }: WireFailure) {
  const text = kind === "content_filtered" ? "Output blocked by content filtering policy" : message;
  return { type: "error", request_id: "req_1", error: { type: errorTypes[kind], message: text } };
}
