// Converts a response of the API to the contract's.

import {
  contentText,
  type FinishReason,
  type ModelResponse,
  type ModelUsage,
  type ResponseMetadata,
  type ResponsePart,
} from "@ptc/llm";
import {
  callInput,
  countOrAbsent,
  expectArray,
  expectName,
  expectObject,
  expectString,
  numberedCallId,
  presentFields,
  responseMetadata,
  textOrAbsent,
  type CallInput,
  type UncheckedObject,
} from "@ptc/llm/adapter";
import { refuseFailure } from "./errors.ts";
import type { ApiRequest } from "./request.ts";

/** Details known before the response is read. */
export interface ReadingOptions extends Pick<ApiRequest, "warnings" | "nextCall"> {
  readonly modelId: string;
  /** The headers of the response. */
  readonly answered: Headers;
}

export function responseOf(
  answer: unknown,
  { modelId, warnings, nextCall, answered }: ReadingOptions,
): ModelResponse {
  const given = expectObject(answer, "body");
  refuseFailure(given);
  const message = expectObject(given["message"], "message");
  const content = partsOf(message, nextCall);
  const reason = given["done_reason"];
  return presentFields({
    content,
    text: contentText(content),
    modelId: textOrAbsent(given["model"]) ?? modelId,
    usage: usageOf(given),
    finishReason: finishReasonOf(reason, content),
    rawFinishReason: textOrAbsent(reason),
    warnings: warnings.length === 0 ? undefined : warnings,
    metadata: metadataOf(answered, given),
  });
}

function partsOf(message: UncheckedObject, firstCall: number): readonly ResponsePart[] {
  const thinking = textIn(message, "thinking");
  const text = textIn(message, "content");
  return [
    ...(thinking === "" ? [] : [{ type: "thinking" as const, text: thinking }]),
    ...(text === "" ? [] : [{ type: "text" as const, text }]),
    ...callsIn(message).map((call, index) => ({
      type: "tool-call" as const,
      toolCallId: numberedCallId(firstCall + index),
      ...call,
    })),
  ];
}

export interface Call extends CallInput {
  readonly toolName: string;
}

export function callsIn(message: UncheckedObject): readonly Call[] {
  return expectArray(message["tool_calls"] ?? [], "tool_calls").map((call, index) => {
    const path = `tool_calls[${String(index)}]`;
    const called = expectObject(expectObject(call, path)["function"], `${path}.function`);
    const toolName = expectName(called["name"], `${path}.function.name`);
    const given = called["arguments"] ?? {};
    // Servers behind the same API send the arguments as JSON text.
    const read = typeof given === "string" ? callInput(given === "" ? "{}" : given) : undefined;
    return { toolName, ...(read ?? { input: given }) };
  });
}

export function metadataOf(
  headers: Headers,
  { created_at: createdAt }: UncheckedObject,
): ResponseMetadata | undefined {
  return responseMetadata(headers, Date.parse(typeof createdAt === "string" ? createdAt : ""));
}

/** The last piece has the counts. */
export function usageOf(given: UncheckedObject): ModelUsage | undefined {
  const outputTokens = countOrAbsent(given["eval_count"]);
  // Some responses omit the count of a cached prompt.
  const inputTokens = countOrAbsent(given["prompt_eval_count"]) ?? 0;
  return outputTokens === undefined ? undefined : { inputTokens, outputTokens };
}

export function finishReasonOf(
  reason: unknown,
  content: readonly { readonly type: string }[],
): FinishReason {
  if (reason === "content_filter") return "content_filtered";
  if (content.some(({ type }) => type === "tool-call")) return "tool_calls";
  if (reason === "stop") return "stop";
  return reason === "length" ? "length" : "other";
}

export function textIn(fields: UncheckedObject, name: string): string {
  return expectString(fields[name] ?? "", name);
}
