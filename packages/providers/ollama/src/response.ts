// An answer of the API as one of the contract.

import {
  contentText,
  type FinishReason,
  type ModelResponse,
  type ModelUsage,
  type ResponseMetadata,
  type ResponsePart,
} from "@ptc/llm";
import { presentFields, responseMetadata } from "@ptc/llm/adapter";
import { WrongShape } from "./errors.ts";
import type { ApiRequest } from "./request.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** What is known of an answer before it is read. */
export interface ReadingOptions extends Pick<ApiRequest, "warnings" | "nextCall"> {
  readonly modelId: string;
  /** The headers of the answer. */
  readonly answered: Headers;
}

export function responseOf(
  answer: unknown,
  { modelId, warnings, nextCall, answered }: ReadingOptions,
): ModelResponse {
  const given = objectOf(answer, "the body");
  const message = objectOf(given["message"], "message");
  const content = partsOf(message, nextCall);
  const reason = given["done_reason"];
  return presentFields({
    content,
    text: contentText(content),
    modelId: typeof given["model"] === "string" ? given["model"] : modelId,
    usage: usageOf(given),
    finishReason: finishReasonOf(reason, content),
    rawFinishReason: typeof reason === "string" ? reason : undefined,
    warnings: warnings.length === 0 ? undefined : warnings,
    metadata: metadataOf(answered, given),
  });
}

function partsOf(message: Fields, firstCall: number): readonly ResponsePart[] {
  const thinking = textIn(message, "thinking");
  const text = textIn(message, "content");
  return [
    ...(thinking === "" ? [] : [{ type: "thinking" as const, text: thinking }]),
    ...(text === "" ? [] : [{ type: "text" as const, text }]),
    ...callsIn(message).map(({ toolName, input }, place) => ({
      type: "tool-call" as const,
      toolCallId: callId(firstCall + place),
      toolName,
      input,
    })),
  ];
}

/** The API has no ids: calls are told apart by their number in the conversation. */
export function callId(number: number): string {
  return `call_${String(number)}`;
}

export interface Call {
  readonly toolName: string;
  readonly input: unknown;
}

export function callsIn(message: Fields): readonly Call[] {
  const calls = message["tool_calls"] ?? [];
  if (!Array.isArray(calls)) throw new WrongShape("tool_calls is no list");
  return calls.map((call: unknown) => {
    const made = objectOf(objectOf(call, "a call")["function"], "the function of a call");
    if (typeof made["name"] !== "string") throw new WrongShape("a call has no name");
    return { toolName: made["name"], input: made["arguments"] ?? {} };
  });
}

export function metadataOf(
  headers: Headers,
  { created_at: createdAt }: Fields,
): ResponseMetadata | undefined {
  return responseMetadata(headers, Date.parse(typeof createdAt === "string" ? createdAt : ""));
}

/** The counts come with the last piece. */
export function usageOf(given: Fields): ModelUsage | undefined {
  const outputTokens = count(given["eval_count"]);
  // A prompt that was in the server's cache is left out of some answers.
  const inputTokens = count(given["prompt_eval_count"]) ?? 0;
  return outputTokens === undefined ? undefined : { inputTokens, outputTokens };
}

export function finishReasonOf(
  reason: unknown,
  content: readonly { readonly type: string }[],
): FinishReason {
  if (content.some(({ type }) => type === "tool-call")) return "tool_calls";
  if (reason === "stop") return "stop";
  return reason === "length" ? "length" : "other";
}

export function textIn(fields: Fields, name: string): string {
  const text = fields[name] ?? "";
  if (typeof text !== "string") throw new WrongShape(`${name} is no text`);
  return text;
}

export function objectOf(value: unknown, place: string): Fields {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw new WrongShape(`${place} is no object`);
}

function count(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
