// Converts a complete response of the AI SDK to the contract's.

import {
  contentText,
  type ModelResponse,
  type ModelWarning,
  type ResponseMetadata,
  type ResponsePart,
} from "@ptc/llm";
import { callInput, presentFields, responseMetadata, type CallInput } from "@ptc/llm/adapter";
import { finishOf } from "./finish.ts";
import { providerDataOf, thinkingDataOf } from "./provider-data.ts";
import {
  expectArray,
  expectName,
  expectObject,
  expectString,
  objectOrEmpty,
  textOrAbsent,
  type UncheckedObject,
} from "@ptc/llm/adapter";
import { usageOf } from "./usage.ts";
import { warningsOf } from "./warnings.ts";

export interface AskedModel {
  /** The provider that owns the thinking. */
  readonly provider: string;
  readonly modelId: string;
  readonly warnings: readonly ModelWarning[];
}

export function responseOf(
  result: unknown,
  { provider, modelId, warnings }: AskedModel,
): ModelResponse {
  const given = expectObject(result, "the result");
  const parts = expectArray(given["content"], "content").flatMap((part, place) =>
    partOf(expectObject(part, `content[${String(place)}]`), `content[${String(place)}]`, provider),
  );
  const content = withJson(parts, given["structuredOutputText"]);
  const response = objectOrEmpty(given["response"]);
  return {
    content,
    text: contentText(content),
    modelId: textOrAbsent(response["modelId"]) ?? modelId,
    ...finishOf(given["finishReason"], content.some(isCall)),
    ...presentFields({
      responseId: textOrAbsent(response["id"]),
      usage: usageOf(given["usage"]),
      warnings: warningsOf(warnings, given["warnings"]),
      metadata: metadataOf(given["response"]),
    }),
  };
}

/** Returns metadata about the server's response. */
export function metadataOf(response: unknown): ResponseMetadata | undefined {
  const { headers, timestamp } = objectOrEmpty(response);
  const createdAt = timestamp instanceof Date ? timestamp.getTime() : undefined;
  return responseMetadata(objectOrEmpty(headers), createdAt);
}

function isCall({ type }: ResponsePart): boolean {
  return type === "tool-call";
}

/**
 * Omits sources, generated files and provider-executed tools, which the contract doesn't have, and
 * parts of later specifications.
 */
function partOf(part: UncheckedObject, place: string, provider: string): readonly ResponsePart[] {
  const { providerMetadata } = part;
  switch (expectString(part["type"], `${place}.type`)) {
    case "text":
      return [
        {
          type: "text",
          text: expectString(part["text"], `${place}.text`),
          ...presentFields({ providerData: providerDataOf(providerMetadata) }),
        },
      ];
    case "reasoning":
      return [
        {
          type: "thinking",
          text: expectString(part["text"], `${place}.text`),
          providerData: thinkingDataOf(providerMetadata, provider),
        },
      ];
    case "tool-call":
      if (part["providerExecuted"] === true) return [];
      return [
        {
          type: "tool-call",
          toolCallId: expectName(part["toolCallId"], `${place}.toolCallId`),
          toolName: expectName(part["toolName"], `${place}.toolName`),
          ...inputOf(expectString(part["input"], `${place}.input`)),
          ...presentFields({ providerData: providerDataOf(providerMetadata) }),
        },
      ];
    default:
      return [];
  }
}

/** Parses the arguments of a call. Some providers send no text for empty arguments. */
function inputOf(text: string): CallInput {
  return text.trim() === "" ? { input: {} } : callInput(text);
}

/**
 * Replaces the text by the requested JSON. A model may write drafts first; the SDK then reports
 * which text is the JSON.
 */
function withJson(parts: readonly ResponsePart[], json: unknown): readonly ResponsePart[] {
  if (typeof json !== "string" || json === contentText(parts)) return parts;
  return [...parts.filter(({ type }) => type !== "text"), { type: "text", text: json }];
}
