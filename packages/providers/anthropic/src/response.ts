// A message of the API as an answer of the contract.

import type { Message, StopReason } from "@anthropic-ai/sdk/resources/messages/messages";
import {
  contentText,
  type FinishReason,
  type ModelResponse,
  type ModelWarning,
  type ProviderData,
  type ResponsePart,
} from "@ptc/llm";
import { presentFields, responseMetadata } from "@ptc/llm/adapter";
import { WrongShape } from "./errors.ts";
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
  const given = objectOf(message, "the body");
  if (!Array.isArray(given["content"])) throw new WrongShape("content is no list");
  const content = given["content"].flatMap((block, place) => partOf(block, place));
  const { stop_reason: stopReason } = message;
  return presentFields({
    content,
    text: contentText(content),
    modelId: typeof message.model === "string" ? message.model : modelId,
    responseId: typeof message.id === "string" ? message.id : undefined,
    usage: usageOf(message.usage),
    finishReason: finishReasonOf(stopReason),
    rawFinishReason: stopReason ?? undefined,
    warnings: warnings.length === 0 ? undefined : warnings,
    metadata: responseMetadata(response.headers),
  });
}

/** Blocks that servers make for their own tools bring nothing that the contract has a word for. */
function partOf(block: unknown, place: number): readonly ResponsePart[] {
  const given = objectOf(block, `content[${String(place)}]`);
  switch (given["type"]) {
    case "text":
      return [{ type: "text", text: textOf(given["text"], `content[${String(place)}].text`) }];
    case "thinking":
      return [
        {
          type: "thinking",
          text: textOf(given["thinking"], `content[${String(place)}].thinking`),
          providerData: signed(given["signature"]),
        },
      ];
    case "redacted_thinking":
      return [{ type: "thinking", text: "", providerData: redacted(given["data"]) }];
    case "tool_use":
      return [
        {
          type: "tool-call",
          toolCallId: textOf(given["id"], `content[${String(place)}].id`),
          toolName: textOf(given["name"], `content[${String(place)}].name`),
          input: given["input"] ?? {},
        },
      ];
    default:
      return [];
  }
}

/** What the API wants back with a block of thinking. */
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

export function objectOf(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return value as Readonly<Record<string, unknown>>;
  throw new WrongShape(`${place} is no object`);
}

export function textOf(value: unknown, place: string): string {
  if (typeof value === "string") return value;
  throw new WrongShape(`${place} is no text`);
}
