// An answer with native calls as the conversation keeps it.

import type { AssistantMessage, ModelResponse, ResponsePart } from "@ptc/llm";
import { withoutThinking } from "../../answer/thinking.ts";
import type { AnswerCalls } from "./answer-calls.ts";

/** UTF-16 units of what the model said beside its calls. */
const longestText = 20_000;

/**
 * The message with the calls. Thinking stays where a provider marked it, since it wants that back;
 * arguments that were no JSON are left out, since no provider takes them.
 */
export function keptCalls(
  { content }: AnswerCalls,
  { providerData }: ModelResponse,
): AssistantMessage {
  return {
    role: "assistant",
    content: content.flatMap(keptPart),
    ...(providerData === undefined ? {} : { providerOptions: providerData }),
  };
}

function keptPart(part: ResponsePart): readonly ResponsePart[] {
  if (part.providerData !== undefined && part.type !== "tool-call") return [part];
  if (part.type === "thinking") return [];
  if (part.type === "text") {
    const text = withoutThinking(part.text).slice(0, longestText);
    return text === "" ? [] : [{ ...part, text }];
  }
  const { malformedInput, ...call } = part;
  return [malformedInput === undefined && isObject(part.input) ? call : { ...call, input: {} }];
}

function isObject(input: unknown): boolean {
  return typeof input === "object" && input !== null && !Array.isArray(input);
}
