// What a piece of an answer says: its parts, how the answer ended, and the tokens that it took.
// Nothing of it is trusted to have the types that the SDK gives it.

import type { FinishReason, ModelUsage } from "@ptc/llm";
import { presentFields } from "@ptc/llm/adapter";
import { WrongShape } from "./errors.ts";

export type Fields = Readonly<Record<string, unknown>>;

export function partsOf(content: unknown): readonly Fields[] {
  if (content === undefined) return [];
  const parts = objectOf(content, "content")["parts"] ?? [];
  if (!Array.isArray(parts)) throw new WrongShape("parts is no list");
  return parts.map((part: unknown) => objectOf(part, "a part"));
}

/** Thinking is counted apart from the answer, and the prompts of the provider's own tools too. */
export function usageOf(given: unknown): ModelUsage | undefined {
  const fields = fieldsOrNone(given);
  const prompt = countOf(fields["promptTokenCount"]);
  if (prompt === undefined) return undefined;
  const reasoningTokens = countOf(fields["thoughtsTokenCount"]);
  return {
    inputTokens: prompt + (countOf(fields["toolUsePromptTokenCount"]) ?? 0),
    outputTokens: (countOf(fields["candidatesTokenCount"]) ?? 0) + (reasoningTokens ?? 0),
    ...presentFields({
      cachedInputTokens: countOf(fields["cachedContentTokenCount"]),
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

export function objectOf(value: unknown, place: string): Fields {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw new WrongShape(`${place} is no object`);
}

export function fieldsOrNone(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {};
}

export function textOrAbsent(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function countOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
