// Builds the history message of a response with native calls.

import { isObject } from "@ptc/core/internal/host";
import type { AssistantMessage, ModelResponse, ResponsePart } from "@ptc/llm";
import { withoutThinking } from "../../answer/thinking.ts";
import type { AnswerCalls } from "./answer-calls.ts";

/** The longest text next to the calls, in UTF-16 units. */
const longestText = 20_000;

/**
 * Returns the message with the calls. Keeps thinking that the provider marked and wants back,
 * omits arguments that aren't JSON, and changes names that providers refuse.
 */
export function historyCalls(
  { content }: AnswerCalls,
  { providerData }: ModelResponse,
): AssistantMessage {
  return {
    role: "assistant",
    content: content.flatMap(historyPart),
    ...(providerData === undefined ? {} : { providerOptions: providerData }),
  };
}

function historyPart(part: ResponsePart): readonly ResponsePart[] {
  if (part.providerData !== undefined && part.type !== "tool-call") return [part];
  if (part.type === "thinking") return [];
  if (part.type === "text") {
    const text = withoutThinking(part.text).slice(0, longestText);
    return text === "" ? [] : [{ ...part, text }];
  }
  const { malformedInput, ...rest } = part;
  const call = { ...rest, toolName: historyName(rest.toolName) };
  return [malformedInput === undefined && isObject(part.input) ? call : { ...call, input: {} }];
}

const longestName = 64;

/** Returns a name that providers accept, because models invent names such as `functions.find`. */
export function historyName(toolName: string): string {
  const plain = toolName.slice(0, longestName).replace(/[^A-Za-z0-9_-]/g, "_");
  return plain === "" ? "_" : plain;
}
