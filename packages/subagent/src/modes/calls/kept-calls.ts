// An answer with native calls as the conversation keeps it.

import { isObject } from "@ptc/core/internal/host";
import type { AssistantMessage, ModelResponse, ResponsePart } from "@ptc/llm";
import { withoutThinking } from "../../answer/thinking.ts";
import type { AnswerCalls } from "./answer-calls.ts";

/** UTF-16 units of what the model said beside its calls. */
const longestText = 20_000;

/**
 * The message with the calls. Thinking stays where a provider marked it, since it wants that back;
 * arguments that were no JSON are left out, and names are changed that no provider takes.
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
  const { malformedInput, ...rest } = part;
  const call = { ...rest, toolName: keptName(rest.toolName) };
  return [malformedInput === undefined && isObject(part.input) ? call : { ...call, input: {} }];
}

const longestName = 64;

/** The name of a call as providers take it back: models make up others, as `functions.find`. */
export function keptName(toolName: string): string {
  const plain = toolName.slice(0, longestName).replace(/[^A-Za-z0-9_-]/g, "_");
  return plain === "" ? "_" : plain;
}
