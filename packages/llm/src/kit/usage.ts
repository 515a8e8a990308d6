// Adds token counts, and estimates them if the provider doesn't report any.

import { exactJsonText } from "./json-text.ts";
import type { ModelMessage } from "../contract/message.ts";
import type { ModelRequest } from "../contract/model-request.ts";
import type { ModelResponse } from "../contract/model-response.ts";
import type { ModelUsage } from "../contract/model-usage.ts";
import { estimateFileTokens } from "./file-tokens.ts";
import { presentFields } from "@ptc/core/internal/host";

/** A rule of thumb for English and code; other scripts need more tokens per character. */
const charactersPerToken = 4;

/** Returns the estimated number of tokens of `text`: a quarter of its UTF-16 units, rounded up. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / charactersPerToken);
}

/**
 * Returns the estimated usage of an entire request: its texts, files, tool calls, tool results,
 * tools and schema. The result is marked as estimated.
 */
export function estimateUsage(
  request: { readonly messages: readonly Pick<ModelMessage, "role" | "content">[] } & Pick<
    ModelRequest,
    "tools" | "output"
  >,
  response: Pick<ModelResponse, "content">,
): ModelUsage {
  const { tools, output, messages } = request;
  const definitions = [...(tools ?? []), ...(output === undefined ? [] : [output])];
  const inputTokens = messages.reduce(
    (sum, { content }) => sum + estimateContent(content),
    definitions.length === 0 ? 0 : estimateTokens(jsonText(definitions)),
  );
  return { inputTokens, outputTokens: estimateContent(response.content), estimated: true };
}

/**
 * Returns the sum of two usages. An optional count is present if either has it, and the sum is
 * marked as estimated if either is.
 */
export function addUsage(first: ModelUsage, second: ModelUsage): ModelUsage {
  return presentFields({
    inputTokens: first.inputTokens + second.inputTokens,
    outputTokens: first.outputTokens + second.outputTokens,
    cachedInputTokens: sum(first.cachedInputTokens, second.cachedInputTokens),
    cacheWriteInputTokens: sum(first.cacheWriteInputTokens, second.cacheWriteInputTokens),
    reasoningTokens: sum(first.reasoningTokens, second.reasoningTokens),
    estimated: first.estimated === true || second.estimated === true ? true : undefined,
  });
}

function sum(first: number | undefined, second: number | undefined): number | undefined {
  return first === undefined ? second : first + (second ?? 0);
}

function estimateContent(content: ModelMessage["content"]): number {
  if (typeof content === "string") return estimateTokens(content);
  return content.reduce((tokens, part) => tokens + estimatePart(part), 0);
}

function estimatePart(part: Exclude<ModelMessage["content"], string>[number]): number {
  if (part.type === "tool-call")
    return (
      estimateTokens(part.toolName) + estimateTokens(part.malformedInput ?? jsonText(part.input))
    );
  if (part.type === "tool-result")
    return (part.files ?? []).reduce(
      (tokens, file) => tokens + estimateFileTokens(file),
      estimateTokens(typeof part.output === "string" ? part.output : jsonText(part.output)),
    );
  return part.type === "file" ? estimateFileTokens(part) : estimateTokens(part.text);
}

function jsonText(value: unknown): string {
  try {
    return value === undefined ? "" : exactJsonText(value);
  } catch {
    return "";
  }
}
