// Converts a message of the API to a response of the contract.

import type { Message, StopReason } from "@anthropic-ai/sdk/resources/messages/messages";
import {
  contentText,
  type FinishReason,
  type ModelResponse,
  type ModelWarning,
  type ProviderData,
  type ResponsePart,
} from "@ptc/llm";
import {
  expectArray,
  expectObject,
  expectString,
  HttpError,
  isObject,
  presentFields,
  responseMetadata,
  textOrAbsent,
  type UncheckedObject,
} from "@ptc/llm/adapter";
import { usageOf } from "./usage.ts";

export interface AnsweredMessage {
  readonly data: Message;
  readonly response: Response;
}

export function responseOf(
  { data: message, response }: AnsweredMessage,
  modelId: string,
  warnings: readonly ModelWarning[],
): ModelResponse {
  const given = expectObject(message, "body");
  refuseFailure(given, response);
  const content = expectArray(given["content"], "content").flatMap(partOf);
  const { stop_reason: stopReason } = message;
  return presentFields({
    content,
    text: contentText(content),
    modelId: textOrAbsent(message.model) ?? modelId,
    responseId: textOrAbsent(message.id),
    usage: usageOf(message.usage),
    finishReason: finishReasonOf(stopReason),
    rawFinishReason: stopReason ?? undefined,
    warnings: warnings.length === 0 ? undefined : warnings,
    metadata: responseMetadata(response.headers),
  });
}

/** Proxies report failures with status 200: `{"type": "error", "error": {"type", "message"}}`. */
function refuseFailure({ error }: UncheckedObject, response: Response): void {
  if (!isObject(error)) return;
  const { type, message } = error;
  throw new HttpError(response, { code: textOrAbsent(type), message: textOrAbsent(message) });
}

/** Omits the blocks of tools that run on the server, which the contract doesn't have. */
function partOf(block: unknown, index: number): readonly ResponsePart[] {
  const path = `content[${String(index)}]`;
  const given = expectObject(block, path);
  switch (given["type"]) {
    case "text":
      return [{ type: "text", text: expectString(given["text"], `${path}.text`) }];
    case "thinking":
      return [
        {
          type: "thinking",
          text: expectString(given["thinking"], `${path}.thinking`),
          providerData: signed(given["signature"]),
        },
      ];
    case "redacted_thinking":
      return [{ type: "thinking", text: "", providerData: redacted(given["data"]) }];
    case "tool_use":
      return [
        {
          type: "tool-call",
          toolCallId: expectString(given["id"], `${path}.id`),
          toolName: expectString(given["name"], `${path}.name`),
          input: given["input"] ?? {},
        },
      ];
    default:
      return [];
  }
}

/** Returns the data that must come back with a thinking block. */
export function signed(signature: unknown): ProviderData {
  return { anthropic: { signature: typeof signature === "string" ? signature : "" } };
}

export function redacted(data: unknown): ProviderData {
  return { anthropic: { redacted: typeof data === "string" ? data : "" } };
}

const finishReasons = {
  end_turn: "stop",
  stop_sequence: "stop",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  tool_use: "tool_calls",
  refusal: "content_filtered",
  pause_turn: "other",
} as const satisfies Record<StopReason, FinishReason>;

const byWord: ReadonlyMap<unknown, FinishReason> = new Map(Object.entries(finishReasons));

export function finishReasonOf(reason: unknown): FinishReason {
  return byWord.get(reason) ?? "other";
}
