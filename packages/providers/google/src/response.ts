// Reads a piece of a response: its parts, the finish reason and the usage. The fields are checked,
// because servers don't always send the types that the SDK declares.

import type { FinishReason, ModelUsage } from "@ptc/llm";
import {
  presentFields,
  countOrAbsent,
  expectArray,
  expectObject,
  objectOrEmpty,
  type UncheckedObject,
} from "@ptc/llm/adapter";

export function partsOf(content: unknown): readonly UncheckedObject[] {
  if (content === undefined) return [];
  const parts = expectArray(expectObject(content, "content")["parts"] ?? [], "content.parts");
  return parts.map((part, index) => expectObject(part, `content.parts[${String(index)}]`));
}

/**
 * Thinking is counted separately from the output, and so are the prompts of the provider's own
 * tools.
 */
export function usageOf(given: unknown): ModelUsage | undefined {
  const fields = objectOrEmpty(given);
  const prompt = countOrAbsent(fields["promptTokenCount"]);
  if (prompt === undefined) return undefined;
  const reasoningTokens = countOrAbsent(fields["thoughtsTokenCount"]);
  return {
    inputTokens: prompt + (countOrAbsent(fields["toolUsePromptTokenCount"]) ?? 0),
    outputTokens: (countOrAbsent(fields["candidatesTokenCount"]) ?? 0) + (reasoningTokens ?? 0),
    ...presentFields({
      cachedInputTokens: countOrAbsent(fields["cachedContentTokenCount"]),
      reasoningTokens,
    }),
  };
}

const filtered: ReadonlySet<string> = new Set([
  "SAFETY",
  "RECITATION",
  "BLOCKLIST",
  "PROHIBITED_CONTENT",
  "SPII",
  "IMAGE_SAFETY",
  "IMAGE_PROHIBITED_CONTENT",
  "IMAGE_RECITATION",
]);

export function finishReasonOf(reason: string, hasCalls: boolean): FinishReason {
  if (reason === "MAX_TOKENS") return "length";
  if (filtered.has(reason)) return "content_filtered";
  if (hasCalls) return "tool_calls";
  return reason === "STOP" ? "stop" : "other";
}
