// Builds the history message of a response with a program. Its text omits thinking. Data that the
// provider attached to a part and wants back stays unchanged.

import type { AssistantMessage, ModelResponse, ResponsePart } from "@ptc/llm";
import { historyAnswer } from "../../answer/history-answer.ts";
import type { AnswerReading } from "../../answer/read-answer.ts";

export function historyMessage(
  { content, providerData }: ModelResponse,
  reading: AnswerReading,
): AssistantMessage {
  // This mode returns no results for native calls, and providers refuse a call without a result.
  const parts = content.filter(({ type }) => type !== "tool-call");
  const text = historyAnswer(reading);
  return {
    role: "assistant",
    content: parts.some(isMarked) ? historyParts(parts, text) : text,
    ...(providerData === undefined ? {} : { providerOptions: providerData }),
  };
}

/**
 * Returns the parts with provider data unchanged, and `text` in place of the last text part. If the
 * provider attached data to a text part, all text stays unchanged.
 */
function historyParts(parts: readonly ResponsePart[], text: string): ResponsePart[] {
  if (parts.some((part) => part.type === "text" && isMarked(part) && part.text !== ""))
    return parts.filter((part) => part.type === "text" || isMarked(part));
  const last = parts.findLastIndex((part) => part.type === "text" && !isMarked(part));
  const before = parts.slice(0, Math.max(last, 0)).filter(isMarked);
  const behind = parts.slice(last + 1).filter(isMarked);
  return last === -1
    ? [...behind, { type: "text", text }]
    : [...before, { type: "text", text }, ...behind];
}

function isMarked({ providerData }: ResponsePart): boolean {
  return providerData !== undefined;
}
