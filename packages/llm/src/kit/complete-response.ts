// Builds a complete response from a short one: text, or a response with only some fields.

import type { ModelAnswer } from "../contract/model-function.ts";
import type { ModelResponse } from "../contract/model-response.ts";
import type { ResponsePart } from "../contract/response-part.ts";
import { ModelError } from "../errors/model-error.ts";
import { contentText } from "./content-text.ts";
import { presentFields } from "@ptc/core/internal/host";
import {
  expectArray,
  expectFinishReason,
  expectResponsePart,
  expectString,
  expectUsage,
  nameOf,
  ShapeError,
} from "./shape-checks.ts";

/**
 * If `content` is given, `text` is derived from it. Never invents usage.
 * @throws ModelError of kind `invalid_response`, naming the location, if the response isn't valid
 */
export function completeResponse(answer: ModelAnswer, modelId: string): ModelResponse {
  try {
    return complete(answer, modelId);
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    // A wrong result is a bug in the function and would recur, so the error is not retryable.
    throw new ModelError({
      kind: "invalid_response",
      message: `the model returned an invalid answer: ${error.message}`,
      modelId,
      retryable: false,
    });
  }
}

function complete(answer: ModelAnswer, modelId: string): ModelResponse {
  if (typeof answer === "string") return complete({ text: answer }, modelId);
  // A function in JavaScript may return anything.
  const given = answer as unknown;
  if (typeof given !== "object" || given === null)
    throw new ShapeError(
      "",
      `expected a string, or an object with text or content, got ${nameOf(given)}`,
    );
  const content = contentOf(answer);
  const { rawFinishReason, responseId, warnings, metadata, providerData } = answer;
  return presentFields({
    content,
    text: contentText(content),
    finishReason:
      answer.finishReason === undefined
        ? finishReasonOf(content)
        : expectFinishReason(answer.finishReason, "finishReason"),
    modelId: answer.modelId === undefined ? modelId : expectString(answer.modelId, "modelId"),
    usage: answer.usage === undefined ? undefined : expectUsage(answer.usage, "usage"),
    rawFinishReason,
    responseId,
    warnings,
    metadata,
    providerData,
  });
}

function contentOf({ content, text }: Partial<ModelResponse>): readonly ResponsePart[] {
  if (content !== undefined)
    return expectArray(content, "content").map((part, index) =>
      expectResponsePart(part, `content[${String(index)}]`),
    );
  if (text === undefined)
    throw new ShapeError(
      "",
      "expected a string, or an object with text or content, got an object without",
    );
  return [{ type: "text", text: expectString(text, "text") }];
}

function finishReasonOf(content: readonly ResponsePart[]): ModelResponse["finishReason"] {
  return content.some(({ type }) => type === "tool-call") ? "tool_calls" : "stop";
}
